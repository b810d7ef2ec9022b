/// A hash table with linear probing, at most half full. Removal moves later entries up instead of leaving a mark, so
/// that searches never grow longer with the history of the table.
#include "base/name_table.h"

#include "base/archive.h"
#include "base/check.h"
#include "base/memory.h"

#include <string.h>

enum { NAME_TABLE_MIN_CAPACITY = 16 };

static uint32_t hash_of_name(const char *name) {
    return (uint32_t)gyre_archive_checksum((const uint8_t *)name, strlen(name));
}

static size_t place_after(const name_table *table, size_t place) { return (place + 1) & (table->capacity - 1); }

// The place of a name, or the empty place where the search for it ends. There is always one: half of them are empty.
static size_t find_place(const name_table *table, const char *name, uint32_t hash) {
    size_t place = hash & (table->capacity - 1);
    for (;; place = place_after(table, place)) {
        const name_entry *entry = &table->entries[place];
        if (!entry->name || (entry->hash == hash && strcmp(entry->name, name) == 0)) return place;
    }
}

bool gyre_name_table_reserve(name_table *table, const gyre_allocator *allocator, size_t count) {
    size_t needed;
    if (!size_add(table->count, count, &needed) || !size_multiply(needed, 2, &needed)) return false;
    if (needed <= table->capacity) return true;
    size_t capacity = NAME_TABLE_MIN_CAPACITY;
    while (capacity < needed)
        if (!size_multiply(capacity, 2, &capacity)) return false;

    name_table grown = {.capacity = capacity, .count = table->count};
    grown.entries = gyre_take_array(allocator, capacity, sizeof *grown.entries);
    if (!grown.entries) return false;
    for (size_t i = 0; i < capacity; i++)
        grown.entries[i] = (name_entry){0};
    for (size_t i = 0; i < table->capacity; i++) {
        name_entry entry = table->entries[i];
        if (entry.name) grown.entries[find_place(&grown, entry.name, entry.hash)] = entry;
    }
    gyre_give_back(allocator, table->entries);
    *table = grown;
    return true;
}

void gyre_name_table_free(name_table *table, const gyre_allocator *allocator) {
    gyre_give_back(allocator, table->entries);
    *table = (name_table){0};
}

void gyre_name_table_insert(name_table *table, const char *name, uint32_t index) {
    GYRE_ASSERT(2 * (table->count + 1) <= table->capacity); // room was reserved
    uint32_t hash = hash_of_name(name);
    name_entry *entry = &table->entries[find_place(table, name, hash)];
    GYRE_ASSERT(!entry->name);
    *entry = (name_entry){name, hash, index};
    table->count++;
}

bool gyre_name_table_find(const name_table *table, const char *name, uint32_t *out_index) {
    if (table->count == 0) return false;
    const name_entry *entry = &table->entries[find_place(table, name, hash_of_name(name))];
    if (!entry->name) return false;
    if (out_index) *out_index = entry->index;
    return true;
}

void gyre_name_table_remove(name_table *table, const char *name) {
    GYRE_ASSERT(table->count > 0);
    size_t hole = find_place(table, name, hash_of_name(name));
    GYRE_ASSERT(table->entries[hole].name);
    table->count--;

    // Move up what a search could no longer reach across the hole: an entry that lies at least as far from where it
    // wants to be as from the hole.
    size_t mask = table->capacity - 1;
    for (size_t place = place_after(table, hole); table->entries[place].name; place = place_after(table, place)) {
        size_t wanted = table->entries[place].hash & mask;
        if (((place - wanted) & mask) < ((place - hole) & mask)) continue;
        table->entries[hole] = table->entries[place];
        hole = place;
    }
    table->entries[hole] = (name_entry){0};
}
