/// Transformations of glTF nodes. The code is not recursive because the depth of the tree is not bounded.
#include "mesh/gltf.h"

#include "base/memory.h"

#include <math.h>
#include <string.h>

static const double IDENTITY[12] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
static const double UNIT_TOLERANCE = 0.01; // largest accepted error of a quaternion's length

// All nodes, sorted so that parents come before their children.
typedef struct node_tree {
    size_t count;
    size_t *parents;        // by node; GLTF_NONE: a root
    size_t *order;          // nodes, parents first
    bool *is_in_scene;      // by node
    double (*matrices)[12]; // by node of the scene: transformation to scene coordinates
    size_t instance_count;
} node_tree;

// ---- transformations ----

// Rotation matrix of the quaternion q / |q| with the components x y z w.
static gyre_result rotation_matrix(gltf *g, const gyre_json_node *node, const double q[4], double out[3][3]) {
    double x = q[0], y = q[1], z = q[2], w = q[3], norm2 = x * x + y * y + z * z + w * w;
    if (!(fabs(sqrt(norm2) - 1) <= UNIT_TOLERANCE))
        return gyre_gltf_fail(g, gyre_json_find(node, "rotation"), "must be a quaternion of length 1, has length %.6g",
                              sqrt(norm2));
    double s = 2 / norm2;
    out[0][0] = 1 - s * (y * y + z * z), out[0][1] = s * (x * y - w * z), out[0][2] = s * (x * z + w * y);
    out[1][0] = s * (x * y + w * z), out[1][1] = 1 - s * (x * x + z * z), out[1][2] = s * (y * z - w * x);
    out[2][0] = s * (x * z - w * y), out[2][1] = s * (y * z + w * x), out[2][2] = 1 - s * (x * x + y * y);
    return GYRE_OK;
}

static gyre_result matrix_from_parts(gltf *g, const gyre_json_node *node, double out[12]) {
    double translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    double turn[3][3] = {{0}};
    gyre_result r = gyre_gltf_numbers(g, node, "translation", 3, translation);
    if (r == GYRE_OK) r = gyre_gltf_numbers(g, node, "rotation", 4, rotation);
    if (r == GYRE_OK) r = gyre_gltf_numbers(g, node, "scale", 3, scale);
    if (r == GYRE_OK) r = rotation_matrix(g, node, rotation, turn);
    if (r != GYRE_OK) return r;
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < 3; k++)
            out[4 * i + k] = turn[i][k] * scale[k];
        out[4 * i + 3] = translation[i];
    }
    return GYRE_OK;
}

static gyre_result local_matrix(gltf *g, const gyre_json_node *node, double out[12]) {
    const gyre_json_node *matrix = gyre_json_find(node, "matrix");
    if (!matrix) return matrix_from_parts(g, node, out);
    if (gyre_json_find(node, "translation") || gyre_json_find(node, "rotation") || gyre_json_find(node, "scale"))
        return gyre_gltf_fail(g, matrix, "must not be combined with translation, rotation or scale");
    double columns[16] = {0};
    gyre_result r = gyre_gltf_numbers(g, node, "matrix", 16, columns);
    if (r != GYRE_OK) return r;
    if (columns[3] != 0 || columns[7] != 0 || columns[11] != 0 || columns[15] != 1)
        return gyre_gltf_fail(g, matrix, "must have 0, 0, 0, 1 as its last row: every fourth number");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = columns[4 * k + i];
    return GYRE_OK;
}

static void multiply(const double a[12], const double b[12], double out[12]) {
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            double sum = k == 3 ? a[4 * i + 3] : 0;
            out[4 * i + k] = sum + (a[4 * i] * b[k] + a[4 * i + 1] * b[4 + k] + a[4 * i + 2] * b[8 + k]);
        }
}

// True if the determinant is negative. Entries are divided by the largest entry, so that small scales do not underflow.
static bool is_mirror(const double m[12]) {
    double largest = 0, a[3][3];
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            largest = fabs(m[4 * i + k]) > largest ? fabs(m[4 * i + k]) : largest;
    if (largest == 0) return false;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++)
            a[i][k] = m[4 * i + k] / largest;
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) + a[0][1] * (a[1][2] * a[2][0] - a[1][0] * a[2][2]) +
               a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]) <
           0;
}

// ---- the tree ----

static gyre_result find_parents(gltf *g, node_tree *tree) {
    for (size_t i = 0; i < tree->count; i++)
        tree->parents[i] = GLTF_NONE;
    for (size_t i = 0; i < tree->count; i++) {
        const gyre_json_node *children = NULL;
        gyre_result r =
            gyre_gltf_member(g, g->lists[GLTF_NODES].items[i], "children", GYRE_JSON_ARRAY, GLTF_OPTIONAL, &children);
        if (r != GYRE_OK) return r;
        const gyre_json_node *child = children ? gyre_json_first(children) : NULL;
        for (; child; child = gyre_json_next(child)) {
            size_t index = 0;
            r = gyre_gltf_index_into(g, child, GLTF_NODES, &index);
            if (r != GYRE_OK) return r;
            if (tree->parents[index] != GLTF_NONE)
                return gyre_gltf_fail(g, child, "is nodes[%zu], which already is a child of nodes[%zu]", index,
                                      tree->parents[index]);
            tree->parents[index] = i;
        }
    }
    return GYRE_OK;
}

// Orders the nodes breadth first from the roots. Every node has at most one parent, so an unreached node is in a cycle
// or below a cycle.
static gyre_result find_order(gltf *g, node_tree *tree) {
    size_t reached = 0;
    for (size_t i = 0; i < tree->count; i++)
        if (tree->parents[i] == GLTF_NONE) tree->order[reached++] = i;
    for (size_t done = 0; done < reached; done++) {
        const gyre_json_node *children = gyre_json_find(g->lists[GLTF_NODES].items[tree->order[done]], "children");
        const gyre_json_node *child = children ? gyre_json_first(children) : NULL;
        for (; child; child = gyre_json_next(child))
            tree->order[reached++] = (size_t)child->number;
    }
    if (reached == tree->count) return GYRE_OK;
    memset(tree->is_in_scene, 0, tree->count * sizeof *tree->is_in_scene); // from here on: true if the node was reached
    for (size_t i = 0; i < reached; i++)
        tree->is_in_scene[tree->order[i]] = true;
    size_t node = 0;
    while (tree->is_in_scene[node])
        node++;
    for (; !tree->is_in_scene[node]; node = tree->parents[node])
        tree->is_in_scene[node] = true;
    return gyre_gltf_fail(g, gyre_json_find(g->lists[GLTF_NODES].items[node], "children"),
                          "lead back to nodes[%zu]: nodes must not form a cycle", node);
}

// ---- the scene ----

static gyre_result mark_roots(gltf *g, const gyre_json_node *scene, node_tree *tree) {
    const gyre_json_node *roots = NULL;
    gyre_result r = gyre_gltf_member(g, scene, "nodes", GYRE_JSON_ARRAY, GLTF_OPTIONAL, &roots);
    const gyre_json_node *root = r == GYRE_OK && roots ? gyre_json_first(roots) : NULL;
    for (; root && r == GYRE_OK; root = gyre_json_next(root)) {
        size_t index = 0;
        r = gyre_gltf_index_into(g, root, GLTF_NODES, &index);
        if (r != GYRE_OK) return r;
        if (tree->parents[index] != GLTF_NONE)
            return gyre_gltf_fail(g, root, "is nodes[%zu], which is not a root but a child of nodes[%zu]", index,
                                  tree->parents[index]);
        if (tree->is_in_scene[index]) return gyre_gltf_fail(g, root, "is nodes[%zu], which is listed twice", index);
        tree->is_in_scene[index] = true;
    }
    return r;
}

// Marks the roots of the default scene, or of the first scene if there is no default. In a file without scenes, marks
// all roots.
static gyre_result mark_scene(gltf *g, node_tree *tree) {
    size_t scene = GLTF_NONE;
    gyre_result r = gyre_gltf_reference(g, g->root, "scene", GLTF_SCENES, GLTF_OPTIONAL, &scene);
    if (r != GYRE_OK) return r;
    if (scene == GLTF_NONE && g->lists[GLTF_SCENES].count > 0) scene = 0;
    for (size_t i = 0; i < tree->count; i++)
        tree->is_in_scene[i] = scene == GLTF_NONE && tree->parents[i] == GLTF_NONE;
    return scene == GLTF_NONE ? GYRE_OK : mark_roots(g, g->lists[GLTF_SCENES].items[scene], tree);
}

static gyre_result place_nodes(gltf *g, node_tree *tree) {
    gyre_result r = GYRE_OK;
    for (size_t i = 0; i < tree->count && r == GYRE_OK; i++) {
        size_t index = tree->order[i], parent = tree->parents[index];
        const gyre_json_node *node = g->lists[GLTF_NODES].items[index];
        if (parent != GLTF_NONE) tree->is_in_scene[index] = tree->is_in_scene[parent];
        if (!tree->is_in_scene[index]) continue;
        double local[12] = {0};
        r = local_matrix(g, node, local);
        if (r == GYRE_OK)
            multiply(parent == GLTF_NONE ? IDENTITY : tree->matrices[parent], local, tree->matrices[index]);
        if (gyre_json_find(node, "mesh")) tree->instance_count++;
    }
    return r;
}

static gyre_result make_instances(gltf *g, const node_tree *tree) {
    if (tree->instance_count == 0) return GYRE_OK;
    g->instances = gyre_take_array(g->allocator, tree->instance_count, sizeof *g->instances);
    if (!g->instances) return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < tree->count; i++) {
        size_t index = tree->order[i];
        const gyre_json_node *node = g->lists[GLTF_NODES].items[index];
        if (!tree->is_in_scene[index] || !gyre_json_find(node, "mesh")) continue;
        gltf_instance *instance = &g->instances[g->instance_count];
        *instance = (gltf_instance){.place = node};
        gyre_result r = gyre_gltf_reference(g, node, "mesh", GLTF_MESHES, GLTF_REQUIRED, &instance->mesh);
        if (r != GYRE_OK) return r;
        memcpy(instance->matrix, tree->matrices[index], sizeof instance->matrix);
        instance->is_mirrored = is_mirror(instance->matrix);
        g->instance_count++;
    }
    return GYRE_OK;
}

static gyre_result instances_of_nodes(gltf *g) {
    node_tree tree = {.count = g->lists[GLTF_NODES].count};
    tree.parents = gyre_take_array(g->allocator, tree.count, sizeof *tree.parents);
    tree.order = gyre_take_array(g->allocator, tree.count, sizeof *tree.order);
    tree.is_in_scene = gyre_take_array(g->allocator, tree.count, sizeof *tree.is_in_scene);
    tree.matrices = gyre_take_array(g->allocator, tree.count, sizeof *tree.matrices);
    gyre_result r = GYRE_ERR_NO_MEMORY;
    if (tree.parents && tree.order && tree.is_in_scene && tree.matrices) r = find_parents(g, &tree);
    if (r == GYRE_OK) r = find_order(g, &tree);
    if (r == GYRE_OK) r = mark_scene(g, &tree);
    if (r == GYRE_OK) r = place_nodes(g, &tree);
    if (r == GYRE_OK) r = make_instances(g, &tree);
    gyre_give_back(g->allocator, tree.matrices);
    gyre_give_back(g->allocator, tree.is_in_scene);
    gyre_give_back(g->allocator, tree.order);
    gyre_give_back(g->allocator, tree.parents);
    return r;
}

// For a file without nodes: makes one instance of every mesh, without a transformation.
static gyre_result instances_of_meshes(gltf *g) {
    const gltf_list *meshes = &g->lists[GLTF_MESHES];
    if (meshes->count == 0) return GYRE_OK;
    g->instances = gyre_take_array(g->allocator, meshes->count, sizeof *g->instances);
    if (!g->instances) return GYRE_ERR_NO_MEMORY;
    for (size_t i = 0; i < meshes->count; i++) {
        g->instances[i] = (gltf_instance){.place = meshes->items[i], .mesh = i};
        memcpy(g->instances[i].matrix, IDENTITY, sizeof IDENTITY);
    }
    g->instance_count = meshes->count;
    return GYRE_OK;
}

gyre_result gyre_gltf_find_instances(gltf *g) {
    return g->lists[GLTF_NODES].count > 0 ? instances_of_nodes(g) : instances_of_meshes(g);
}
