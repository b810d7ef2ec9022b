/// Writes pictures as PNG (ISO/IEC 15948): eight bits of red, green, blue and opacity per pixel.
#pragma once

#include "record/output.h"

/// `pixels` has four bytes per pixel, row by row from the top left; width and height are > 0. GYRE_ERR_TOO_LARGE,
/// GYRE_ERR_NO_MEMORY; `out` keeps errors of the sink.
gyre_result gyre_png_write(const uint8_t *pixels, uint32_t width, uint32_t height, const gyre_allocator *allocator,
                           output *out);
