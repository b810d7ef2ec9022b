/// Doubly linked lists through the force records. A link is 2 * (index of a force's id) + side + 1, side 0 for the
/// force's body and 1 for its other body; 0 is no link.
#include "world/force_lists.h"

#include "base/memory.h"

#include <string.h>

enum { LISTS_MIN = 16 };

static force_record *record_of(const gyre_world *world, uint32_t link) {
    return &world->forces.records[gyre_id_position(&world->forces.ids, (link - 1) / 2)];
}

static force_link *link_at(const gyre_world *world, uint32_t link) {
    return &record_of(world, link)->links[(link - 1) % 2];
}

static gyre_body_id body_at(const force_record *record, uint32_t side) {
    return side ? record->def.other : record->def.body;
}

bool gyre_force_lists_reserve(gyre_world *world, const gyre_force_def *def) {
    size_t needed = gyre_body_is_none(def->body) ? 0 : (size_t)def->body.index + 1;
    if (!gyre_body_is_none(def->other) && def->other.index >= needed) needed = (size_t)def->other.index + 1;
    if (needed <= world->forces.list_count) return true;
    size_t count = world->forces.list_count + world->forces.list_count / 2 + LISTS_MIN;
    if (count < needed) count = needed;
    force_list *lists = gyre_take_array(&world->def.allocator, count, sizeof *lists);
    if (!lists) return false;
    memset(lists, 0, count * sizeof *lists);
    if (world->forces.list_count > 0) memcpy(lists, world->forces.lists, world->forces.list_count * sizeof *lists);
    gyre_give_back(&world->def.allocator, world->forces.lists);
    world->forces.lists = lists;
    world->forces.list_count = count;
    return true;
}

void gyre_force_lists_free(gyre_world *world) { gyre_give_back(&world->def.allocator, world->forces.lists); }

void gyre_force_lists_link(gyre_world *world, uint32_t slot) {
    force_record *record = &world->forces.records[slot];
    for (uint32_t side = 0; side < 2; side++) {
        gyre_body_id body = body_at(record, side);
        if (gyre_body_is_none(body)) continue;
        force_list *list = &world->forces.lists[body.index];
        uint32_t link = 2 * record->id_index + side + 1;
        record->links[side] = (force_link){.previous = list->last};
        if (list->last)
            link_at(world, list->last)->next = link;
        else
            list->first = link;
        list->last = link;
    }
}

void gyre_force_lists_unlink(gyre_world *world, uint32_t slot) {
    const force_record *record = &world->forces.records[slot];
    for (uint32_t side = 0; side < 2; side++) {
        gyre_body_id body = body_at(record, side);
        if (gyre_body_is_none(body)) continue;
        force_list *list = &world->forces.lists[body.index];
        force_link gone = record->links[side];
        *(gone.previous ? &link_at(world, gone.previous)->next : &list->first) = gone.next;
        *(gone.next ? &link_at(world, gone.next)->previous : &list->last) = gone.previous;
    }
}

uint32_t gyre_force_lists_next(const gyre_world *world, gyre_body_id body, uint32_t *link) {
    if (body.index >= world->forces.list_count) return UINT32_MAX; // the body never had a force
    *link = *link ? link_at(world, *link)->next : world->forces.lists[body.index].first;
    return *link ? gyre_id_position(&world->forces.ids, (*link - 1) / 2) : UINT32_MAX;
}
