/// Declarations shared by the files of `gyre inertia`.
#pragma once

#include "cli.h"

/// The options of `gyre inertia`, parsed and checked.
typedef struct inertia_request {
    const cli_options *asked;
    double density;                // [kg/m^3]; unused if a mass is given
    const gyre_material *material; // material that gave the density, or NULL
    int is_density_given;
    double mass; // [kg] total of all parts; 0 if not given
    double unit; // [m] per unit of the file
    int is_unit_given;
    double thickness; // [m] sheet thickness; 0 for a solid
    double weld;      // [units of the file]; < 0 if not given
    gyre_inertia_frame frame;
    gyre_element element; // GYRE_ELEMENT_COUNT if not given
} inertia_request;

/// One mesh file after reading and diagnosis.
typedef struct inertia_part {
    const char *file; // name in messages; "stdin" for -
    gyre_model_format format;
    size_t triangle_count, vertex_count; // in the file
    gyre_diagnosis diagnosis;
} inertia_part;

typedef struct inertia_parts {
    inertia_part *items;
    gyre_part *views; // the same parts as library arguments
    size_t count;
} inertia_parts;

/// Parses and checks the options, or prints the error on stderr and returns EXIT_USAGE.
int inertia_ask(const cli_options *asked, inertia_request *out_request);

/// Reads and diagnoses every file. Prints an error for each file that cannot be read, then returns the largest exit
/// code and sets no parts. Free the parts with inertia_parts_clear.
int inertia_load(const inertia_request *request, inertia_parts *out_parts);
void inertia_parts_clear(inertia_parts *parts);

/// Prints the report of every part and of the total.
int inertia_print(const inertia_request *request, const inertia_parts *parts);

/// Prints the tensor as a matrix in three lines, with 6 digits.
void inertia_print_tensor(const char *indent, const gyre_tensor *tensor);

/// Prints Ixx Iyy Izz Ixy Ixz Iyz on one line with all digits, for copying.
void inertia_print_entries(const char *indent, const gyre_tensor *tensor);

/// --check: prints whether a rigid body can have the tensor, and compares it with the parts' tensor, if there are
/// parts.
int inertia_check(const inertia_request *request, const inertia_parts *parts);
