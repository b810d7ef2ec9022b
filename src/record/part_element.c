/// Writes mass, centre and inertia as elements of URDF, MJCF and SDF.
#include "record/part_total.h"

#include "base/number_text.h"
#include "math/convert.h"
#include "math/elementary.h"
#include "record/name_text.h"

#include <string.h>

enum { NAME_ROOM = 512 };

const char *gyre_element_name(gyre_element element) {
    static const char *const names[GYRE_ELEMENT_COUNT] = {"urdf", "mjcf", "sdf"};
    return (unsigned)element < GYRE_ELEMENT_COUNT ? names[element] : NULL;
}

// The second row of Rz(yaw)^T R = Ry(pitch) Rx(roll) is (0, cos roll, -sin roll). So the roll matches the computed yaw
// even if the pitch is 90 degrees and the yaw is arbitrary.
gyre_vec3 gyre_roll_pitch_yaw(gyre_quat q) {
    mat3 R = quat_to_mat3(quat_in(q));
    double yaw = atan2_real(R.m[1][0], R.m[0][0]), s, c;
    sincos_real(yaw, &s, &c);
    double pitch = atan2_real(-R.m[2][0], c * R.m[0][0] + s * R.m[1][0]);
    double roll = atan2_real(s * R.m[0][2] - c * R.m[1][2], c * R.m[1][1] - s * R.m[0][1]);
    return (gyre_vec3){roll, pitch, yaw};
}

// ---- text ----

typedef struct element_writer {
    const gyre_sink *sink;
    gyre_result result; // the first error
} element_writer;

static void put_bytes(element_writer *w, const char *bytes, size_t size) {
    if (w->result == GYRE_OK) w->result = w->sink->write(bytes, size, w->sink->user);
}

static void put(element_writer *w, const char *text) { put_bytes(w, text, strlen(text)); }

static void put_number(element_writer *w, double value) {
    char text[NUMBER_TEXT_SIZE];
    size_t length = gyre_number_format(value + 0.0, text); // adding 0 turns -0 into 0
    if (length == 0 && w->result == GYRE_OK) w->result = GYRE_ERR_NOT_FINITE;
    put_bytes(w, text, length);
}

static void put_numbers(element_writer *w, const double *values, int count) {
    for (int i = 0; i < count; i++) {
        if (i > 0) put(w, " ");
        put_number(w, values[i]);
    }
}

// Writes an attribute, such as name="1 2 3".
static void put_attribute(element_writer *w, const char *name, const double *values, int count) {
    put(w, " ");
    put(w, name);
    put(w, "=\"");
    put_numbers(w, values, count);
    put(w, "\"");
}

// A comment must not contain --, and XML allows neither control characters nor U+FFFE and U+FFFF.
static void put_comment(element_writer *w, const char *source) {
    char name[NAME_ROOM];
    put(w, "<!-- ");
    if (source) {
        gyre_clean_text(source, name, sizeof name);
        for (char *c = name; *c; c++) {
            int is_wrong =
                (unsigned char)*c < 0x20 || strncmp(c, "\xef\xbf\xbe", 3) == 0 || strncmp(c, "\xef\xbf\xbf", 3) == 0;
            if (is_wrong && (unsigned char)*c >= 0x20) c += 2;
            put_bytes(w, is_wrong ? "?" : c, 1);
            if (c[0] == '-' && c[1] == '-') put(w, " ");
        }
        put(w, ": ");
    }
    put(w, "mass properties by Gyre ");
    put(w, gyre_version());
    put(w, " -->\n");
}

// ---- elements ----

// The data of an element. The tensor is in the mesh axes rotated by `q`.
typedef struct content {
    double mass, center[3], rpy[3];
    gyre_quat q;
    gyre_tensor inertia;
} content;

static const char *const entry_names[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};

static void entries_by_row(const gyre_tensor *t, double out[6]) {
    const double entries[6] = {t->xx, t->xy, t->xz, t->yy, t->yz, t->zz};
    memcpy(out, entries, sizeof entries);
}

static void put_urdf(element_writer *w, const content *c) {
    double entries[6];
    entries_by_row(&c->inertia, entries);
    put(w, "<inertial>\n  <origin");
    put_attribute(w, "xyz", c->center, 3);
    put_attribute(w, "rpy", c->rpy, 3);
    put(w, "/>\n  <mass");
    put_attribute(w, "value", &c->mass, 1);
    put(w, "/>\n  <inertia");
    for (int i = 0; i < 6; i++)
        put_attribute(w, entry_names[i], &entries[i], 1);
    put(w, "/>\n</inertial>\n");
}

static void put_mjcf(element_writer *w, const content *c, gyre_inertia_frame frame) {
    put(w, "<inertial");
    put_attribute(w, "pos", c->center, 3);
    if (frame == GYRE_INERTIA_PRINCIPAL) put_attribute(w, "quat", &c->q.w, 4);
    put_attribute(w, "mass", &c->mass, 1);
    if (frame == GYRE_INERTIA_PRINCIPAL)
        put_attribute(w, "diaginertia", &c->inertia.xx, 3);
    else
        put_attribute(w, "fullinertia", &c->inertia.xx, 6);
    put(w, "/>\n");
}

static void put_sdf(element_writer *w, const content *c) {
    double entries[6];
    entries_by_row(&c->inertia, entries);
    put(w, "<inertial>\n  <pose>");
    put_numbers(w, c->center, 3);
    put(w, " ");
    put_numbers(w, c->rpy, 3);
    put(w, "</pose>\n  <mass>");
    put_number(w, c->mass);
    put(w, "</mass>\n  <inertia>\n");
    for (int i = 0; i < 6; i++) {
        put(w, "    <");
        put(w, entry_names[i]);
        put(w, ">");
        put_number(w, entries[i]);
        put(w, "</");
        put(w, entry_names[i]);
        put(w, ">\n");
    }
    put(w, "  </inertia>\n</inertial>\n");
}

gyre_result gyre_datasheet_write_element(const gyre_mass_properties *properties, const char *source,
                                         gyre_element element, gyre_inertia_frame frame, const gyre_sink *sink) {
    if (!properties || !sink || !sink->write) return GYRE_ERR_NULL_POINTER;
    if ((unsigned)element >= GYRE_ELEMENT_COUNT) return GYRE_ERR_OPTION;
    if (frame != GYRE_INERTIA_AT_CENTER && frame != GYRE_INERTIA_PRINCIPAL) return GYRE_ERR_OPTION;
    gyre_mass moments;
    gyre_quat axes;
    gyre_result r = gyre_mass_principal_sorted(properties, &moments, &axes);
    if (r != GYRE_OK) return r;
    content c = {.mass = properties->mass, .q = {1, 0, 0, 0}, .inertia = properties->inertia};
    memcpy(c.center, &properties->center, sizeof c.center);
    if (frame == GYRE_INERTIA_PRINCIPAL) {
        c.q = axes;
        c.inertia = (gyre_tensor){moments.inertia.x, moments.inertia.y, moments.inertia.z, 0, 0, 0};
        gyre_vec3 rpy = gyre_roll_pitch_yaw(axes);
        memcpy(c.rpy, &rpy, sizeof c.rpy);
    }
    element_writer w = {.sink = sink};
    put_comment(&w, source);
    if (element == GYRE_ELEMENT_URDF)
        put_urdf(&w, &c);
    else if (element == GYRE_ELEMENT_MJCF)
        put_mjcf(&w, &c, frame);
    else
        put_sdf(&w, &c);
    return w.result;
}
