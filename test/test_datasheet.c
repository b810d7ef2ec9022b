/// Layer 11: the answer of the mesh doctor as JSON and as elements of robot descriptions; parts together.
#include "body_helpers.h"
#include "gyre/datasheet.h"
#include "json_helpers.h"
#include "record/part_total.h"

static const double EPS = 2.3e-16;

// ---- diagnoses by hand ----

static gyre_mass_properties turned_box(double mass, gyre_vec3 size, gyre_quat q, gyre_vec3 center) {
    gyre_mass m;
    CHECK_OK(gyre_mass_of_box(mass, size, &m));
    gyre_mass_properties p = {mass, {0, 0, 0}, {m.inertia.x, m.inertia.y, m.inertia.z, 0, 0, 0}};
    CHECK_OK(gyre_mass_rotate(&p, q, &p));
    CHECK_OK(gyre_mass_translate(&p, center, &p));
    return p;
}

static gyre_diagnosis diagnosis_of(gyre_mass_properties mass, double volume, gyre_estimate_kind best) {
    gyre_diagnosis d = {.is_watertight = best == GYRE_ESTIMATE_exact,
                        .joined_count = 3,
                        .loop_count = 1,
                        .shell_count = 2,
                        .cavity_count = 1,
                        .area = 0.7,
                        .low = {-1, -2, -3},
                        .high = {1, 2, 3.5},
                        .best = best,
                        .spread = 0.0125,
                        .trust = "trust \"me\"",
                        .mesh = {.vertex_count = 8, .triangle_count = 12},
                        .unit = 1};
    d.estimates[best] = (gyre_estimate){1, volume, 0, mass};
    gyre_mass_properties larger = mass;
    larger.mass *= 1.5;
    d.estimates[GYRE_ESTIMATE_box] = (gyre_estimate){1, 1.5 * volume, 0, larger};
    return d;
}

static gyre_mass_properties a_mass(void) {
    gyre_quat q;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, -2, 0.5}, 0.7, &q));
    return turned_box(2.7, (gyre_vec3){0.3, 0.2, 0.1}, q, (gyre_vec3){0.1, -0.2, 0.3});
}

static void add_issue(gyre_diagnosis *d, gyre_issue_kind kind, size_t count, int is_repaired, const char *text) {
    gyre_issue *issue = &d->issues[d->issue_count++];
    *issue = (gyre_issue){kind, count, 5, kind < GYRE_ISSUE_cavity, is_repaired, ""};
    snprintf(issue->text, sizeof issue->text, "%s", text);
}

// ---- JSON ----

static gyre_json *json_of(const gyre_part *parts, size_t count, gyre_inertia_frame frame) {
    kept_text kept = {0};
    CHECK_OK(gyre_datasheet_write_json(parts, count, frame, &(gyre_sink){.write = keep_bytes, .user = &kept}));
    gyre_json *json = NULL;
    gyre_json_error error;
    if (read_copy(kept.bytes, kept.size, NULL, &json, &error) != GYRE_OK) fail_msg("%s in: %s", error.text, kept.bytes);
    CHECK_EQ(kept.bytes[kept.size - 1], '\n');
    free(kept.bytes);
    return json;
}

static const gyre_json_node *at(const gyre_json_node *object, const char *key, gyre_json_type type) {
    const gyre_json_node *node = gyre_json_find(object, key);
    if (!node) fail_msg("there is no %s", key);
    if (node->type != type) fail_msg("%s is %s", key, gyre_json_type_text(node->type));
    return node;
}

static double number_at(const gyre_json_node *object, const char *key) {
    return at(object, key, GYRE_JSON_NUMBER)->number;
}

static void check_array(const gyre_json_node *object, const char *key, const double *want, uint32_t count) {
    const gyre_json_node *array = at(object, key, GYRE_JSON_ARRAY);
    CHECK_EQ(array->count, count);
    const gyre_json_node *element = gyre_json_first(array);
    for (uint32_t i = 0; i < count; i++, element = gyre_json_next(element))
        CHECK_SAME(element->number, want[i] + 0.0);
}

static void check_text(const gyre_json_node *object, const char *key, const char *want) {
    const char *got = at(object, key, GYRE_JSON_STRING)->string;
    if (strcmp(got, want) != 0) fail_msg("%s is '%s', expected '%s'", key, got, want);
}

static void check_mass(const gyre_json_node *object, const gyre_mass_properties *want, double volume) {
    CHECK_SAME(number_at(object, "mass"), want->mass);
    CHECK_SAME(number_at(object, "volume"), volume);
    check_array(object, "center_of_mass", &want->center.x, 3);
    check_array(object, "inertia", &want->inertia.xx, 6);
}

TEST(json_of_one_part_matches_its_diagnosis) {
    gyre_mass_properties mass = a_mass();
    gyre_diagnosis d = diagnosis_of(mass, 0.0027, GYRE_ESTIMATE_exact);
    gyre_part part = {"a \"part\".stl", &d};
    gyre_json *json = json_of(&part, 1, GYRE_INERTIA_AT_CENTER);
    const gyre_json_node *root = gyre_json_root(json);
    // the documented keys, in the documented order
    static const char *const keys[] = {
        "file",           "mass",       "volume", "center_of_mass", "inertia",  "principal_moments",
        "principal_axes", "watertight", "method", "issues",         "estimates"};
    const gyre_json_node *member = gyre_json_first(root);
    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++, member = gyre_json_next(member))
        CHECK(strcmp(member->key, keys[i]) == 0);
    check_text(root, "file", part.file);
    check_mass(root, &mass, 0.0027);
    gyre_mass moments;
    gyre_quat axes;
    CHECK_OK(gyre_mass_principal_sorted(&mass, &moments, &axes));
    CHECK(moments.inertia.x < moments.inertia.y && moments.inertia.y < moments.inertia.z);
    check_array(root, "principal_moments", &moments.inertia.x, 3);
    check_array(root, "principal_axes", &axes.w, 4);
    at(root, "watertight", GYRE_JSON_TRUE);
    check_text(root, "method", "exact");
    CHECK_EQ(at(root, "issues", GYRE_JSON_ARRAY)->count, 0);
    check_text(root, "trust", "trust \"me\"");
    check_text(root, "frame", "center");
    CHECK_SAME(number_at(root, "spread"), 0.0125);
    CHECK_SAME(number_at(root, "area"), 0.7);
    CHECK_SAME(number_at(root, "density"), 2.7 / 0.0027);
    const gyre_json_node *box = at(root, "bounding_box", GYRE_JSON_OBJECT);
    check_array(box, "low", &d.low.x, 3);
    check_array(box, "high", &d.high.x, 3);
    CHECK_SAME(number_at(root, "triangles"), 12);
    CHECK_SAME(number_at(root, "vertices"), 8);
    CHECK_SAME(number_at(root, "joined_vertices"), 3);
    CHECK_SAME(number_at(root, "holes"), 1);
    CHECK_SAME(number_at(root, "shells"), 2);
    CHECK_SAME(number_at(root, "cavities"), 1);
    gyre_json_destroy(json);
}

TEST(json_has_every_estimate_or_null) {
    gyre_diagnosis d = diagnosis_of(a_mass(), 0.0027, GYRE_ESTIMATE_exact);
    gyre_part part = {"a.stl", &d};
    gyre_json *json = json_of(&part, 1, GYRE_INERTIA_AT_CENTER);
    const gyre_json_node *estimates = at(gyre_json_root(json), "estimates", GYRE_JSON_OBJECT);
    CHECK_EQ(estimates->count, 4);
    at(estimates, "voxel", GYRE_JSON_NULL);
    at(estimates, "shell", GYRE_JSON_NULL);
    CHECK(!gyre_json_find(estimates, "repaired"));
    check_mass(at(estimates, "exact", GYRE_JSON_OBJECT), &d.estimates[GYRE_ESTIMATE_exact].mass, 0.0027);
    check_mass(at(estimates, "box", GYRE_JSON_OBJECT), &d.estimates[GYRE_ESTIMATE_box].mass, 1.5 * 0.0027);
    CHECK_EQ(at(estimates, "box", GYRE_JSON_OBJECT)->count, 4);
    gyre_json_destroy(json);

    d.best = GYRE_ESTIMATE_repaired;
    d.estimates[GYRE_ESTIMATE_repaired] = d.estimates[GYRE_ESTIMATE_exact];
    d.estimates[GYRE_ESTIMATE_exact].is_known = 0;
    json = json_of(&part, 1, GYRE_INERTIA_AT_CENTER);
    estimates = at(gyre_json_root(json), "estimates", GYRE_JSON_OBJECT);
    CHECK_EQ(estimates->count, 5);
    at(estimates, "exact", GYRE_JSON_NULL);
    at(estimates, "repaired", GYRE_JSON_OBJECT);
    check_text(gyre_json_root(json), "method", "repaired");
    gyre_json_destroy(json);
}

TEST(json_lists_issues_with_kind_count_and_place) {
    gyre_diagnosis d = diagnosis_of(a_mass(), 0.0027, GYRE_ESTIMATE_voxel);
    add_issue(&d, GYRE_ISSUE_open_edge, 12, 1, "12 edges");
    add_issue(&d, GYRE_ISSUE_cavity, 1, 0, "1 cavity");
    d.spread = NAN;
    gyre_part part = {"a.stl", &d};
    gyre_json *json = json_of(&part, 1, GYRE_INERTIA_AT_CENTER);
    const gyre_json_node *root = gyre_json_root(json), *issues = at(root, "issues", GYRE_JSON_ARRAY);
    at(root, "watertight", GYRE_JSON_FALSE);
    at(root, "spread", GYRE_JSON_NULL); // JSON has no NaN
    CHECK_EQ(issues->count, 2);
    const gyre_json_node *first = gyre_json_first(issues), *second = gyre_json_next(first);
    check_text(first, "kind", "open_edge");
    CHECK_SAME(number_at(first, "count"), 12);
    CHECK_SAME(number_at(first, "first_triangle"), 5);
    at(first, "damage", GYRE_JSON_TRUE);
    at(first, "repaired", GYRE_JSON_TRUE);
    check_text(first, "text", "12 edges");
    check_text(second, "kind", "cavity");
    at(second, "damage", GYRE_JSON_FALSE);
    at(second, "repaired", GYRE_JSON_FALSE);
    gyre_json_destroy(json);
}

TEST(json_in_other_frames_describes_the_same_body) {
    gyre_mass_properties mass = a_mass();
    gyre_diagnosis d = diagnosis_of(mass, 0.0027, GYRE_ESTIMATE_exact);
    gyre_part part = {"a.stl", &d};
    gyre_json *json = json_of(&part, 1, GYRE_INERTIA_AT_ORIGIN);
    gyre_tensor about_origin;
    CHECK_OK(gyre_mass_inertia_about(&mass, (gyre_vec3){0, 0, 0}, &about_origin));
    check_text(gyre_json_root(json), "frame", "origin");
    check_array(gyre_json_root(json), "inertia", &about_origin.xx, 6);
    gyre_json_destroy(json);

    json = json_of(&part, 1, GYRE_INERTIA_PRINCIPAL);
    gyre_mass moments;
    gyre_quat axes;
    CHECK_OK(gyre_mass_principal_sorted(&mass, &moments, &axes));
    const double diagonal[6] = {moments.inertia.x, moments.inertia.y, moments.inertia.z, 0, 0, 0};
    check_text(gyre_json_root(json), "frame", "principal");
    check_array(gyre_json_root(json), "inertia", diagonal, 6);
    // estimates are along the same axes: the exact one is diagonal too, up to rounding
    const gyre_json_node *exact =
        at(at(gyre_json_root(json), "estimates", GYRE_JSON_OBJECT), "exact", GYRE_JSON_OBJECT);
    const gyre_json_node *entry = gyre_json_first(at(exact, "inertia", GYRE_JSON_ARRAY));
    for (int i = 0; i < 6; i++, entry = gyre_json_next(entry))
        CHECK_NEAR(entry->number, diagonal[i], 16 * EPS * moments.inertia.z);
    gyre_json_destroy(json);
}

// ---- several parts ----

TEST(two_halves_of_a_box_are_the_box) {
    gyre_quat none = {1, 0, 0, 0};
    gyre_mass_properties halves[2] = {turned_box(3, (gyre_vec3){1, 2, 3}, none, (gyre_vec3){0.5, 1, 1.5}),
                                      turned_box(3, (gyre_vec3){1, 2, 3}, none, (gyre_vec3){1.5, 1, 1.5})},
                         whole = turned_box(6, (gyre_vec3){2, 2, 3}, none, (gyre_vec3){1, 1, 1.5}), total;
    gyre_diagnosis d[2] = {diagnosis_of(halves[0], 6, GYRE_ESTIMATE_exact),
                           diagnosis_of(halves[1], 6, GYRE_ESTIMATE_voxel)};
    gyre_part parts[2] = {{"left.stl", &d[0]}, {"right.stl", &d[1]}};
    CHECK_OK(gyre_parts_total(parts, 2, &total));
    CHECK_NEAR(total.mass, 6, 4 * EPS);
    CHECK_BELOW(array_difference(&total.center.x, &whole.center.x, 3), 4 * EPS);
    CHECK_BELOW(array_difference(&total.inertia.xx, &whole.inertia.xx, 6), 32 * EPS);

    gyre_json *json = json_of(parts, 2, GYRE_INERTIA_AT_CENTER);
    const gyre_json_node *root = gyre_json_root(json), *list = at(root, "parts", GYRE_JSON_ARRAY);
    CHECK_EQ(root->count, 2);
    CHECK_EQ(list->count, 2);
    const gyre_json_node *left = gyre_json_first(list), *right = gyre_json_next(left);
    check_text(left, "file", "left.stl");
    check_mass(left, &halves[0], 6);
    check_text(right, "file", "right.stl");
    check_mass(right, &halves[1], 6);
    const gyre_json_node *sum = at(root, "total", GYRE_JSON_OBJECT);
    check_mass(sum, &total, 12);
    check_text(sum, "method", "voxel"); // the worse of the two
    at(sum, "watertight", GYRE_JSON_FALSE);
    CHECK_EQ(at(sum, "principal_moments", GYRE_JSON_ARRAY)->count, 3);
    CHECK_EQ(at(sum, "principal_axes", GYRE_JSON_ARRAY)->count, 4);
    gyre_json_destroy(json);
}

TEST(a_part_alone_is_its_own_total_to_the_bit) {
    gyre_mass_properties mass = a_mass(), total;
    gyre_diagnosis d = diagnosis_of(mass, 0.0027, GYRE_ESTIMATE_exact);
    CHECK_OK(gyre_parts_total(&(gyre_part){"a", &d}, 1, &total));
    CHECK_BYTES(&total, &mass, sizeof mass);
}

TEST(parts_without_mass_properties_are_refused) {
    gyre_diagnosis d = diagnosis_of(a_mass(), 0.0027, GYRE_ESTIMATE_exact);
    gyre_part part = {"a", &d}, nameless = {NULL, &d}, empty = {"a", NULL};
    gyre_mass_properties total = {.mass = 77};
    kept_text kept = {0};
    gyre_sink sink = {.write = keep_bytes, .user = &kept}, no_sink = {0};
    const gyre_inertia_frame center = GYRE_INERTIA_AT_CENTER;
    CHECK_RESULT(gyre_parts_total(&part, 0, &total), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_parts_total(NULL, 1, &total), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_parts_total(&empty, 1, &total), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_parts_total(&nameless, 1, &total), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_parts_total(&part, 1, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_datasheet_write_json(&part, 0, center, &sink), GYRE_ERR_LENGTH);
    CHECK_RESULT(gyre_datasheet_write_json(&part, 1, center, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_datasheet_write_json(&part, 1, center, &no_sink), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_datasheet_write_json(&part, 1, GYRE_INERTIA_FRAME_COUNT, &sink), GYRE_ERR_OPTION);
    d.best = GYRE_ESTIMATE_voxel; // which is not known
    CHECK_RESULT(gyre_parts_total(&part, 1, &total), GYRE_ERR_OPTION);
    CHECK_RESULT(gyre_datasheet_write_json(&part, 1, center, &sink), GYRE_ERR_OPTION);
    d.best = GYRE_ESTIMATE_COUNT;
    CHECK_RESULT(gyre_parts_total(&part, 1, &total), GYRE_ERR_OPTION);
    CHECK_EQ(kept.size, 0);
    d.best = GYRE_ESTIMATE_exact;
    d.estimates[GYRE_ESTIMATE_exact].mass.inertia.zz = 9; // no body has it
    CHECK_RESULT(gyre_datasheet_write_json(&part, 1, center, &sink), GYRE_ERR_INERTIA);
    gyre_diagnosis good = diagnosis_of(a_mass(), 0.0027, GYRE_ESTIMATE_exact);
    gyre_part parts[] = {{"good", &good}, part};
    CHECK_RESULT(gyre_datasheet_write_json(parts, 2, center, &sink), GYRE_ERR_INERTIA);
    CHECK_EQ(kept.size, 0); // not even the good part
    CHECK_SAME(total.mass, 77);
    CHECK(!gyre_inertia_frame_name(GYRE_INERTIA_FRAME_COUNT) && !gyre_element_name(GYRE_ELEMENT_COUNT));
    free(kept.bytes);
}

// A sink that is full after some bytes: the writer returns its error.
typedef struct full_sink {
    size_t room;
} full_sink;

static gyre_result fill(const void *bytes, size_t size, void *user) {
    (void)bytes;
    full_sink *sink = user;
    if (size > sink->room) return GYRE_ERR_FILE_WRITE;
    sink->room -= size;
    return GYRE_OK;
}

TEST(a_full_disk_is_reported_at_any_write) {
    gyre_mass_properties mass = a_mass();
    gyre_diagnosis d = diagnosis_of(mass, 0.0027, GYRE_ESTIMATE_exact);
    gyre_part parts[2] = {{"a", &d}, {"b", &d}};
    int failures = 0;
    for (size_t room = 0; room < 4000; room += 97) {
        full_sink full = {room};
        gyre_sink sink = {.write = fill, .user = &full};
        gyre_result r = gyre_datasheet_write_json(parts, 2, GYRE_INERTIA_AT_CENTER, &sink);
        CHECK(r == GYRE_OK || r == GYRE_ERR_FILE_WRITE);
        failures += r != GYRE_OK;
    }
    CHECK(failures > 20);
    kept_text whole = {0};
    CHECK_OK(gyre_datasheet_write_element(&mass, "a", GYRE_ELEMENT_SDF, GYRE_INERTIA_AT_CENTER,
                                          &(gyre_sink){.write = keep_bytes, .user = &whole}));
    for (size_t room = 0; room <= whole.size; room++) {
        full_sink full = {room};
        gyre_sink sink = {.write = fill, .user = &full};
        CHECK_RESULT(gyre_datasheet_write_element(&mass, "a", GYRE_ELEMENT_SDF, GYRE_INERTIA_AT_CENTER, &sink),
                     room < whole.size ? GYRE_ERR_FILE_WRITE : GYRE_OK);
    }
    free(whole.bytes);
}

TEST(names_of_files_are_any_bytes) {
    gyre_diagnosis d = diagnosis_of(a_mass(), 0.0027, GYRE_ESTIMATE_exact);
    gyre_part part = {"\xff\x01gr\xc3\xb6\xc3\x9f"
                      "e\xef\xbf\xbf.stl",
                      &d};
    gyre_json *json = json_of(&part, 1, GYRE_INERTIA_AT_CENTER);
    check_text(gyre_json_root(json), "file",
               "\xef\xbf\xbd\x01gr\xc3\xb6\xc3\x9f"
               "e\xef\xbf\xbf.stl");
    gyre_json_destroy(json);
}

// ---- elements ----

static kept_text element_of(const gyre_mass_properties *mass, const char *source, gyre_element element,
                            gyre_inertia_frame frame) {
    kept_text kept = {0};
    CHECK_OK(
        gyre_datasheet_write_element(mass, source, element, frame, &(gyre_sink){.write = keep_bytes, .user = &kept}));
    return kept;
}

// The numbers behind `before`, up to the quote or bracket that ends them.
static void numbers_behind(const char *text, const char *before, double *out, int count) {
    const char *place = strstr(text, before);
    if (!place) fail_msg("no %s in %s", before, text);
    char *end = (char *)place + strlen(before);
    for (int i = 0; i < count; i++)
        out[i] = strtod(end, &end);
    CHECK(*end == '"' || *end == '<');
}

// R diag R^T with R from the angles: the tensor as the reader of a robot description makes it.
static gyre_tensor tensor_from_angles(const double rpy[3], const double moments[3]) {
    gyre_quat x, y, z;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, rpy[0], &x));
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 1, 0}, rpy[1], &y));
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, rpy[2], &z));
    gyre_mass_properties p = {1, {0, 0, 0}, {moments[0], moments[1], moments[2], 0, 0, 0}};
    CHECK_OK(gyre_mass_rotate(&p, gyre_quat_multiply(z, gyre_quat_multiply(y, x)), &p));
    return p.inertia;
}

TEST(urdf_is_valid) {
    gyre_mass_properties p = {2.5, {0.1, -0.2, 0.3}, {0.02, 0.03, 0.04, -0.001, 0.002, -0.003}};
    kept_text text = element_of(&p, "arm.stl", GYRE_ELEMENT_URDF, GYRE_INERTIA_AT_CENTER);
    char want[500];
    snprintf(want, sizeof want,
             "<!-- arm.stl: mass properties by Gyre %s -->\n"
             "<inertial>\n"
             "  <origin xyz=\"0.1 -0.2 0.3\" rpy=\"0 0 0\"/>\n"
             "  <mass value=\"2.5\"/>\n"
             "  <inertia ixx=\"0.02\" ixy=\"-0.001\" ixz=\"0.002\" iyy=\"0.03\" iyz=\"-0.003\" izz=\"0.04\"/>\n"
             "</inertial>\n",
             gyre_version());
    if (strcmp(text.bytes, want) != 0) fail_msg("got %s", text.bytes);
    free(text.bytes);
}

TEST(mjcf_is_valid) {
    gyre_mass_properties p = {2.5, {0.1, -0.2, 0.3}, {0.02, 0.03, 0.04, -0.001, 0.002, -0.003}};
    kept_text text = element_of(&p, NULL, GYRE_ELEMENT_MJCF, GYRE_INERTIA_AT_CENTER);
    CHECK(strstr(text.bytes, "<!-- mass properties by Gyre ") == text.bytes);
    CHECK(strstr(text.bytes, "\n<inertial pos=\"0.1 -0.2 0.3\" mass=\"2.5\" "
                             "fullinertia=\"0.02 0.03 0.04 -0.001 0.002 -0.003\"/>\n"));
    free(text.bytes);
    gyre_mass_properties diagonal = {1, {-0.0, 0, 0}, {3, 4, 5, 0, 0, 0}};
    text = element_of(&diagonal, NULL, GYRE_ELEMENT_MJCF, GYRE_INERTIA_PRINCIPAL);
    CHECK(strstr(text.bytes, "\n<inertial pos=\"0 0 0\" quat=\"1 0 0 0\" mass=\"1\" diaginertia=\"3 4 5\"/>\n"));
    free(text.bytes);
}

TEST(sdf_is_valid) {
    gyre_mass_properties p = {2.5, {0.1, -0.2, 0.3}, {0.02, 0.03, 0.04, -0.001, 0.002, -0.003}};
    kept_text text = element_of(&p, "arm.stl", GYRE_ELEMENT_SDF, GYRE_INERTIA_AT_CENTER);
    CHECK(strstr(text.bytes, "\n<inertial>\n  <pose>0.1 -0.2 0.3 0 0 0</pose>\n  <mass>2.5</mass>\n  <inertia>\n"
                             "    <ixx>0.02</ixx>\n    <ixy>-0.001</ixy>\n    <ixz>0.002</ixz>\n"
                             "    <iyy>0.03</iyy>\n    <iyz>-0.003</iyz>\n    <izz>0.04</izz>\n"
                             "  </inertia>\n</inertial>\n"));
    free(text.bytes);
}

TEST(angles_and_quaternions_of_the_principal_frame_give_the_tensor_back) {
    random_source r = {4};
    for (int i = 0; i < 300; i++) {
        gyre_mass_properties p = turned_box(1.7, (gyre_vec3){0.5, 0.3, 0.2}, random_rotation(&r), random_vec3(&r, 1));
        double rpy[3], moments[3], pose[6], q[4];
        kept_text urdf = element_of(&p, "a", GYRE_ELEMENT_URDF, GYRE_INERTIA_PRINCIPAL);
        numbers_behind(urdf.bytes, "rpy=\"", rpy, 3);
        numbers_behind(urdf.bytes, "ixx=\"", &moments[0], 1);
        numbers_behind(urdf.bytes, "iyy=\"", &moments[1], 1);
        numbers_behind(urdf.bytes, "izz=\"", &moments[2], 1);
        CHECK(strstr(urdf.bytes, "ixy=\"0\" ixz=\"0\"") && strstr(urdf.bytes, "iyz=\"0\""));
        gyre_tensor again = tensor_from_angles(rpy, moments);
        CHECK_BELOW(array_difference(&again.xx, &p.inertia.xx, 6), 1e-16); // some 10 roundings of numbers up to 0.05

        kept_text sdf = element_of(&p, "a", GYRE_ELEMENT_SDF, GYRE_INERTIA_PRINCIPAL);
        numbers_behind(sdf.bytes, "<pose>", pose, 6);
        CHECK_BYTES(pose, &p.center, sizeof p.center);
        CHECK_BYTES(pose + 3, rpy, sizeof rpy);

        kept_text mjcf = element_of(&p, "a", GYRE_ELEMENT_MJCF, GYRE_INERTIA_PRINCIPAL);
        numbers_behind(mjcf.bytes, "quat=\"", q, 4);
        numbers_behind(mjcf.bytes, "diaginertia=\"", moments, 3);
        gyre_mass_properties turned = {1, {0, 0, 0}, {moments[0], moments[1], moments[2], 0, 0, 0}};
        CHECK_OK(gyre_mass_rotate(&turned, (gyre_quat){q[0], q[1], q[2], q[3]}, &turned));
        CHECK_BELOW(array_difference(&turned.inertia.xx, &p.inertia.xx, 6), 1e-16);
        free(urdf.bytes), free(sdf.bytes), free(mjcf.bytes);
    }
}

// The rotation is recovered, also where roll and yaw turn about the same axis.
TEST(roll_pitch_and_yaw_are_the_rotation_also_in_gimbal_lock) {
    random_source r = {6};
    const double right_angle = 1.5707963267948966;
    for (int i = 0; i < 2000; i++) {
        gyre_quat q = random_rotation(&r), x, y, z;
        if (i % 2) {
            double off = i % 4 == 1 ? 0 : random_between(&r, -1, 1) * (i % 8 == 3 ? 1e-15 : 1e-7);
            double pitch = (i % 16 < 8 ? right_angle : -right_angle) + off;
            CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, random_between(&r, -3, 3), &x));
            CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 1, 0}, pitch, &y));
            CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, random_between(&r, -3, 3), &z));
            q = gyre_quat_multiply(z, gyre_quat_multiply(y, x));
        }
        gyre_vec3 rpy = gyre_roll_pitch_yaw(q);
        CHECK(fabs(rpy.y) <= right_angle);
        CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 0, 0}, rpy.x, &x));
        CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 1, 0}, rpy.y, &y));
        CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){0, 0, 1}, rpy.z, &z));
        gyre_mat3 want = gyre_quat_to_mat3(q), got = gyre_quat_to_mat3(gyre_quat_multiply(z, gyre_quat_multiply(y, x)));
        CHECK_BELOW(mat3_difference(&got, &want), 16 * EPS);
    }
    gyre_vec3 none = gyre_roll_pitch_yaw((gyre_quat){1, 0, 0, 0});
    CHECK(none.x == 0 && none.y == 0 && none.z == 0);
}

TEST(text_in_a_comment_cannot_end_it) {
    gyre_mass_properties p = a_mass();
    kept_text text = element_of(&p, "a---b-->.stl\n\x02\xef\xbf\xbe & <", GYRE_ELEMENT_MJCF, GYRE_INERTIA_AT_CENTER);
    CHECK(strstr(text.bytes, "<!-- a- - -b- ->.stl??? & <: mass properties by Gyre ") == text.bytes);
    CHECK(strstr(strstr(text.bytes + 4, "--"), "-->") == strstr(text.bytes + 4, "--")); // the first -- is the end
    free(text.bytes);
}

TEST(elements_that_a_format_cannot_express_are_refused) {
    gyre_mass_properties p = a_mass(), impossible = p, massless = p;
    impossible.inertia.zz *= 10;
    massless.mass = 0;
    kept_text kept = {0};
    gyre_sink sink = {.write = keep_bytes, .user = &kept};
    const struct {
        const gyre_mass_properties *p;
        gyre_element element;
        gyre_inertia_frame frame;
        const gyre_sink *sink;
        gyre_result want;
    } cases[] = {
        {&p, GYRE_ELEMENT_URDF, GYRE_INERTIA_AT_ORIGIN, &sink, GYRE_ERR_OPTION},
        {&p, GYRE_ELEMENT_URDF, GYRE_INERTIA_FRAME_COUNT, &sink, GYRE_ERR_OPTION},
        {&p, GYRE_ELEMENT_COUNT, GYRE_INERTIA_AT_CENTER, &sink, GYRE_ERR_OPTION},
        {&impossible, GYRE_ELEMENT_SDF, GYRE_INERTIA_AT_CENTER, &sink, GYRE_ERR_INERTIA},
        {&massless, GYRE_ELEMENT_SDF, GYRE_INERTIA_AT_CENTER, &sink, GYRE_ERR_MASS},
        {NULL, GYRE_ELEMENT_SDF, GYRE_INERTIA_AT_CENTER, &sink, GYRE_ERR_NULL_POINTER},
        {&p, GYRE_ELEMENT_SDF, GYRE_INERTIA_AT_CENTER, NULL, GYRE_ERR_NULL_POINTER},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        CHECK_RESULT(gyre_datasheet_write_element(cases[i].p, "a", cases[i].element, cases[i].frame, cases[i].sink),
                     cases[i].want);
    CHECK_EQ(kept.size, 0);
}

RUN_TESTS("datasheet")
