/// From a name to the index of its owner.
///
/// A hash table whose slots hold trees: names with equal hashes can be crafted, and a slot full of them is searched in
/// time proportional to the length of a name all the same. The table owns no strings: it keeps the pointers it is
/// given, and each must stay as it is until its name is removed. Whether a name is taken already is the caller's
/// question, by gyre_name_table_find. What is found never depends on the order of the calls that led to the table, so
/// it needs no saving: it is built anew from the names.
#pragma once

#include "gyre/base.h"

#include <stdbool.h>

/// A part of a tree: 0 is nothing, 2 * i + 1 the entry i, 2 * i + 2 the branch i.
typedef uint32_t name_node;

typedef struct name_entry {
    const char *name; // NULL: not in use
    uint32_t hash;
    uint32_t index;
} name_entry;

/// Two or more names that are equal before this bit (counted from the first letter's highest one) and differ there.
typedef struct name_branch {
    uint32_t bit;
    name_node child[2]; // by the bit's value
} name_branch;

/// All zero is an empty table.
typedef struct name_table {
    name_entry *entries;   // one block of memory for all three
    name_branch *branches; // as many as entries
    name_node *slots;      // as many as entries: a tree for each value of the lowest bits of a hash
    size_t capacity;       // 0 or a power of two
    size_t count;
    size_t entries_used, branches_used; // what lies behind has never been used
    uint32_t free_entry;                // 1 + an entry to use again, whose index continues the list; 0: none
    uint32_t free_branch;               // likewise; its bit continues the list
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
