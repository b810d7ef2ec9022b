/// File formats that Gyre recognises but does not read.
///
/// Each text describes the file and explains how to convert it: "a STEP file, a CAD model and not a mesh; export it as
/// ...".
#pragma once

#include "mesh/model_builder.h"

/// Recognises another format by content, or by name if the content is only a container (ZIP, XML). `text_begin` is the
/// offset of the first byte after white space. Returns NULL if the content is unknown.
const char *gyre_foreign_content(const model_source *source, size_t text_begin);

/// Recognises another format by the extension of options->file_name; NULL if the extension is unknown.
const char *gyre_foreign_name(const model_source *source);
