/// Writes names and titles in JSON and XML, so that any bytes give a valid file.
#pragma once

#include "record/output.h"

/// Writes a JSON string with its quotes. Bytes that are not UTF-8 become U+FFFD.
void gyre_output_json_string(output *out, const char *text);

/// Writes a JSON string inside an HTML element, where < becomes \u003c so that the text cannot end the element.
void gyre_output_json_string_in_page(output *out, const char *text);

/// Writes text of an XML element or attribute, at most `max_characters` characters (longer text ends with an ellipsis).
/// Characters that XML does not allow become U+FFFD.
void gyre_output_xml_text(output *out, const char *text, size_t max_characters);
