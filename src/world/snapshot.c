/// Snapshots: a header, then the parts of a world as sections.
#include "gyre/snapshot.h"

#include "base/log.h"
#include "base/memory.h"
#include "world/body_store.h"
#include "world/force_store.h"
#include "world/snapshot_parts.h"

#include <inttypes.h>
#include <string.h>

enum {
    SNAPSHOT_MAGIC = 0x53525947, // "GYRS"
    SNAPSHOT_VERSION = SNAPSHOT_SECTIONED,
    HEADER_SIZE = 4 + 4 + 8 + 8, // magic, version, size of what follows, its checksum
};

// Sections in the order of the file; each begins with its tag and its size.
static const struct {
    char tag[5];
    void (*put)(const snapshot *s);
} sections[] = {
    {"SETT", gyre_snapshot_settings},
    {"LEDG", gyre_snapshot_ledger},
    {"BODY", gyre_snapshot_bodies},
    {"FORC", gyre_snapshot_forces},
};

enum { SECTION_COUNT = sizeof sections / sizeof sections[0] };

static uint64_t size_of_section(const snapshot *s, int i) {
    if (s->a->mode == ARCHIVE_READ) return 0;
    archive measure = gyre_archive_measure();
    snapshot measured = *s;
    measured.a = &measure;
    sections[i].put(&measured);
    if (measure.is_bad) s->a->is_bad = true;
    return measure.at;
}

static void put_section(const snapshot *s, int i) {
    archive *a = s->a;
    char tag[4];
    memcpy(tag, sections[i].tag, sizeof tag);
    uint64_t size = size_of_section(s, i);
    gyre_archive_bytes(a, tag, sizeof tag);
    gyre_archive_u64(a, &size);
    if (memcmp(tag, sections[i].tag, sizeof tag) != 0) a->is_bad = true;
    size_t begin = a->at;
    if (!a->is_bad) sections[i].put(s);
    if (a->at - begin != size) a->is_bad = true;
}

static void put_world(const snapshot *s) {
    for (int i = 0; i < SECTION_COUNT && !s->a->is_bad; i++) {
        if (s->version >= SNAPSHOT_SECTIONED)
            put_section(s, i);
        else
            sections[i].put(s);
    }
}

static void put_header(archive *a, uint32_t *version, uint64_t *size, uint64_t *checksum) {
    uint32_t magic = SNAPSHOT_MAGIC;
    gyre_archive_u32(a, &magic);
    gyre_archive_u32(a, version);
    gyre_archive_u64(a, size);
    gyre_archive_u64(a, checksum);
    if (magic != SNAPSHOT_MAGIC || *version < SNAPSHOT_UNSECTIONED || *version > SNAPSHOT_VERSION) a->is_bad = true;
}

gyre_result gyre_world_snapshot_size(const gyre_world *world, size_t *out_size) {
    if (!out_size) return GYRE_ERR_NULL_POINTER;
    gyre_result r = gyre_world_check_idle(world);
    if (r != GYRE_OK) return r;
    archive a = gyre_archive_measure();
    put_world(&(snapshot){&a, (gyre_world *)world, world, SNAPSHOT_VERSION}); // writing does not change the world
    if (a.is_bad) return GYRE_ERR_NOT_FINITE; // a non-finite state after a failed step of a non-transactional world
    *out_size = HEADER_SIZE + a.at;
    return GYRE_OK;
}

gyre_result gyre_world_save(const gyre_world *world, void *bytes, size_t capacity, size_t *out_size) {
    if (!bytes || !out_size) return GYRE_ERR_NULL_POINTER;
    size_t size;
    gyre_result r = gyre_world_snapshot_size(world, &size);
    if (r != GYRE_OK) return r;
    if (size > capacity) {
        gyre_log_line(&world->def.log, GYRE_LOG_ERROR, "snapshot: needs %zu bytes, the buffer has %zu", size, capacity);
        return GYRE_ERR_LENGTH;
    }
    uint8_t *payload = (uint8_t *)bytes + HEADER_SIZE;
    uint64_t payload_size = size - HEADER_SIZE;
    archive body = gyre_archive_write(payload, size - HEADER_SIZE);
    put_world(&(snapshot){&body, (gyre_world *)world, world, SNAPSHOT_VERSION});
    uint64_t checksum = gyre_archive_checksum(payload, size - HEADER_SIZE);
    archive head = gyre_archive_write(bytes, HEADER_SIZE);
    uint32_t version = SNAPSHOT_VERSION;
    put_header(&head, &version, &payload_size, &checksum);
    *out_size = size;
    return GYRE_OK;
}

static gyre_result header_check(const gyre_logger *log, const uint8_t *bytes, size_t size, uint32_t *out_version) {
    archive head = gyre_archive_read(bytes, size);
    uint64_t payload_size = 0, checksum = 0;
    put_header(&head, out_version, &payload_size, &checksum);
    if (head.is_bad)
        gyre_log_line(log, GYRE_LOG_ERROR, "snapshot: these %zu bytes do not begin as a snapshot of this version",
                      size);
    else if (payload_size != size - HEADER_SIZE)
        gyre_log_line(log, GYRE_LOG_ERROR, "snapshot: must have %" PRIu64 " bytes, has %zu", payload_size + HEADER_SIZE,
                      size);
    else if (gyre_archive_checksum(bytes + HEADER_SIZE, size - HEADER_SIZE) != checksum)
        gyre_log_line(log, GYRE_LOG_ERROR, "snapshot: the checksum differs: the bytes are damaged");
    else
        return GYRE_OK;
    return GYRE_ERR_SNAPSHOT;
}

// Replaces the contents of the world; its scratch memory, threads and kernel stay.
static void replace_contents(gyre_world *world, gyre_world *next) {
    gyre_force_store_free(world);
    gyre_body_store_free(world);
    if (next->scratch.callback_block.block) {
        gyre_give_back(&world->def.allocator, world->scratch.callback_block.block);
        world->scratch.callback_block = next->scratch.callback_block;
    }
    world->def = next->def;
    world->tag = next->tag;
    world->time = next->time;
    world->bodies = next->bodies;
    world->forces = next->forces;
    world->ledger = next->ledger;
    world->next_step = next->next_step;
    world->is_wrench_current = false;
    world->doubts = next->doubts;
    gyre_world_choose_kernel(world);
}

gyre_result gyre_world_restore(gyre_world *world, const void *bytes, size_t size) {
    if (!bytes) return GYRE_ERR_NULL_POINTER;
    uint32_t version = 0;
    gyre_result r = gyre_world_check_idle(world);
    if (r == GYRE_OK) r = header_check(&world->def.log, bytes, size, &version);
    if (r != GYRE_OK) return r;
    gyre_world next = {
        .def = world->def,
        .kernel = world->kernel,
        .kernel_now = world->kernel,
        .is_kernel_free = world->is_kernel_free,
    };
    next.def.log = (gyre_logger){0}; // no messages about parts: any invalid part means that the snapshot is damaged
    archive body = gyre_archive_read((const uint8_t *)bytes + HEADER_SIZE, size - HEADER_SIZE);
    put_world(&(snapshot){&body, &next, world, version});
    if (body.is_bad || body.at != body.size) {
        gyre_force_store_free(&next);
        gyre_body_store_free(&next);
        gyre_give_back(&next.def.allocator, next.scratch.callback_block.block);
        return body.is_out_of_memory ? GYRE_ERR_NO_MEMORY : GYRE_ERR_SNAPSHOT;
    }
    next.def.log = world->def.log;
    replace_contents(world, &next);
    return GYRE_OK;
}
