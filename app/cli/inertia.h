/// What the parts of `gyre inertia` share.
#pragma once

#include "cli.h"

/// What was asked for, understood.
typedef struct inertia_request {
    const cli_options *asked;
    double density;                // [kg/m^3]; not when a mass is given
    const gyre_material *material; // whose density it is, or NULL
    int is_density_given;
    double unit; // [m] per unit of the file
    int is_unit_given;
    double thickness; // [m] of a sheet; 0: a solid
    double weld;      // < 0: not given
    gyre_inertia_frame frame;
    gyre_element element; // GYRE_ELEMENT_COUNT: none
} inertia_request;

/// One file, read and diagnosed.
typedef struct inertia_part {
    const char *file; // for messages: "stdin" for -
    gyre_model_format format;
    size_t triangle_count, vertex_count; // in the file
    gyre_diagnosis diagnosis;
} inertia_part;

typedef struct inertia_parts {
    inertia_part *items;
    gyre_part *views; // the same for the library
    size_t count;
} inertia_parts;

/// Understands the options, or explains on stderr and returns EXIT_USAGE.
int inertia_ask(const cli_options *asked, inertia_request *out_request);

/// Reads and diagnoses every file. What cannot be read is told, file by file; then the worst exit code is returned and
/// there are no parts. To be given back with inertia_parts_clear.
int inertia_load(const inertia_request *request, inertia_parts *out_parts);
void inertia_parts_clear(inertia_parts *parts);

/// The answer sheet of every part and of all together.
int inertia_print(const inertia_request *request, const inertia_parts *parts);

/// Three lines with the tensor as a matrix, and six numbers in one line.
void inertia_print_tensor(const char *indent, const gyre_tensor *tensor);
void inertia_print_entries(const char *indent, const gyre_tensor *tensor);

/// --check: is the tensor possible, and is it that of the parts (if there are any)?
int inertia_check(const inertia_request *request, const inertia_parts *parts);
