/// Hashes the script and the style of a page.
#include "record/page_policy.h"

#include "record/base64.h"
#include "record/sha256.h"

#include <string.h>

void gyre_output_policy_hash(output *out, const char *text) {
    uint8_t digest[SHA256_SIZE];
    base64 encoded = {.out = out};
    gyre_sha256(text, strlen(text), digest);
    gyre_output_text(out, "'sha256-");
    gyre_base64_add(&encoded, digest, sizeof digest);
    gyre_base64_end(&encoded);
    gyre_output_text(out, "'");
}
