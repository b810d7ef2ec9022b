/// Mass properties of simple shapes by numerical integrals, independent of the formulas.
///
/// The oracle maps the unit cube onto the body, as the geometry reads, and sums over Gauss points. Volume and area
/// elements come from the map itself, differentiated by a step along the imaginary axis (exact to rounding). A hollow
/// body is the image of the cube's faces. Every integral is taken with two numbers of points: their difference is the
/// quadrature error, and the tolerance follows from it.
#include "shape_oracle.h"

#include "body_helpers.h"

#include <complex.h>
#include <stdlib.h>
#include <string.h>
#undef I

typedef double complex number;
static const double PI = 3.14159265358979323846;

// ---- Gauss rules ----------------------------------------------------------------------------------------------------

enum { POINTS_MAX = 400 };
typedef struct rule {
    int count;
    double x[POINTS_MAX], w[POINTS_MAX];
} rule;

// Adds the Gauss-Legendre rule of n points on low..high; nodes by Newton's method on P_n.
static void add_gauss(rule *to, int n, double low, double high) {
    for (int i = 0; i < n; i++) {
        double z = cos(PI * (i + 0.75) / (n + 0.5)), slope = 1;
        for (int iteration = 0; iteration < 6; iteration++) {
            double before = 1, now = z;
            for (int k = 2; k <= n; k++) {
                double next = ((2 * k - 1) * z * now - (k - 1) * before) / k;
                before = now;
                now = next;
            }
            slope = n * (z * now - before) / (z * z - 1);
            z -= now / slope;
        }
        to->x[to->count] = low + (high - low) * (1 + z) / 2;
        to->w[to->count++] = (high - low) / ((1 - z * z) * slope * slope);
    }
}

static rule gauss(int n) {
    rule r = {0};
    add_gauss(&r, n, 0, 1);
    return r;
}

// Panels that halve towards both ends of 0..high, for integrands that change quickly there.
static rule graded(int n, int levels, double high) {
    rule r = {0};
    for (int side = 0; side < 2; side++)
        for (int level = 0; level <= levels; level++) {
            double a = level == levels ? 0 : ldexp(high, -level - 2), b = ldexp(high, -level - 1);
            if (side == 0)
                add_gauss(&r, n, a, b);
            else
                add_gauss(&r, n, high - b, high - a);
        }
    return r;
}

// ---- maps of the unit cube ------------------------------------------------------------------------------------------

// The coordinates of round bodies: u[0] outward, u[1] around z, u[2] along z or down from the pole.
static void around(number radius, number turns, number z, number x[3]) {
    x[0] = radius * ccos(2 * PI * turns);
    x[1] = radius * csin(2 * PI * turns);
    x[2] = z;
}

typedef void body_map(const double *p, int patch, const number u[3], number x[3]);

static void map_box(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    for (int i = 0; i < 3; i++)
        x[i] = p[i] * (u[i] - 0.5);
}

static void map_ellipsoid(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    around(u[0] * csin(PI * u[2]), u[1], u[0] * ccos(PI * u[2]), x);
    for (int i = 0; i < 3; i++)
        x[i] *= p[i];
}

static void map_sphere(const double *p, int patch, const number u[3], number x[3]) {
    map_ellipsoid((double[]){p[0], p[0], p[0]}, patch, u, x);
}

static void map_hemisphere(const double *p, int patch, const number u[3], number x[3]) {
    map_sphere(p, patch, (number[]){u[0], u[1], u[2] / 2}, x);
}

static void map_tube(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    around(p[1] + (p[0] - p[1]) * u[0], u[1], p[2] * (u[2] - 0.5), x);
}

static void map_cylinder(const double *p, int patch, const number u[3], number x[3]) {
    map_tube((double[]){p[0], 0, p[1]}, patch, u, x);
}

static void map_capsule(const double *p, int patch, const number u[3], number x[3]) {
    if (patch == 0) {
        map_cylinder(p, 0, u, x);
        return;
    }
    map_hemisphere(p, 0, u, x);
    x[2] = patch == 1 ? x[2] + p[1] / 2 : -x[2] - p[1] / 2;
}

static void map_frustum(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    around(u[0] * (p[0] * (1 - u[2]) + p[1] * u[2]), u[1], p[2] * (u[2] - 0.5), x);
}

static void map_cone(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    around(u[0] * p[0] * (1 - u[2]), u[1], p[1] * (u[2] - 0.5), x);
}

static void map_torus(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    number rho = p[1] * u[0], angle = 2 * PI * u[2];
    around(p[0] + rho * ccos(angle), u[1], rho * csin(angle), x);
}

static void map_pyramid(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    x[0] = p[0] * (u[0] - 0.5) * (1 - u[2]);
    x[1] = p[1] * (u[1] - 0.5) * (1 - u[2]);
    x[2] = p[2] * (u[2] - 0.5);
}

static void map_wedge(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    x[0] = p[0] * (u[0] * (1 - u[2]) - 0.5);
    x[1] = p[1] * (u[1] - 0.5);
    x[2] = p[2] * (u[2] - 0.5);
}

// a to b to c to d; u[0] = 1 is the face opposite to a.
static void map_tetrahedron(const double *p, int patch, const number u[3], number x[3]) {
    (void)patch;
    for (int i = 0; i < 3; i++) {
        double a = p[i], b = p[3 + i], c = p[6 + i], d = p[9 + i];
        x[i] = a + u[0] * ((b - a) + u[1] * ((c - b) + u[2] * (d - c)));
    }
}

static void map_triangle(const double *p, int patch, const number u[3], number x[3]) {
    double corners[12] = {0};
    memcpy(corners, p, 9 * sizeof *p);
    map_tetrahedron(corners, patch, (number[]){u[0], u[1], 0}, x);
}

static void map_rod(const double *p, int patch, const number u[3], number x[3]) {
    map_box((double[]){0, 0, p[0]}, patch, (number[]){0.5, 0.5, u[0]}, x);
}

static void map_plate(const double *p, int patch, const number u[3], number x[3]) {
    map_box((double[]){p[0], p[1], 0}, patch, u, x);
}

static void map_disc(const double *p, int patch, const number u[3], number x[3]) {
    map_cylinder((double[]){p[0], 0}, patch, u, x);
}

// ---- regular polyhedra, as the hull of their corners ----------------------------------------------------------------

enum { CORNERS_MAX = 20, HULL_PATCHES_MAX = 60 };
typedef struct hull {
    int corner_count;
    gyre_vec3 corners[CORNERS_MAX];
    int patch_count; // tetrahedra from the origin to (middle of a face, two neighbouring corners)
    double patches[HULL_PATCHES_MAX][12];
} hull;

static void add_corner(hull *h, double x, double y, double z) { h->corners[h->corner_count++] = (gyre_vec3){x, y, z}; }

// (0, +-a, +-b) and its cyclic exchanges
static void add_cyclic(hull *h, double a, double b) {
    for (int i = 0; i < 4; i++) {
        double s = i & 1 ? -a : a, t = i & 2 ? -b : b;
        add_corner(h, 0, s, t);
        add_corner(h, t, 0, s);
        add_corner(h, s, t, 0);
    }
}

// Splits one face, whose corners are given in any order, into triangles around its middle.
static void add_face(hull *h, const gyre_vec3 *face, int count) {
    gyre_vec3 middle = {0, 0, 0};
    for (int i = 0; i < count; i++)
        middle = plus(middle, scaled(1.0 / count, face[i]));
    double side = HUGE_VAL; // neighbours are the pairs at the shortest distance
    for (int i = 1; i < count; i++)
        side = fmin(side, distance(face[0], face[i]));
    for (int i = 0; i < count; i++)
        for (int j = 0; j < i; j++)
            if (distance(face[i], face[j]) < 1.01 * side) {
                double patch[12] = {0,         0,         0,         middle.x,  middle.y,  middle.z,
                                    face[i].x, face[i].y, face[i].z, face[j].x, face[j].y, face[j].z};
                memcpy(h->patches[h->patch_count++], patch, sizeof patch);
            }
}

// A plane through three corners with all others on one side holds a face. Scales the edge to one.
static void find_faces(hull *h) {
    double edge = HUGE_VAL;
    for (int i = 1; i < h->corner_count; i++)
        edge = fmin(edge, distance(h->corners[0], h->corners[i]));
    for (int i = 0; i < h->corner_count; i++)
        h->corners[i] = scaled(1 / edge, h->corners[i]);
    for (int i = 0; i < h->corner_count; i++)
        for (int j = i + 1; j < h->corner_count; j++)
            for (int k = j + 1; k < h->corner_count; k++) {
                gyre_vec3 a = h->corners[i], face[CORNERS_MAX];
                gyre_vec3 normal = crossed(minus(h->corners[j], a), minus(h->corners[k], a));
                int below = 0, above = 0, on = 0, first[3] = {0, 0, 0};
                for (int m = 0; m < h->corner_count; m++) {
                    double height = inner(normal, minus(h->corners[m], a));
                    if (fabs(height) > 1e-9)
                        below += height<0, above += height> 0;
                    else {
                        if (on < 3) first[on] = m;
                        face[on++] = h->corners[m];
                    }
                }
                bool is_new = first[0] == i && first[1] == j && first[2] == k;
                if (is_new && (below == 0 || above == 0)) add_face(h, face, on);
            }
}

static hull hull_of(gyre_shape_kind kind) {
    hull h = {0};
    double golden = (1 + sqrt(5)) / 2;
    for (int i = 0; i < 8; i++) { // corners of a cube
        int is_even = ((i & 1) + (i >> 1 & 1) + (i >> 2)) % 2 == 0;
        if (kind == GYRE_SHAPE_dodecahedron || (kind == GYRE_SHAPE_regular_tetrahedron && is_even))
            add_corner(&h, i & 1 ? -1 : 1, i & 2 ? -1 : 1, i & 4 ? -1 : 1);
    }
    for (int i = -1; i <= 1 && kind == GYRE_SHAPE_octahedron; i += 2) {
        add_corner(&h, i, 0, 0);
        add_corner(&h, 0, i, 0);
        add_corner(&h, 0, 0, i);
    }
    if (kind == GYRE_SHAPE_dodecahedron) add_cyclic(&h, 1 / golden, golden);
    if (kind == GYRE_SHAPE_icosahedron) add_cyclic(&h, 1, golden);
    find_faces(&h);
    return h;
}

static void map_hull(gyre_shape_kind kind, double edge, int patch, const number u[3], number x[3]) {
    static hull hulls[GYRE_SHAPE_KIND_COUNT];
    if (hulls[kind].corner_count == 0) hulls[kind] = hull_of(kind);
    if (patch >= hulls[kind].patch_count) abort(); // a face was lost
    map_tetrahedron(hulls[kind].patches[patch], 0, u, x);
    for (int i = 0; i < 3; i++)
        x[i] *= edge;
}

#define HULL_MAP(name)                                                                                                 \
    static void map_##name(const double *p, int patch, const number u[3], number x[3]) {                               \
        map_hull(GYRE_SHAPE_##name, p[0], patch, u, x);                                                                \
    }
HULL_MAP(regular_tetrahedron)
HULL_MAP(octahedron)
HULL_MAP(dodecahedron)
HULL_MAP(icosahedron)

// ---- one oracle per row ---------------------------------------------------------------------------------------------

// Faces of the cube that become surface; the others are seams inside the body, or shrink to nothing.
enum { LOW0 = 1, HIGH0 = 2, LOW1 = 4, HIGH1 = 8, LOW2 = 16, HIGH2 = 32, ALL_FACES = 63 };
typedef enum parameter_rule { ANY_LENGTHS, SECOND_IS_SMALLER, CORNERS } parameter_rule;

typedef struct oracle {
    body_map *map;
    int patch_count;
    unsigned surface;   // faces of the cube
    int points[3];      // per direction: a polynomial of degree 2 n - 1 is exact
    int surface_points; // in every direction, when more are needed; 0: as above
    parameter_rule parameters;
} oracle;

static const oracle oracles[GYRE_SHAPE_KIND_COUNT] = {
    [GYRE_SHAPE_box] = {map_box, 1, ALL_FACES, {3, 3, 3}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_sphere] = {map_sphere, 1, HIGH0, {4, 24, 18}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_cylinder] = {map_cylinder, 1, HIGH0 | LOW2 | HIGH2, {4, 24, 3}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_tube] = {map_tube, 1, LOW0 | HIGH0 | LOW2 | HIGH2, {4, 24, 3}, 0, SECOND_IS_SMALLER},
    [GYRE_SHAPE_capsule] = {map_capsule, 3, HIGH0, {4, 24, 18}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_cone] = {map_cone, 1, HIGH0 | LOW2 | HIGH2, {4, 24, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_frustum] = {map_frustum, 1, HIGH0 | LOW2 | HIGH2, {4, 24, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_ellipsoid] = {map_ellipsoid, 1, HIGH0, {4, 24, 18}, 180, ANY_LENGTHS},
    [GYRE_SHAPE_torus] = {map_torus, 1, HIGH0, {4, 24, 30}, 0, SECOND_IS_SMALLER},
    [GYRE_SHAPE_hemisphere] = {map_hemisphere, 1, HIGH0 | HIGH2, {4, 24, 18}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_pyramid] = {map_pyramid, 1, ALL_FACES, {4, 4, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_wedge] = {map_wedge, 1, ALL_FACES, {4, 4, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_tetrahedron] = {map_tetrahedron, 1, ALL_FACES, {4, 4, 4}, 0, CORNERS},
    [GYRE_SHAPE_regular_tetrahedron] = {map_regular_tetrahedron, 12, HIGH0, {4, 4, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_octahedron] = {map_octahedron, 24, HIGH0, {4, 4, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_dodecahedron] = {map_dodecahedron, 60, HIGH0, {4, 4, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_icosahedron] = {map_icosahedron, 60, HIGH0, {4, 4, 4}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_rod] = {map_rod, 1, 0, {4, 1, 1}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_disc] = {map_disc, 1, 0, {4, 24, 1}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_plate] = {map_plate, 1, 0, {4, 4, 1}, 0, ANY_LENGTHS},
    [GYRE_SHAPE_triangle] = {map_triangle, 1, 0, {4, 4, 1}, 0, CORNERS},
};

// ---- integrals ------------------------------------------------------------------------------------------------------

/// Integrals of 1, x and x x^T.
typedef struct integral {
    double one, x[3], xx[3][3];
} integral;

static double element(gyre_vec3 tangents[3], int count) {
    if (count == 1) return norm(tangents[0]);
    gyre_vec3 area = crossed(tangents[0], tangents[1]);
    return count == 2 ? norm(area) : fabs(inner(area, tangents[2]));
}

// Adds one point: u with the weight w, which stands for the directions listed in `along`.
static void add_point(integral *sum, const gyre_shape *s, int patch, const double u[3], double w, const int *along,
                      int count) {
    gyre_vec3 tangents[3];
    number x[3] = {0, 0, 0};
    for (int k = 0; k < count; k++) { // f(u + i h) = f(u) + i h f'(u) - ...
        const double h = 1e-30;
        number shifted[3] = {u[0], u[1], u[2]};
        shifted[along[k]] = u[along[k]] + h * (number)_Complex_I;
        oracles[s->kind].map(s->parameters, patch, shifted, x);
        tangents[k] = (gyre_vec3){cimag(x[0]) / h, cimag(x[1]) / h, cimag(x[2]) / h};
    }
    double dm = w * element(tangents, count);
    sum->one += dm;
    for (int i = 0; i < 3; i++) {
        sum->x[i] += dm * creal(x[i]);
        for (int j = 0; j < 3; j++)
            sum->xx[i][j] += dm * creal(x[i]) * creal(x[j]);
    }
}

// Over the cube (pinned < 0), or over its face u[pinned] = at; surfaces and lines use the first one or two directions.
static void add_patch(integral *sum, const gyre_shape *s, int patch, const rule rules[3], int pinned, double at) {
    int along[3], count = 0, counts[3] = {1, 1, 1};
    for (int i = 0; i < gyre_shape_dimension(s->kind); i++)
        if (i != pinned) {
            along[count++] = i;
            counts[i] = rules[i].count;
        }
    for (int a = 0; a < counts[0]; a++)
        for (int b = 0; b < counts[1]; b++)
            for (int c = 0; c < counts[2]; c++) {
                int index[3] = {a, b, c};
                double u[3] = {0, 0, 0}, w = 1;
                if (pinned >= 0) u[pinned] = at;
                for (int k = 0; k < count; k++) {
                    u[along[k]] = rules[along[k]].x[index[along[k]]];
                    w *= rules[along[k]].w[index[along[k]]];
                }
                add_point(sum, s, patch, u, w, along, count);
            }
}

static integral integrate(const gyre_shape *s, int more_points) {
    const oracle *o = &oracles[s->kind];
    integral sum = {0};
    rule rules[3];
    for (int i = 0; i < 3; i++)
        rules[i] = gauss((s->is_hollow && o->surface_points ? o->surface_points : o->points[i]) + more_points);
    for (int patch = 0; patch < o->patch_count; patch++) {
        if (!s->is_hollow) add_patch(&sum, s, patch, rules, -1, 0);
        for (int face = 0; face < 6 && s->is_hollow; face++)
            if (o->surface & (1u << face)) add_patch(&sum, s, patch, rules, face / 2, face % 2);
    }
    return sum;
}

static gyre_mass_properties properties_of(const integral *sum) {
    double c[3], C[3][3], m = sum->one;
    for (int i = 0; i < 3; i++)
        c[i] = sum->x[i] / m;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            C[i][j] = sum->xx[i][j] - m * c[i] * c[j];
    return (gyre_mass_properties){
        m, {c[0], c[1], c[2]}, {C[1][1] + C[2][2], C[0][0] + C[2][2], C[0][0] + C[1][1], -C[0][1], -C[0][2], -C[1][2]}};
}

double difference_of(const gyre_mass_properties *a, const gyre_mass_properties *b) {
    double m = b->mass, trace = b->inertia.xx + b->inertia.yy + b->inertia.zz;
    double d = sqrt(trace / m + inner(b->center, b->center));
    double inertia = array_difference(&a->inertia.xx, &b->inertia.xx, 6) / (m * d * d);
    return fmax(fmax(fabs(a->mass / m - 1), distance(a->center, b->center) / d), inertia);
}

gyre_shape random_shape(random_source *r, gyre_shape_kind kind, int is_hollow) {
    gyre_shape s = {.kind = kind, .is_hollow = is_hollow};
    parameter_rule rule_of_kind = oracles[kind].parameters;
    for (size_t i = 0; i < gyre_shape_parameter_count(kind); i++)
        s.parameters[i] = rule_of_kind == CORNERS ? random_between(r, -2, 2) : random_between(r, 0.5, 2);
    if (rule_of_kind == SECOND_IS_SMALLER) s.parameters[1] = s.parameters[0] * random_between(r, 0.1, 0.95);
    return s;
}

// ---- meshes ---------------------------------------------------------------------------------------------------------

static gyre_vec3 point_at(const gyre_shape *s, int patch, double u0, double u1, double u2) {
    number u[3] = {u0, u1, u2}, x[3] = {0, 0, 0};
    oracles[s->kind].map(s->parameters, patch, u, x);
    return (gyre_vec3){creal(x[0]), creal(x[1]), creal(x[2])};
}

// True if the map keeps the handedness of the cube.
static bool is_right_handed(const gyre_shape *s, int patch) {
    const double u = 0.4, h = 0.01;
    gyre_vec3 p = point_at(s, patch, u, u, u), a = minus(point_at(s, patch, u + h, u, u), p);
    gyre_vec3 b = minus(point_at(s, patch, u, u + h, u), p), c = minus(point_at(s, patch, u, u, u + h), p);
    return inner(crossed(a, b), c) > 0;
}

static void add_face_grid(own_mesh *m, const gyre_shape *s, int patch, int face, size_t n) {
    int pinned = face / 2, across = (pinned + 1) % 3, up = (pinned + 2) % 3;
    // seen from outside, `across` and `up` run counter-clockwise on the high face of a right-handed cube
    bool is_outward = (face % 2 == 1) == is_right_handed(s, patch);
    uint32_t first = (uint32_t)m->view.vertex_count, row = (uint32_t)n + 1;
    for (size_t j = 0; j <= n; j++)
        for (size_t i = 0; i <= n; i++) {
            double u[3];
            u[pinned] = face % 2;
            u[across] = (double)i / (double)n;
            u[up] = (double)j / (double)n;
            mesh_add_vertex(m, point_at(s, patch, u[0], u[1], u[2]));
        }
    for (uint32_t j = 0; j < n; j++)
        for (uint32_t i = 0; i < n; i++) {
            uint32_t a = first + j * row + i, b = a + 1, c = b + row, d = a + row;
            if (is_outward)
                mesh_add_quad(m, a, b, c, d);
            else
                mesh_add_quad(m, a, d, c, b);
        }
}

own_mesh mesh_of_shape(const gyre_shape *solid, size_t n) {
    const oracle *o = &oracles[solid->kind];
    size_t faces = 6 * (size_t)o->patch_count;
    own_mesh m = mesh_with_room(faces * (n + 1) * (n + 1), faces * 2 * n * n);
    for (int patch = 0; patch < o->patch_count; patch++)
        for (int face = 0; face < 6; face++)
            if (o->surface & (1u << face)) add_face_grid(&m, solid, patch, face, n);
    return m;
}

bool shape_is_polyhedron(gyre_shape_kind kind) { return oracles[kind].points[1] <= 4; }

bool shape_has_oracle(gyre_shape_kind kind) { return oracles[kind].map != NULL; }
bool shape_has_corners(gyre_shape_kind kind) { return oracles[kind].parameters == CORNERS; }

gyre_mass_properties integrated_properties(const gyre_shape *shape, double *out_error) {
    integral coarse = integrate(shape, 0), fine = integrate(shape, 2);
    gyre_mass_properties want = properties_of(&fine), rough = properties_of(&coarse);
    *out_error = difference_of(&rough, &want);
    return want;
}

// One octant of the surface is enough; the panels halve towards the tips and edges, where the area element changes.
static gyre_mass_properties octants_of(const gyre_shape *s, int points) {
    integral sum = {0}, mirrored = {0};
    rule rules[3] = {{0}, graded(points, 9, 0.25), graded(points, 9, 0.5)};
    add_patch(&sum, s, 0, rules, 0, 1);
    mirrored.one = 8 * sum.one;
    for (int i = 0; i < 3; i++)
        mirrored.xx[i][i] = 8 * sum.xx[i][i];
    return properties_of(&mirrored);
}

gyre_mass_properties graded_ellipsoid_surface(const gyre_shape *ellipsoid, double *out_error) {
    gyre_mass_properties want = octants_of(ellipsoid, 18), rough = octants_of(ellipsoid, 14);
    *out_error = difference_of(&rough, &want);
    return want;
}
