/// The header of a PLY file: its elements and their properties.
#pragma once

#include "mesh/text_scan.h"

enum { PLY_ELEMENTS_MAX = 32, PLY_PROPERTIES_MAX = 512 };

/// Number types: X(C type without _t, bytes, name, alternative name).
#define PLY_TYPE_LIST(X)                                                                                               \
    X(int8, 1, "char", "int8")                                                                                         \
    X(uint8, 1, "uchar", "uint8")                                                                                      \
    X(int16, 2, "short", "int16")                                                                                      \
    X(uint16, 2, "ushort", "uint16")                                                                                   \
    X(int32, 4, "int", "int32")                                                                                        \
    X(uint32, 4, "uint", "uint32")                                                                                     \
    X(float32, 4, "float", "float32")                                                                                  \
    X(float64, 8, "double", "float64")

typedef enum ply_type {
#define X(type, bytes, name, other) PLY_##type,
    PLY_TYPE_LIST(X)
#undef X
        PLY_TYPE_COUNT
} ply_type;

typedef enum ply_encoding { PLY_ASCII, PLY_LITTLE_ENDIAN, PLY_BIG_ENDIAN, PLY_ENCODING_COUNT } ply_encoding;

typedef struct ply_property {
    text_word name;
    ply_type type; // type of the value or of the list items
    ply_type count_type;
    bool is_list;
} ply_property;

typedef struct ply_element {
    text_word name;
    size_t count;
    const ply_property *properties; // first property in ply_header.properties
    size_t property_count;
    size_t min_size; // least bytes per row: all lists are empty; in text, a number is a digit and a space
    bool has_lists;
} ply_element;

typedef struct ply_header {
    ply_encoding encoding;
    ply_element elements[PLY_ELEMENTS_MAX];
    size_t element_count;
    ply_property properties[PLY_PROPERTIES_MAX]; // properties of all elements, in order
    size_t property_count;
    size_t size; // offset of the first value
} ply_header;

size_t gyre_ply_type_size(ply_type type);

/// Finds a property by name; NULL if the element does not have it.
const ply_property *gyre_ply_find(const ply_element *element, const char *name);

/// Reads the header. Does not check the counts against the file size.
gyre_result gyre_ply_read_header(model_source *source, ply_header *out_header);
