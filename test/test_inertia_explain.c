/// Layer 2: slips that make a tensor impossible, boxes from moments, materials.
#include "body_helpers.h"
#include "check.h"
#include "gyre/materials.h"

static const double EPS = 2.3e-16;

// A turned box of 12 kg: every product of inertia counts.
static gyre_tensor turned_box(gyre_vec3 size, gyre_quat q) {
    gyre_mass m;
    CHECK_OK(gyre_mass_of_box(12, size, &m));
    gyre_mass_properties box = {12, {0, 0, 0}, {m.inertia.x, m.inertia.y, m.inertia.z, 0, 0, 0}};
    CHECK_OK(gyre_mass_rotate(&box, q, &box));
    return box.inertia;
}

static gyre_inertia_explanation explained(gyre_tensor t) {
    gyre_inertia_explanation e;
    CHECK_OK(gyre_inertia_explain(&t, &e));
    for (size_t i = 0; i < e.count; i++) {
        CHECK_OK(gyre_inertia_check(&e.mendings[i].inertia, NULL));
        CHECK(e.mendings[i].text[0] != '\0');
    }
    return e;
}

static const gyre_inertia_mending *mending_by(const gyre_inertia_explanation *e, gyre_inertia_cause cause) {
    for (size_t i = 0; i < e->count; i++)
        if (e->mendings[i].cause == cause) return &e->mendings[i];
    return NULL;
}

static void check_tensor(gyre_tensor got, gyre_tensor want, double tolerance) {
    CHECK_BELOW(array_difference(&got.xx, &want.xx, 6), tolerance);
}

TEST(a_valid_tensor_has_no_explanation) {
    random_source r = {1};
    for (int i = 0; i < 100; i++)
        CHECK_EQ(explained(turned_box((gyre_vec3){0.3, 0.2, 0.1}, random_rotation(&r))).count, 0);
    CHECK_EQ(explained((gyre_tensor){0}).count, 0);
}

// Whenever a wrong sign makes the tensor impossible, the right one is found.
TEST(products_of_inertia_with_the_wrong_sign_are_recognised) {
    random_source r = {2};
    int impossible = 0;
    for (int i = 0; i < 2000; i++) {
        gyre_tensor right = turned_box((gyre_vec3){0.3, 0.05, 0.02}, random_rotation(&r)), wrong = right;
        wrong.xy = -wrong.xy, wrong.xz = -wrong.xz, wrong.yz = -wrong.yz;
        if (gyre_inertia_check(&wrong, NULL) == GYRE_OK) continue;
        impossible++;
        gyre_inertia_explanation e = explained(wrong);
        const gyre_inertia_mending *m = mending_by(&e, GYRE_CAUSE_SIGN);
        CHECK(m);
        CHECK_BYTES(&m->inertia, &right, sizeof right);
        CHECK(m == &e.mendings[0] || e.mendings[0].cause == GYRE_CAUSE_ROUNDING);
        CHECK(strstr(m->text, "wrong sign"));
    }
    CHECK(impossible > 100);
}

TEST(entries_in_another_order_are_recognised) {
    gyre_quat q;
    CHECK_OK(gyre_quat_from_axis_angle((gyre_vec3){1, 2, 3}, 0.2, &q));
    gyre_tensor t = turned_box((gyre_vec3){0.3, 0.2, 0.1}, q);
    const struct {
        gyre_tensor stated;
        const char *text;
    } cases[] = {{{t.xx, t.xy, t.xz, t.yy, t.yz, t.zz}, "xx xy xz yy yz zz"},
                 {{t.xx, t.xy, t.yy, t.xz, t.yz, t.zz}, "xx xy yy xz yz zz"}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        gyre_inertia_explanation e = explained(cases[i].stated);
        const gyre_inertia_mending *m = mending_by(&e, GYRE_CAUSE_ORDER);
        CHECK(m);
        CHECK_BYTES(&m->inertia, &t, sizeof t);
        CHECK(strstr(m->text, cases[i].text));
    }
    // a thin plate in a corner of its axes, its products listed as yz xz xy
    gyre_tensor plate = {0.6, 0.5, 1, 0.45, 0, 0};
    CHECK_OK(gyre_inertia_check(&plate, NULL));
    gyre_inertia_explanation e = explained((gyre_tensor){0.6, 0.5, 1, 0, 0, 0.45});
    const gyre_inertia_mending *m = mending_by(&e, GYRE_CAUSE_ORDER);
    CHECK(m);
    CHECK_BYTES(&m->inertia, &plate, sizeof plate);
}

TEST(lost_digits_are_recognised_and_replaced_by_the_nearest_tensor) {
    gyre_tensor printed = {0.333, 0.083, 0.417, 0, 0, 0}, nearest; // a plate of 1 x 2 m and 1 kg
    CHECK_OK(gyre_inertia_nearest(&printed, &nearest, NULL));
    gyre_inertia_explanation e = explained(printed);
    CHECK_EQ(e.count, 1);
    CHECK_EQ(e.mendings[0].cause, GYRE_CAUSE_ROUNDING);
    CHECK_BYTES(&e.mendings[0].inertia, &nearest, sizeof nearest);
    CHECK(strstr(e.mendings[0].text, "the nearest possible body is a flat plate, 0.24 %"));
    e = explained((gyre_tensor){-1e-4, 0.083, 0.083, 0, 0, 0});
    CHECK_EQ(e.mendings[0].cause, GYRE_CAUSE_ROUNDING);
    CHECK(strstr(e.mendings[0].text, "the nearest possible body is a thin rod, 0.12 %"));
    // just beyond a percent it is something else
    e = explained((gyre_tensor){1, 1, 2.03, 0, 0, 0});
    CHECK(!mending_by(&e, GYRE_CAUSE_ROUNDING));
}

TEST(a_power_of_ten_in_one_entry_is_recognised_when_it_is_the_only_one) {
    gyre_inertia_explanation e = explained((gyre_tensor){1, 2, 30, 0, 0, 0});
    const gyre_inertia_mending *m = mending_by(&e, GYRE_CAUSE_ENTRY);
    CHECK(m);
    check_tensor(m->inertia, (gyre_tensor){1, 2, 3, 0, 0, 0}, 2 * EPS * 3);
    CHECK(strcmp(m->text, "one entry is 10 times too large: Izz is 30, should be 3") == 0);
    e = explained((gyre_tensor){0.05, 0.06, 7e-5, 0, 0, 0});
    m = mending_by(&e, GYRE_CAUSE_ENTRY);
    CHECK(m);
    check_tensor(m->inertia, (gyre_tensor){0.05, 0.06, 0.07, 0, 0, 0}, EPS * 0.07);
    CHECK(strstr(m->text, "1000 times too small: Izz is 7e-05, should be 0.07"));
    e = explained((gyre_tensor){1, 1, 1, 5, 0, 0});
    m = mending_by(&e, GYRE_CAUSE_ENTRY);
    CHECK(m && strstr(m->text, "Ixy is 5, should be 0.5"));
    // 1, 1, 1 and 1, 10, 10 are both valid: the wrong number cannot be identified
    e = explained((gyre_tensor){1, 1, 10, 0, 0, 0});
    CHECK(!mending_by(&e, GYRE_CAUSE_ENTRY));
}

TEST(a_power_of_ten_is_recognised_in_every_entry) {
    static const char *const names[] = {"Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz"};
    for (int i = 0; i < 6; i++) {
        const gyre_tensor right = {2, 3, 4, 0.1, 0.2, 0.3};
        gyre_tensor wrong = right;
        (&wrong.xx)[i] *= 1000;
        gyre_inertia_explanation e = explained(wrong);
        const gyre_inertia_mending *m = mending_by(&e, GYRE_CAUSE_ENTRY);
        if (!m || !strstr(m->text, names[i])) fail_msg("%s: %s", names[i], m ? m->text : "not recognised");
        if (i < 3) check_tensor(m->inertia, right, 4 * EPS * 4); // a product has more than one possible size
    }
}

TEST(second_moments_are_recognised_last_and_converted_to_inertia) {
    random_source r = {5};
    int impossible = 0;
    for (int i = 0; i < 500; i++) {
        gyre_quat q = random_rotation(&r);
        gyre_mass_properties p = {1, {0, 0, 0}, {0.11, 1.01, 1.1, 0, 0, 0}}; // longer than wide: S is 1, 0.1, 0.01
        CHECK_OK(gyre_mass_rotate(&p, q, &p));
        gyre_tensor t = p.inertia;
        double half = (t.xx + t.yy + t.zz) / 2;
        gyre_tensor S = {half - t.xx, half - t.yy, half - t.zz, -t.xy, -t.xz, -t.yz};
        if (gyre_inertia_check(&S, NULL) == GYRE_OK) continue;
        impossible++;
        gyre_inertia_explanation e = explained(S);
        CHECK(e.count > 0);
        const gyre_inertia_mending *last = &e.mendings[e.count - 1];
        CHECK_EQ(last->cause, GYRE_CAUSE_SECOND_MOMENTS);
        check_tensor(last->inertia, t, 8 * EPS * 2);
    }
    CHECK_EQ(impossible, 500);
}

TEST(unexplainable_tensors_have_no_explanation) {
    CHECK_EQ(explained((gyre_tensor){-1, -2, -3, 0, 0, 0}).count, 0);
    CHECK_EQ(explained((gyre_tensor){0, 0, 0, 1, 2, 3}).count, 0);
    gyre_inertia_explanation e = {.count = 77};
    gyre_tensor infinite = {1, 2, INFINITY, 0, 0, 0};
    CHECK_RESULT(gyre_inertia_explain(&infinite, &e), GYRE_ERR_NOT_FINITE);
    CHECK_RESULT(gyre_inertia_explain(NULL, &e), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_inertia_explain(&infinite, NULL), GYRE_ERR_NULL_POINTER);
    CHECK_EQ(e.count, 77);
    // as large as numbers get
    explained((gyre_tensor){1e307, 1e307, 9e307, 0, 0, 0});
    explained((gyre_tensor){5e-324, 0, 1e-320, 0, 0, 0});
}

TEST(explanations_of_random_tensors_are_valid_tensors) {
    random_source r = {9};
    for (int i = 0; i < 5000; i++) {
        gyre_tensor t;
        for (int k = 0; k < 6; k++) {
            double size = gyre_exp(random_between(&r, -8, 8));
            (&t.xx)[k] = random_between(&r, k < 3 ? -0.2 : -1, 1) * size;
        }
        explained(t);
    }
}

// ---- boxes ----

TEST(a_box_is_recovered_from_its_moments) {
    gyre_mass m;
    gyre_vec3 size;
    CHECK_OK(gyre_mass_of_box(24, (gyre_vec3){2, 3, 4}, &m));
    CHECK_OK(gyre_mass_to_box(&m, &size));
    CHECK_NEAR(size.x, 2, 4 * EPS * 4);
    CHECK_NEAR(size.y, 3, 4 * EPS * 4);
    CHECK_NEAR(size.z, 4, 4 * EPS * 4);
    m = (gyre_mass){12, {1, 1, 2}}; // a plate
    CHECK_OK(gyre_mass_to_box(&m, &size));
    CHECK_NEAR(size.x, 1, EPS);
    CHECK_SAME(size.z, 0);
    m = (gyre_mass){12, {1, 1, 2.1}};
    CHECK_RESULT(gyre_mass_to_box(&m, &size), GYRE_ERR_INERTIA);
    m = (gyre_mass){0, {1, 1, 1}};
    CHECK_RESULT(gyre_mass_to_box(&m, &size), GYRE_ERR_MASS);
    CHECK_RESULT(gyre_mass_to_box(NULL, &size), GYRE_ERR_NULL_POINTER);
    CHECK_RESULT(gyre_mass_to_box(&m, NULL), GYRE_ERR_NULL_POINTER);
}

// ---- materials ----

TEST(materials_are_found_by_every_name_they_have) {
    CHECK_SAME(gyre_material_find("steel")->density, 7850);
    CHECK(gyre_material_find("Aluminum") == gyre_material_find("aluminium"));
    CHECK(gyre_material_find("stainless steel") == gyre_material_find("STAINLESS_STEEL"));
    CHECK(gyre_material_find("cast-iron") == gyre_material_find("castiron"));
    CHECK(strcmp(gyre_material_find("delrin")->name, "pom") == 0);
    CHECK(strcmp(gyre_material_find("PMMA")->name, "acrylic") == 0);
    CHECK(strcmp(gyre_material_find("carbon fiber")->name, "carbon_fibre") == 0);
    const char *const unknown[] = {"", "_", " ", "steels", "stee", "unobtainium", "pa", "pa6 pa66", "7850"};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++)
        CHECK(!gyre_material_find(unknown[i]));
    CHECK(!gyre_material_find(NULL));
}

TEST(materials_have_plausible_densities_and_unique_names) {
    size_t count = 0;
    for (const gyre_material *m; (m = gyre_material_at(count)); count++) {
        CHECK(m->density > 1 && m->density < 22600); // nothing is denser than osmium
        CHECK(m->text[0] != '\0');
        CHECK(gyre_material_find(m->name) == m); // no earlier one has the same name
        char names[120];
        CHECK(strlen(m->other_names) < sizeof names);
        strcpy(names, m->other_names);
        for (char *name = strtok(names, " "); name; name = strtok(NULL, " "))
            CHECK(gyre_material_find(name) == m);
    }
    CHECK(count >= 45);
    CHECK(!gyre_material_at((size_t)-1));
}

RUN_TESTS("inertia_explain")
