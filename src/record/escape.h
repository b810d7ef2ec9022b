/// Names and titles inside JSON and XML: whatever bytes they are, the file stays valid.
#pragma once

#include "record/output.h"

/// A JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void gyre_output_json_string(output *out, const char *text);

/// The same for JSON inside an element of a page, which must not contain what looks like the element's end: < is
/// written as \u003c.
void gyre_output_json_string_in_page(output *out, const char *text);

/// Text of an XML element or attribute, at most `max_characters` of it (an ellipsis shows the rest). What XML does not
/// allow becomes U+FFFD.
void gyre_output_xml_text(output *out, const char *text, size_t max_characters);
