/// Encodes three bytes as four characters.
#include "record/base64.h"

#include <string.h>

static void put_group(base64 *b) {
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t bits = (uint32_t)b->held[0] << 16 | (uint32_t)b->held[1] << 8 | b->held[2];
    char *room = gyre_output_room(b->out, 4);
    for (int i = 0; i < 4; i++)
        room[i] = (size_t)i <= b->held_count ? digits[bits >> (18 - 6 * i) & 63] : '=';
    gyre_output_fill(b->out, room + 4);
    memset(b->held, 0, sizeof b->held);
    b->held_count = 0;
}

void gyre_base64_add(base64 *b, const void *bytes, size_t size) {
    const uint8_t *from = bytes;
    for (size_t i = 0; i < size; i++) {
        b->held[b->held_count++] = from[i];
        if (b->held_count == 3) put_group(b);
    }
}

void gyre_base64_add_u16(base64 *b, uint16_t value) {
    gyre_base64_add(b, (const uint8_t[]){(uint8_t)value, (uint8_t)(value >> 8)}, 2);
}

void gyre_base64_add_u32(base64 *b, uint32_t value) {
    gyre_base64_add_u16(b, (uint16_t)value);
    gyre_base64_add_u16(b, (uint16_t)(value >> 16));
}

void gyre_base64_add_float(base64 *b, float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    gyre_base64_add_u32(b, bits);
}

void gyre_base64_end(base64 *b) {
    if (b->held_count > 0) put_group(b);
}
