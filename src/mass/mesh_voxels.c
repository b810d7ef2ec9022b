/// Approximates a mesh by cubes and counts them along rays.
///
/// Lengths are in units of cubes; cube centres have integer coordinates. A plane z = k cuts the mesh in closed
/// polygons. Each triangle contributes one side of a polygon, from the point where an edge passes down through the
/// plane to the point where an edge passes up through it. A ray along x at y = j meets that side if j is in [y_down,
/// y_up), or with negative sign if j is in [y_up, y_down). The winding number of a cube is the sum of the signs of the
/// sides beyond it. A sum over all cubes is therefore a sum over sides of (sign times the sum over the cubes before the
/// side); nothing is stored or sorted.
///
/// Rays through an edge or a vertex need no special case. A half-open comparison of z with k determines whether an edge
/// crosses the plane, and the crossing point is computed from the edge alone, starting at its lower end. Both triangles
/// of an edge compute bit-identical points, so the signs along a ray always cancel.
#include "mass/mesh_integrals.h"

#include <float.h>

enum { RESOLUTION_MAX = 1 << 20, SUMS = 10 };

// fraction of a cube; a mesh that extends beyond the grid by less than this needs no extra layer
static const double LAYER_SLACK = 1e-9;

// Sums over cubes of 1, the coordinates and their products, relative to the middle of the grid.
typedef struct cube_sums {
    double one, x, y, z, xx, yy, zz, xy, xz, yz;
} cube_sums;

typedef struct voxel_grid {
    vec3 middle;     // [m]
    double cube;     // side of a cube [m]
    double count[3]; // cubes along each axis
} voxel_grid;

typedef struct point2 {
    double x, y;
} point2;

static double at_least(double a, double limit) { return a > limit ? a : limit; }
static double at_most(double a, double limit) { return a < limit ? a : limit; }

// The smallest integer >= a, for |a| < 2^31.
static double ceiling(double a) {
    double whole = (double)(int64_t)a;
    return whole < a ? whole + 1 : whole;
}

static voxel_grid grid_of(const mesh_box *box, size_t resolution) {
    double side[3] = {box->high.x - box->low.x, box->high.y - box->low.y, box->high.z - box->low.z};
    double longest = at_least(side[0], at_least(side[1], side[2]));
    mesh_frame frame = gyre_mesh_frame_of(box);
    voxel_grid grid = {{frame.origin.x, frame.origin.y, frame.origin.z}, longest / (double)resolution, {0}};
    for (int i = 0; i < 3; i++)
        grid.count[i] = at_least(ceiling(side[i] / longest * (double)resolution - LAYER_SLACK), 1);
    return grid;
}

// Converts to cube coordinates, with the centre of the first cube at 0.
static vec3 in_cubes(const voxel_grid *grid, vec3 p) {
    vec3 d = sub(p, grid->middle);
    return (vec3){d.x / grid->cube + 0.5 * (grid->count[0] - 1), d.y / grid->cube + 0.5 * (grid->count[1] - 1),
                  d.z / grid->cube + 0.5 * (grid->count[2] - 1)};
}

// Point where an edge crosses the plane z; `low` is the end with the smaller z.
static point2 edge_at(vec3 low, vec3 high, double z) {
    double t = (z - low.z) / (high.z - low.z);
    return (point2){low.x + t * (high.x - low.x), low.y + t * (high.y - low.y)};
}

// Adds the cubes i < count of one ray: sums of 1, x and x^2 relative to the middle of the grid.
static void add_ray(cube_sums *s, const voxel_grid *grid, double sign, double x_end, double j, double k) {
    double n = at_most(ceiling(at_least(at_most(x_end, grid->count[0]), 0)), grid->count[0]);
    double half = 0.5 * (grid->count[0] - 1);
    double y = j - 0.5 * (grid->count[1] - 1), z = k - 0.5 * (grid->count[2] - 1);
    double one = sign * n;
    double x = sign * (0.5 * n * (n - 1) - half * n);
    double xx = sign * (n * (n - 1) * (2 * n - 1) / 6 - half * n * (n - 1) + half * half * n);
    s->one += one, s->x += x, s->y += y * one, s->z += z * one;
    s->xx += xx, s->yy += y * y * one, s->zz += z * z * one;
    s->xy += x * y, s->xz += x * z, s->yz += y * z * one;
}

// Adds the rays that meet one triangle in the plane z = k.
static void add_row(cube_sums *s, const voxel_grid *grid, const vec3 p[3], double k) {
    point2 up = {0, 0}, down = {0, 0};
    for (int i = 0; i < 3; i++) {
        vec3 from = p[i], to = p[(i + 1) % 3];
        if (from.z <= k && to.z > k) up = edge_at(from, to, k);
        if (to.z <= k && from.z > k) down = edge_at(to, from, k);
    }
    double sign = up.y > down.y ? 1 : -1;
    point2 left = sign > 0 ? down : up, right = sign > 0 ? up : down;
    int first = (int)at_least(ceiling(left.y), 0), end = (int)at_most(ceiling(right.y), grid->count[1]);
    for (int j = first; j < end; j++) {
        double x = left.x + (j - left.y) / (right.y - left.y) * (right.x - left.x);
        add_ray(s, grid, sign, x, j, k);
    }
}

static cube_sums triangle_sums(const gyre_mesh *mesh, size_t triangle, const voxel_grid *grid) {
    mesh_corners corners = mesh_triangle(mesh, triangle);
    vec3 p[3] = {in_cubes(grid, corners.a), in_cubes(grid, corners.b), in_cubes(grid, corners.c)};
    cube_sums s = {0};
    double low = at_most(p[0].z, at_most(p[1].z, p[2].z)), high = at_least(p[0].z, at_least(p[1].z, p[2].z));
    int first = (int)at_least(ceiling(low), 0), end = (int)at_most(ceiling(high), grid->count[2]);
    for (int k = first; k < end; k++)
        add_row(&s, grid, p, k);
    return s;
}

// Sums over all cubes. Integers and halves add exactly up to 2^53; beyond 2^53, compensated sums keep the rounding
// errors.
static cube_sums all_sums(const gyre_mesh *mesh, const voxel_grid *grid) {
    double sum[SUMS] = {0}, error[SUMS] = {0};
    for (size_t i = 0; i < mesh->triangle_count; i++) {
        cube_sums s = triangle_sums(mesh, i, grid);
        double part[SUMS];
        memcpy(part, &s, sizeof part);
        for (int n = 0; n < SUMS; n++) {
            double total = sum[n] + part[n], added = total - sum[n];
            error[n] += (sum[n] - (total - added)) + (part[n] - added);
            sum[n] = total;
        }
    }
    for (int n = 0; n < SUMS; n++)
        sum[n] += error[n];
    cube_sums s;
    memcpy(&s, sum, sizeof s);
    return s;
}

// Converts sums to moments; each cube adds its variance of 1/12 per axis.
static shape_moments moments_of_cubes(const cube_sums *s, double cube) {
    double x = s->x / s->one, y = s->y / s->one, z = s->z / s->one, area = cube * cube;
    return (shape_moments){
        .measure = s->one * cube * area,
        .center = {cube * x, cube * y, cube * z},
        .covariance = {area * (s->xx / s->one - x * x + 1.0 / 12), area * (s->yy / s->one - y * y + 1.0 / 12),
                       area * (s->zz / s->one - z * z + 1.0 / 12), area * (s->xy / s->one - x * y),
                       area * (s->xz / s->one - x * z), area * (s->yz / s->one - y * z)},
    };
}

gyre_result gyre_mass_of_voxels(const gyre_mesh *mesh, size_t resolution, gyre_amount amount,
                                const gyre_allocator *allocator, gyre_mass_properties *out_properties) {
    if (!out_properties) return GYRE_ERR_NULL_POINTER;
    if (resolution == 0) return GYRE_ERR_LENGTH;
    if (resolution > RESOLUTION_MAX) return GYRE_ERR_TOO_LARGE;
    gyre_mesh_report report;
    mesh_box box;
    gyre_result r = gyre_mesh_examine(mesh, allocator, &report, &box);
    if (r != GYRE_OK) return r;

    voxel_grid grid = grid_of(&box, resolution);
    if (grid.cube < DBL_MIN) return GYRE_ERR_NOT_FINITE; // 1 / cube would overflow
    cube_sums sums = all_sums(mesh, &grid);
    if (!(sums.one > 0)) return GYRE_ERR_SHAPE;
    // one power of two for all axes, so that a scaled cube has an edge between 1 and 2
    mesh_frame frame = gyre_mesh_frame_of(&(mesh_box){{0, 0, 0}, {grid.cube, grid.cube, grid.cube}});
    int exponent = frame.exponent[0];
    frame.origin = (gyre_vec3){grid.middle.x, grid.middle.y, grid.middle.z};
    shape_moments moments = moments_of_cubes(&sums, gyre_times_power(grid.cube, -exponent));
    return gyre_mesh_properties(&frame, 3 * exponent, &moments, amount, out_properties);
}
