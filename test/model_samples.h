/// Small files of every format: the corner of a box, a tetrahedron with sides 2, 3 and 4 along the axes and volume 4,
/// and in OBJ_RICH the whole box. Counts and types differ on purpose: list lengths, odd spellings, elements that are
/// ignored.
#pragma once

#include "gyre/model.h"

#define SAMPLE_STL_TEXT                                                                                                \
    "solid a corner of a box\n"                                                                                        \
    " facet normal 0 0 0\n  outer loop\n"                                                                              \
    "   vertex 0 0 0\n"                                                                                                \
    "   vertex 0 3 0\n"                                                                                                \
    "   vertex 2 0 0\n"                                                                                                \
    "  endloop\n endfacet\n"                                                                                           \
    " facet normal 0 0 0\n  outer loop\n"                                                                              \
    "   vertex 0 0 0\n"                                                                                                \
    "   vertex 2 0 0\n"                                                                                                \
    "   vertex 0 0 4\n"                                                                                                \
    "  endloop\n endfacet\n"                                                                                           \
    " facet normal 0 0 0\n  outer loop\n"                                                                              \
    "   vertex 2 0 0\n"                                                                                                \
    "   vertex 0 3 0\n"                                                                                                \
    "   vertex 0 0 4\n"                                                                                                \
    "  endloop\n endfacet\n"                                                                                           \
    " facet normal 0 0 0\n  outer loop\n"                                                                              \
    "   vertex 0 3 0\n"                                                                                                \
    "   vertex 0 0 0\n"                                                                                                \
    "   vertex 0 0 4\n"                                                                                                \
    "  endloop\n endfacet\n"                                                                                           \
    "endsolid a corner of a box\n"

#define SAMPLE_STL_TEXT_ODD                                                                                            \
    "\357\273\277SOLID\r\n"                                                                                            \
    "FACET NORMAL nan nan nan OUTER LOOP VERTEX 0 0 0 VERTEX .0 +3. 0 VERTEX 2e0 0 0 ENDLOOP ENDFACET\r\n"             \
    "facet normal 0 -1 0\r\nouter\011loop\r\n\r\nvertex -0 0 0\r\nvertex 20E-1 0 0\r\nvertex 0 0 "                     \
    "004\r\nendloop\r\nendfacet\r\n"                                                                                   \
    "endsolid\r\nsolid  with a name: caf\351\r"                                                                        \
    "facet\router loop\rvertex 2 0 0\rvertex 0 3 0\rvertex 0 0 4\rendloop endfacet\r"                                  \
    "facet normal 0 0 0 outer loop vertex 0 3 0 vertex 0 0 0 vertex 0 0 4 endloop endfacet endsolid"

#define SAMPLE_STL_BINARY                                                                                              \
    "exported from a program                 "                                                                         \
    "made for "                                                                                                        \
    "tests\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"    \
    "\004\000\000\000"                                                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000@@\000\000\000\000"                                                                       \
    "\000\000\000@\000\000\000\000\000\000\000\000"                                                                    \
    "\000\000"                                                                                                         \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000@\000\000\000\000\000\000\000\000"                                                                    \
    "\000\000\000\000\000\000\000\000\000\000\200@"                                                                    \
    "\000\000"                                                                                                         \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000@\000\000\000\000\000\000\000\000"                                                                    \
    "\000\000\000\000\000\000@@\000\000\000\000"                                                                       \
    "\000\000\000\000\000\000\000\000\000\000\200@"                                                                    \
    "\000\000"                                                                                                         \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000@@\000\000\000\000"                                                                       \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\200@"                                                                    \
    "\000\000"

#define SAMPLE_STL_BINARY_SOLID                                                                                        \
    "solid in name only                      "                                                                         \
    "made for "                                                                                                        \
    "tests\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"    \
    "\004\000\000\000"                                                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000@@\000\000\000\000"                                                                       \
    "\000\000\000@\000\000\000\000\000\000\000\000"                                                                    \
    "\000\000"                                                                                                         \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000@\000\000\000\000\000\000\000\000"                                                                    \
    "\000\000\000\000\000\000\000\000\000\000\200@"                                                                    \
    "\000\000"                                                                                                         \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000@\000\000\000\000\000\000\000\000"                                                                    \
    "\000\000\000\000\000\000@@\000\000\000\000"                                                                       \
    "\000\000\000\000\000\000\000\000\000\000\200@"                                                                    \
    "\000\000"                                                                                                         \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000@@\000\000\000\000"                                                                       \
    "\000\000\000\000\000\000\000\000\000\000\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\000\000\200@"                                                                    \
    "\000\000"

#define SAMPLE_OBJ_PLAIN                                                                                               \
    "# a corner of a box\n"                                                                                            \
    "mtllib none.mtl\no corner\n"                                                                                      \
    "v 0 0 0\n"                                                                                                        \
    "v 2 0 0\n"                                                                                                        \
    "v 0 3 0\n"                                                                                                        \
    "v 0 0 4\n"                                                                                                        \
    "g faces\ns off\n"                                                                                                 \
    "f 1 3 2\n"                                                                                                        \
    "f 1 2 4\n"                                                                                                        \
    "f 2 3 4\n"                                                                                                        \
    "f 3 1 4\n"

#define SAMPLE_OBJ_RICH                                                                                                \
    "\357\273\277# all of the syntax \\\n"                                                                             \
    "f 1 3 4 2 # named before it is there\n"                                                                           \
    "v 0 0 0\nv 2. 0 0 1.0\nv 0 +3 0 1 0.5 0\nv\0112 3 0 1 1 0.5 0 \nv 0 0 4e0\nv 2 0 4\n"                             \
    "v 0 3 \\\n  4\nv 2 3 4\n"                                                                                         \
    "vn 0 0 1\nvt 0 0\nusemtl red\ns 1\ng top\r\n"                                                                     \
    "f 5/1 6/1 8/1 7/1\r\n"                                                                                            \
    "f -8//1 -7//1 -3//1 -4//1\r\n"                                                                                    \
    "fo 3/1/1 7/1/1 8/1/1 4/1/1\r"                                                                                     \
    "f 1 5\\\r\n 7 3\nf 2 4 8 6\n"                                                                                     \
    "l 1 2 3\np 1\nvendor_word 1 2\n\n"

#define SAMPLE_PLY_TEXT                                                                                                \
    "ply\nformat ascii 1.0\n"                                                                                          \
    "comment a corner of a box\n"                                                                                      \
    "element vertex 4\n"                                                                                               \
    "property float x\nproperty float y\nproperty float z\n"                                                           \
    "element face 4\nproperty list uchar int vertex_indices\nend_header\n"                                             \
    "0 0 0\n"                                                                                                          \
    "2 0 0\n"                                                                                                          \
    "0 3 0\n"                                                                                                          \
    "0 0 4\n"                                                                                                          \
    "3 0 2 1\n"                                                                                                        \
    "3 0 1 3\n"                                                                                                        \
    "3 1 2 3\n"                                                                                                        \
    "3 2 0 3\n"

#define SAMPLE_PLY_LITTLE                                                                                              \
    "ply\r\nformat binary_little_endian 1.0\r\n"                                                                       \
    "obj_info faces stand before their vertices\r\n"                                                                   \
    "element face 4\r\nproperty uchar red\r\nproperty list ushort uint vertex_index\r\nproperty list uchar float "     \
    "texcoord\r\n"                                                                                                     \
    "element edge 2\r\nproperty int a\r\nproperty short b\r\n"                                                         \
    "element vertex 4\r\nproperty double z\r\nproperty int8 quality\r\nproperty short x\r\nproperty uint8 "            \
    "y\r\nend_header\r\n"                                                                                              \
    "\000\003\000\000\000\000\000\002\000\000\000\001\000\000\000"                                                     \
    "\000"                                                                                                             \
    "\001\003\000\000\000\000\000\001\000\000\000\003\000\000\000"                                                     \
    "\001\000\000\000\077"                                                                                             \
    "\002\003\000\001\000\000\000\002\000\000\000\003\000\000\000"                                                     \
    "\002\000\000\000\077\000\000\000\077"                                                                             \
    "\003\003\000\002\000\000\000\000\000\000\000\003\000\000\000"                                                     \
    "\003\000\000\000\077\000\000\000\077\000\000\000\077"                                                             \
    "\001\000\000\000\002\000\003\000\000\000\004\000"                                                                 \
    "\000\000\000\000\000\000\000\000\377\000\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\377\002\000\000"                                                                 \
    "\000\000\000\000\000\000\000\000\377\000\000\003"                                                                 \
    "\000\000\000\000\000\000\020@\377\000\000\000"

#define SAMPLE_PLY_BIG                                                                                                 \
    "ply\nformat binary_big_endian 1.0\n"                                                                              \
    "element vertex 4\nproperty float32 x\nproperty float64 y\nproperty uint16 z\nproperty list int8 int16 more\n"     \
    "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"                                          \
    "\000\000\000\000\000\000\000\000\000\000\000\000\000\000\000"                                                     \
    "@\000\000\000\000\000\000\000\000\000\000\000\000\000\001\000\000"                                                \
    "\000\000\000\000@\010\000\000\000\000\000\000\000\000\002\000\000\000\001"                                        \
    "\000\000\000\000\000\000\000\000\000\000\000\000\000\004\003\000\000\000\001\000\002"                             \
    "\000\000\000\014"                                                                                                 \
    "\000\000\000\000\000\000\000\001\000\000\000\003\000\000\000\002\377\377\377\377\000\000\000\000\000\000\000\002" \
    "\000\000\000\001\377\377\377\377\000\000\000\002\000\000\000\000\000\000\000\003"

#define SAMPLE_PLY_OLD_MAC                                                                                             \
    "ply\rformat binary_little_endian 1.0\relement vertex 4\r"                                                         \
    "property int x\rproperty int y\rproperty int z\r"                                                                 \
    "element face 4\rproperty list char char vertex_indices\rend_header\r"                                             \
    "\n\000\000\000\n\000\000\000\n\000\000\000"                                                                       \
    "\014\000\000\000\n\000\000\000\n\000\000\000"                                                                     \
    "\n\000\000\000\r\000\000\000\n\000\000\000"                                                                       \
    "\n\000\000\000\n\000\000\000\016\000\000\000"                                                                     \
    "\003\000\002\001"                                                                                                 \
    "\003\000\001\003"                                                                                                 \
    "\003\001\002\003"                                                                                                 \
    "\003\002\000\003"

typedef struct model_sample {
    const char *name;
    const char *bytes;
    size_t size;
    gyre_model_format format;
    size_t vertex_count, triangle_count;
    double volume;
    int is_binary; // every byte counts: no beginning of it is a file
} model_sample;

#define SAMPLE(name, format, vertices, triangles, volume, is_binary)                                                   \
    { #name, SAMPLE_##name, sizeof(SAMPLE_##name) - 1, GYRE_MODEL_##format, vertices, triangles, volume, is_binary }

static const model_sample model_samples[] = {
    SAMPLE(STL_TEXT, stl, 12, 4, 4, 0),   SAMPLE(STL_TEXT_ODD, stl, 12, 4, 4, 0),
    SAMPLE(STL_BINARY, stl, 12, 4, 4, 1), SAMPLE(STL_BINARY_SOLID, stl, 12, 4, 4, 1),
    SAMPLE(OBJ_PLAIN, obj, 4, 4, 4, 0),   SAMPLE(OBJ_RICH, obj, 8, 12, 24, 0),
    SAMPLE(PLY_TEXT, ply, 4, 4, 4, 0),    SAMPLE(PLY_LITTLE, ply, 4, 4, 4, 1),
    SAMPLE(PLY_BIG, ply, 4, 4, 4, 1),     SAMPLE(PLY_OLD_MAC, ply, 4, 4, 4, 1),
};

enum { MODEL_SAMPLE_COUNT = sizeof model_samples / sizeof model_samples[0] };
