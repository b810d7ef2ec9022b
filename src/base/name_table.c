/// A hash table with a crit-bit tree per slot (D. J. Bernstein's name for a binary PATRICIA tree). The depth of a tree
/// is at most the number of bits of its names; most trees have a single name and no branch.
#include "base/name_table.h"

#include "base/archive.h"
#include "base/check.h"
#include "base/memory.h"

#include <string.h>

enum { NAME_TABLE_MIN_CAPACITY = 16 };

static uint32_t hash_of_name(const char *name, size_t length) {
    return (uint32_t)gyre_archive_checksum((const uint8_t *)name, length);
}

static bool is_branch(name_node node) { return node != 0 && node % 2 == 0; }
static name_branch *branch_at(const name_table *table, name_node node) { return &table->branches[node / 2 - 1]; }
static name_entry *entry_at(const name_table *table, name_node node) { return &table->entries[node / 2]; }

// Bit `bit` of the name; names are padded with zeros.
static unsigned bit_of(const char *name, size_t length, uint32_t bit) {
    return bit / 8 < length ? (unsigned char)name[bit / 8] >> (7 - bit % 8) & 1u : 0;
}

// Index of the first bit in which two different names differ.
static uint32_t first_difference(const char *a, const char *b) {
    uint32_t at = 0;
    while (a[at] == b[at])
        at++;
    unsigned differing = (unsigned char)a[at] ^ (unsigned char)b[at];
    uint32_t bit = 8 * at;
    for (unsigned mask = 0x80; !(differing & mask); mask >>= 1)
        bit++;
    return bit;
}

static name_node *slot_of(const name_table *table, uint32_t hash) {
    return &table->slots[hash & (table->capacity - 1)];
}

// The only entry of the tree that can have this name; the caller compares the whole name.
static name_node candidate(const name_table *table, name_node node, const char *name, size_t length) {
    while (is_branch(node))
        node = branch_at(table, node)->child[bit_of(name, length, branch_at(table, node)->bit)];
    return node;
}

// ---- memory ----

static name_node take_entry(name_table *table) {
    uint32_t i = table->free_entry ? table->free_entry - 1 : (uint32_t)table->entries_used++;
    if (table->free_entry) table->free_entry = table->entries[i].index;
    return 2 * i + 1;
}

static name_node take_branch(name_table *table) {
    uint32_t i = table->free_branch ? table->free_branch - 1 : (uint32_t)table->branches_used++;
    if (table->free_branch) table->free_branch = table->branches[i].bit;
    return 2 * i + 2;
}

static void insert(name_table *table, const char *name, uint32_t hash, uint32_t index) {
    size_t length = strlen(name);
    name_node added = take_entry(table), *at = slot_of(table, hash);
    name_node other = candidate(table, *at, name, length);
    *entry_at(table, added) = (name_entry){name, hash, index};
    table->count++;
    if (other == 0) {
        *at = added;
        return;
    }
    uint32_t bit = first_difference(name, entry_at(table, other)->name);
    while (is_branch(*at) && branch_at(table, *at)->bit < bit)
        at = &branch_at(table, *at)->child[bit_of(name, length, branch_at(table, *at)->bit)];
    name_node parting = take_branch(table);
    unsigned side = bit_of(name, length, bit);
    name_branch *branch = branch_at(table, parting);
    branch->bit = bit;
    branch->child[side] = added;
    branch->child[!side] = *at;
    *at = parting;
}

// Allocates one block for entries, branches and slots.
static bool take_block(name_table *table, const gyre_allocator *allocator, size_t capacity) {
    enum { SIZE = sizeof(name_entry) + sizeof(name_branch) + sizeof(name_node) };
    if (capacity > UINT32_MAX / 4) return false; // nodes are numbered in 32 bits
    char *block = gyre_take_array(allocator, capacity, SIZE);
    if (!block) return false;
    *table = (name_table){.capacity = capacity};
    table->entries = (name_entry *)(void *)block;
    table->branches = (name_branch *)(void *)(block + capacity * sizeof(name_entry));
    table->slots = (name_node *)(void *)(block + capacity * (sizeof(name_entry) + sizeof(name_branch)));
    memset(block, 0, capacity * SIZE);
    return true;
}

bool gyre_name_table_reserve(name_table *table, const gyre_allocator *allocator, size_t count) {
    size_t needed;
    if (!size_add(table->count, count, &needed)) return false;
    if (needed <= table->capacity) return true;
    size_t capacity = NAME_TABLE_MIN_CAPACITY;
    while (capacity < needed)
        if (!size_multiply(capacity, 2, &capacity)) return false;
    name_table grown;
    if (!take_block(&grown, allocator, capacity)) return false;
    for (size_t i = 0; i < table->entries_used; i++) {
        name_entry entry = table->entries[i];
        if (entry.name) insert(&grown, entry.name, entry.hash, entry.index);
    }
    gyre_give_back(allocator, table->entries);
    *table = grown;
    return true;
}

void gyre_name_table_free(name_table *table, const gyre_allocator *allocator) {
    gyre_give_back(allocator, table->entries);
    *table = (name_table){0};
}

// ---- use ----

void gyre_name_table_insert(name_table *table, const char *name, uint32_t index) {
    GYRE_ASSERT(table->count < table->capacity); // gyre_name_table_reserve was called
    insert(table, name, hash_of_name(name, strlen(name)), index);
}

bool gyre_name_table_find(const name_table *table, const char *name, uint32_t *out_index) {
    if (table->count == 0) return false;
    size_t length = strlen(name);
    uint32_t hash = hash_of_name(name, length);
    name_node node = candidate(table, *slot_of(table, hash), name, length);
    const name_entry *entry = node ? entry_at(table, node) : NULL;
    if (!entry || entry->hash != hash || strcmp(entry->name, name) != 0) return false;
    if (out_index) *out_index = entry->index;
    return true;
}

void gyre_name_table_remove(name_table *table, const char *name) {
    GYRE_ASSERT(table->count > 0);
    size_t length = strlen(name);
    name_node *at = slot_of(table, hash_of_name(name, length)), *parent = NULL;
    unsigned side = 0;
    while (is_branch(*at)) {
        parent = at;
        side = bit_of(name, length, branch_at(table, *at)->bit);
        at = &branch_at(table, *at)->child[side];
    }
    GYRE_ASSERT(*at && strcmp(entry_at(table, *at)->name, name) == 0);
    *entry_at(table, *at) = (name_entry){.index = table->free_entry};
    table->free_entry = *at / 2 + 1;
    table->count--;
    if (!parent) {
        *at = 0;
        return;
    }
    name_node gone = *parent;
    *parent = branch_at(table, gone)->child[!side]; // the sibling replaces the branch
    branch_at(table, gone)->bit = table->free_branch;
    table->free_branch = gone / 2;
}
