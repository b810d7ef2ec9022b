/// FOR_IO marks the internal functions of libgyre that libgyre_io calls.
///
/// A shared library exports them like public functions, but no public header declares them, and they change without
/// notice: the two libraries must have the same version.
#pragma once

#ifdef _WIN32 // has no visibility of symbols
#define FOR_IO
#else
#define FOR_IO __attribute__((visibility("default")))
#endif
