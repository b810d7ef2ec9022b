/// Maps names to the indices of their owners.
///
/// A hash table whose slots hold trees, so that names crafted to have equal hashes are still found in time proportional
/// to the length of a name. The table stores the pointers to names and does not copy the strings: each must stay
/// unchanged until its name is removed. Inserting a duplicate is an error; check with gyre_name_table_find first.
/// Results do not depend on the order of insertions, so the table is rebuilt from the names instead of being saved.
#pragma once

#include "gyre/base.h"
#include "base/for_io.h"

#include <stdbool.h>

/// A node of a tree: 0 is empty, 2 * i + 1 is entry i, 2 * i + 2 is branch i.
typedef uint32_t name_node;

typedef struct name_entry {
    const char *name; // NULL: unused
    uint32_t hash;
    uint32_t index;
} name_entry;

/// Two or more names that are equal before this bit (counted from the highest bit of the first letter) and differ in
/// it.
typedef struct name_branch {
    uint32_t bit;
    name_node child[2]; // indexed by the value of the bit
} name_branch;

/// An all-zero table is empty.
typedef struct name_table {
    name_entry *entries;   // one block of memory for all three arrays
    name_branch *branches; // as many as entries
    name_node *slots;      // as many as entries: one tree for each value of the lowest bits of a hash
    size_t capacity;       // 0 or a power of two
    size_t count;
    size_t entries_used, branches_used; // entries and branches from these indices on were never used
    uint32_t free_entry;                // 1 + index of a free entry, whose `index` links to the next one; 0: none
    uint32_t free_branch;               // the same for branches, linked by `bit`
} name_table;

/// Reserves memory for `count` more names. Returns false and changes nothing if out of memory.
FOR_IO bool gyre_name_table_reserve(name_table *table, const gyre_allocator *allocator, size_t count);

/// Frees the memory; the table is empty afterwards.
FOR_IO void gyre_name_table_free(name_table *table, const gyre_allocator *allocator);

/// Inserts a name that is not in the table. Memory must have been reserved.
FOR_IO void gyre_name_table_insert(name_table *table, const char *name, uint32_t index);

/// True if the name is in the table. out_index may be NULL.
FOR_IO bool gyre_name_table_find(const name_table *table, const char *name, uint32_t *out_index);

/// Removes a name that is in the table.
void gyre_name_table_remove(name_table *table, const char *name);
