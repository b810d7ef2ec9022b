/// Writes pictures and pages of diagnosed parts of all sorts into a directory: for validators, and for the eye.
#include "part_helpers.h"

#include <time.h>

static const char *directory;

static void save(const char *name, const char *extension, part_writer *write, const gyre_part *parts, size_t count) {
    char path[1024];
    struct timespec begin, end;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    char *page = part_page(write, parts, count);
    clock_gettime(CLOCK_MONOTONIC, &end);
    snprintf(path, sizeof path, "%s/%s.%s", directory, name, extension);
    FILE *file = fopen(path, "wb");
    if (!file || fputs(page, file) < 0 || fclose(file) != 0) {
        perror(path);
        exit(1);
    }
    double seconds = (double)(end.tv_sec - begin.tv_sec) + 1e-9 * (double)(end.tv_nsec - begin.tv_nsec);
    printf("%-14s %-4s %9zu bytes %8.3f s\n", name, extension, strlen(page), seconds);
    free(page);
}

static void save_parts(const char *name, const gyre_part *parts, size_t count) {
    save(name, "svg", gyre_datasheet_write_svg, parts, count);
    save(name, "html", gyre_datasheet_write_html, parts, count);
}

static void save_part(const char *name, const char *file, own_part p) {
    gyre_part part = {file, &p.diagnosis};
    save_parts(name, &part, 1);
    part_free(&p);
}

// A cup: a cylinder without its top, which a cap closes or does not.
static own_part cup(int is_closed) {
    enum { SECTORS = 48 };
    own_mesh closed = mesh_of_cylinder(20, 50, SECTORS), m = mesh_with_room(2 * SECTORS + 2, 4 * SECTORS);
    mesh_move(&closed, 1, (gyre_quat){0.8, 0.36, 0.48, 0}, (gyre_vec3){100, 40, 25});
    for (size_t i = 0; i < closed.view.vertex_count; i++)
        mesh_add_vertex(&m, mesh_point(&closed, i));
    for (int pass = 0; pass < 2; pass++) // the lid comes last
        for (size_t i = 0; i < closed.view.triangle_count; i++) {
            const uint32_t *t = closed.triangles + 3 * i;
            int is_lid = t[0] == 1;
            if (is_lid == pass && (is_closed || !is_lid)) mesh_add_triangle(&m, t[0], t[1], t[2]);
        }
    mesh_free(&closed);
    own_part p = part_of(m, 0.001);
    uint32_t rim[SECTORS];
    for (uint32_t i = 0; i < SECTORS; i++)
        rim[i] = 3 + 2 * i;
    part_add_rim(&p, rim, SECTORS);
    p.diagnosis.cap_triangle_count = is_closed ? SECTORS : 0;
    p.diagnosis.best = is_closed ? GYRE_ESTIMATE_repaired : GYRE_ESTIMATE_voxel;
    p.diagnosis.estimates[p.diagnosis.best] = p.diagnosis.estimates[GYRE_ESTIMATE_exact];
    part_add_issue(&p, GYRE_ISSUE_open_edge, 1, is_closed, "48 edges belong to one triangle only: a hole 40 mm across");
    part_add_issue(&p, GYRE_ISSUE_duplicate_face, 1, 1, "12 triangles are duplicated");
    part_add_issue(&p, GYRE_ISSUE_separate_shells, 0, 0, "2 separate closed surfaces");
    snprintf(p.diagnosis.trust, sizeof p.diagnosis.trust,
             is_closed
                 ? "The hole is flat and was closed, and the voxel estimate, which does not need a closed surface, "
                   "agrees to 0.4 %%. Use the repaired estimate."
                 : "The surface has a hole of 40 mm that has no unambiguous closure: the estimate from "
                   "small cubes fills it as the winding number suggests. The estimates differ by 31 %%, so treat "
                   "mass and inertia as rough, and close the hole where the part was made.");
    return p;
}

static own_part box_part(double x, double y, double z, double unit) {
    own_mesh m = mesh_of_box((gyre_vec3){x, y, z});
    return part_of(m, unit);
}

static void save_assembly(void) {
    own_part parts[4];
    own_mesh ball = mesh_of_sphere(15, 24), ring = mesh_of_torus(30, 6, 64, 24), rod = mesh_of_cylinder(5, 90, 32);
    gyre_quat upright = {1, 0, 0, 0}, tilted = {0.8, 0, 0.6, 0};
    mesh_move(&ball, 1, upright, (gyre_vec3){0, 0, 40});
    mesh_move(&rod, 1, tilted, (gyre_vec3){20, 30, 0});
    parts[0] = part_of(ball, 0.001);
    parts[1] = part_of(ring, 0.001);
    parts[2] = part_of(rod, 0.001);
    parts[3] = cup(0);
    const char *const names[4] = {"ball.stl", "ring.obj", "a rod with a long name that finds no room in the column.ply",
                                  "cup.glb"};
    gyre_part all[4];
    for (int i = 0; i < 4; i++)
        all[i] = (gyre_part){names[i], &parts[i].diagnosis};
    save_parts("assembly", all, 4);
    gyre_part many[12];
    for (int i = 0; i < 12; i++)
        many[i] = all[i % 3];
    save_parts("many", many, 12);
    for (int i = 0; i < 4; i++)
        part_free(&parts[i]);
}

// Everything that can be found, each in a long sentence.
static own_part damaged(void) {
    own_part p = cup(0);
    p.diagnosis.issue_count = 0;
    for (int i = 0; i < GYRE_ISSUE_KIND_COUNT; i++)
        part_add_issue(&p, (gyre_issue_kind)i, i < 8, i % 2,
                       "123456 pairs of triangles pass through each other, the first of them triangle 7890123, which "
                       "makes volumes where they overlap count twice, and nothing was done about it");
    return p;
}

static own_part tilted_block(void) {
    own_mesh m = mesh_of_box((gyre_vec3){80, 30, 12});
    mesh_move(&m, 1, (gyre_quat){0.8, 0.2, 0.4, 0.4}, (gyre_vec3){5, 5, 5});
    return part_of(m, 0.001);
}

int main(int argc, char **argv) {
    if (argc < 2) return 2;
    directory = argv[1];
    save_part("cup_closed", "cup.stl", cup(1));
    save_part("cup_open", "parts/<cup> & \"saucer\".stl", cup(0));
    save_part("block", "block.obj", tilted_block());
    save_part("cube", "cube.obj", box_part(2, 2, 2, 1));
    save_part("needle_x", "needle.stl", box_part(500, 1, 1, 0.001));
    save_part("needle_y", "needle.stl", box_part(1, 500, 1, 0.001));
    save_part("needle_z", "needle.stl", box_part(1, 1, 500, 0.001));
    save_part("plate_z", "plate.stl", box_part(300, 200, 1, 0.001));
    save_part("plate_x", "plate.stl", box_part(0.5, 200, 300, 0.001));
    save_part("tiny", "tiny.stl", box_part(3, 2, 1, 1e-8));
    save_part("huge", "huge.stl", box_part(3, 2, 1, 1e8));
    save_part("torus", "torus.ply", part_of(mesh_of_torus(30, 11, 96, 48), 0.001));
    save_part("damaged", "damaged.stl", damaged());
    save_part("hostile", "</script><script>alert(1)</script> '\" & \xff\xfe ]]> <!-- \x01\n.stl", cup(1));
    save_assembly();
    if (argc > 2) save_part("million", "million.stl", part_of(mesh_of_torus(30, 11, 1000, 500), 0.001));
    return 0;
}
