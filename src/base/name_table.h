/// From a name to the index of its owner.
///
/// The table owns no strings: it keeps the pointers it is given, and each must stay as it is until its name is removed.
/// Whether a name is taken already is the caller's question, by gyre_name_table_find. What is found never depends on
/// the order of the calls that led to the table, so it needs no saving: it is built anew from the names.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

typedef struct name_entry {
    const char *name; // NULL: an empty place
    uint32_t hash;    // compared before the names are, and tells where the entry wants to be
    uint32_t index;
} name_entry;

/// All zero is an empty table.
typedef struct name_table {
    name_entry *entries;
    size_t capacity; // 0 or a power of two, at least twice the count
    size_t count;
} name_table;

/// Room for `count` more names without allocating. False, and nothing has changed, when there is no memory for it.
bool gyre_name_table_reserve(name_table *table, const gyre_allocator *allocator, size_t count);

/// Gives the memory back; the table is empty again.
void gyre_name_table_free(name_table *table, const gyre_allocator *allocator);

/// Enters a name that is not in the table. Room was reserved before.
void gyre_name_table_insert(name_table *table, const char *name, uint32_t index);

/// out_index may be NULL.
bool gyre_name_table_find(const name_table *table, const char *name, uint32_t *out_index);

/// Removes a name that is in the table.
void gyre_name_table_remove(name_table *table, const char *name);
