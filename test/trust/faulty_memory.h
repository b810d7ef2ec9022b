/// An allocator that fails on request and tracks every block: guards around it, garbage in it before and after
/// use, and a list of blocks in use. It detects writes beside a block, double frees and leaks.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD_SIZE = 64, GUARD_BYTE = 0xC5, FRESH_BYTE = 0xA5, STALE_BYTE = 0xD9 };

typedef struct memory_block {
    struct memory_block *next, *before;
    size_t size;
    uint64_t magic;
} memory_block;

static const uint64_t BLOCK_OUT = UINT64_C(0x6779726520626c6b), BLOCK_BACK = UINT64_C(0x67797265206f7574);

typedef struct faulty_memory {
    long calls;     // that were counted
    long fail_at;   // the number, from 0, of the first call that fails; -1: none
    bool is_onward; // and all after it, until fail_at is set to -1
    bool is_paused; // calls are neither counted nor refused
    long failures;  // calls that were refused
    long damages;   // overwritten guards, frees of blocks not in use
    memory_block *out;
    void (*on_failure)(void); // called when a call is refused; may be NULL
} faulty_memory;

static inline unsigned char *block_bytes(memory_block *block) { return (unsigned char *)block + GUARD_SIZE; }

_Static_assert(sizeof(memory_block) <= GUARD_SIZE / 2, "the second half of the front is a guard");

static inline bool is_guard_whole(memory_block *block) {
    const unsigned char *front = (unsigned char *)block + GUARD_SIZE / 2, *back = block_bytes(block) + block->size;
    for (int i = 0; i < GUARD_SIZE / 2; i++)
        if (front[i] != GUARD_BYTE || back[i] != GUARD_BYTE) return false;
    return true;
}

static inline void *faulty_take(size_t size, size_t alignment, void *user) {
    faulty_memory *m = user;
    if (!m->is_paused) {
        long call = m->calls++;
        if (m->fail_at >= 0 && (call == m->fail_at || (m->is_onward && call > m->fail_at))) {
            m->failures++;
            if (m->on_failure) m->on_failure();
            return NULL;
        }
    }
    size_t whole = (GUARD_SIZE + size + GUARD_SIZE / 2 + GUARD_SIZE - 1) / GUARD_SIZE * GUARD_SIZE;
    memory_block *block = alignment <= GUARD_SIZE ? aligned_alloc(GUARD_SIZE, whole) : NULL;
    if (!block) abort(); // the machine itself is out of memory
    *block = (memory_block){m->out, NULL, size, BLOCK_OUT};
    if (m->out) m->out->before = block;
    m->out = block;
    memset((unsigned char *)block + GUARD_SIZE / 2, GUARD_BYTE, GUARD_SIZE / 2);
    memset(block_bytes(block), FRESH_BYTE, size);
    memset(block_bytes(block) + size, GUARD_BYTE, GUARD_SIZE / 2);
    return block_bytes(block);
}

static inline void faulty_give(void *bytes, void *user) {
    faulty_memory *m = user;
    memory_block *block = (memory_block *)((unsigned char *)bytes - GUARD_SIZE);
    if (block->magic != BLOCK_OUT) { // freed twice, or never allocated
        m->damages++;
        return;
    }
    if (!is_guard_whole(block)) m->damages++;
    if (block->before)
        block->before->next = block->next;
    else
        m->out = block->next;
    if (block->next) block->next->before = block->before;
    block->magic = BLOCK_BACK;
    memset(block_bytes(block), STALE_BYTE, block->size);
    free(block);
}

static inline gyre_allocator faulty_allocator(faulty_memory *m) {
    return (gyre_allocator){faulty_take, faulty_give, m};
}

/// The blocks that are out; their guards are looked at.
static inline long faulty_blocks_out(faulty_memory *m) {
    long count = 0;
    for (memory_block *block = m->out; block; block = block->next, count++)
        if (!is_guard_whole(block)) m->damages++;
    return count;
}
