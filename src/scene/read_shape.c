/// Reads shapes and compounds.
#include "scene/read_shape.h"

#include "gyre/materials.h"

#include "mass/shape_formulas.h"
#include "mass/tensor.h"
#include "math/finite.h"
#include "scene/read_mesh.h"

#include <string.h>

// A part longer than this [m] is probably in millimetres; gyre inertia warns at the same size.
static const double SIZE_DOUBTED = 5;

/// State of reading one shape that is not a compound.
typedef struct shape_reading {
    gyre_look_part part;
    part_source source;
    double density;       // density of the part; 0: not given
    const char *material; // name of the material that gave the density, or NULL
} shape_reading;

// ---- type of shape ----

// Sets a gyre_shape_kind, SHAPE_COMPOUND or SHAPE_MESH. Returns false after reporting an unknown name.
static bool find_kind(scene_reader *reader, const place *at, int *out_kind) {
    const gyre_json_node *node = gyre_json_find(at->node, "type");
    place here = place_of_key(at, "type", node);
    const key_row *row = &gyre_key_rows()[KEY_shape_type];
    if (!node) return gyre_problem_at(reader, &here, "is missing: %s, such as \"box\"", row->text), false;
    key_value type;
    gyre_read_value(reader, &here, row, &type);
    if (!type.is_good) return false;
    for (*out_kind = 0; *out_kind <= SHAPE_MESH; ++*out_kind)
        if (strcmp(type.text, gyre_shape_word(*out_kind)) == 0) return true;
    gyre_unknown_type(reader, &here, "shape", gyre_shape_word, SHAPE_MESH + 1, type.text);
    return false;
}

size_t gyre_count_parts(const gyre_json_node *shape) {
    const gyre_json_node *type = gyre_json_find(shape, "type");
    if (!type || type->type != GYRE_JSON_STRING || strcmp(type->string, gyre_shape_word(SHAPE_COMPOUND)) != 0) return 1;
    const gyre_json_node *parts = gyre_json_find(shape, "parts");
    return parts && parts->type == GYRE_JSON_ARRAY ? parts->count : 0;
}

bool gyre_shape_has_mass(const gyre_json_node *shape) {
    const gyre_json_node *parts = gyre_json_find(shape, "parts");
    if (!parts || parts->type != GYRE_JSON_ARRAY || parts->count == 0) return false;
    for (const gyre_json_node *part = gyre_json_first(parts); part; part = gyre_json_next(part))
        if (!gyre_json_find(part, "density")) return false;
    return true;
}

// ---- one shape ----

static void take_key(const key_row *row, const key_value *value, shape_reading *out) {
    if (row->count > 0)
        memcpy(out->part.shape.parameters + row->first, value->numbers, row->count * sizeof(double));
    else if (strcmp(row->name, "hollow") == 0)
        out->part.shape.is_hollow = value->choice;
    else if (strcmp(row->name, "position") == 0)
        out->part.pose.position = vec3_of(value);
    else if (strcmp(row->name, "orientation") == 0)
        gyre_quat_normalize(quat_of_value(value),
                            &out->part.pose.orientation); // read_orientation has checked that it is a unit quaternion
    else if (strcmp(row->name, "density") == 0)
        out->density = value->numbers[0], out->material = value->text;
    else if (strcmp(row->name, "scale") == 0)
        out->source.scale = value->numbers[0];
    else if (strcmp(row->name, "unit") == 0)
        out->source.unit = value->choice;
}

// Warns if a mesh without a unit is so long that it is probably in millimetres. Warns once per file. Any "unit", even
// "m", prevents the warning.
static void warn_of_size(scene_reader *reader, const place *at, const shape_reading *reading) {
    scene_mesh *mesh = reading->source.mesh;
    if (mesh->is_size_reported || gyre_json_find(at->node, "unit") || mesh->model.format == GYRE_MODEL_gltf) return;
    double size = mesh->longest_side * reading->part.mesh_unit;
    if (!(size > SIZE_DOUBTED)) return;
    mesh->is_size_reported = true;
    gyre_warn_at(reader, at,
                 "%s is %.3g m long; %s files have no unit: set \"unit\": \"mm\" for millimetres, or \"m\" if this "
                 "size is right",
                 mesh->file, size, gyre_model_format_name(mesh->model.format));
}

static bool read_mesh(scene_reader *reader, const place *at, const key_value *file, shape_reading *out) {
    place here = place_of_key(at, "file", file->node);
    out->source.mesh = gyre_find_mesh(reader, &here, file->text);
    if (!out->source.mesh) return false;
    out->part.mesh = &out->source.mesh->model.mesh;
    out->part.mesh_unit = gyre_mesh_unit(&out->source);
    if (out->part.mesh_unit > 0 && is_finite(out->part.mesh_unit)) {
        warn_of_size(reader, at, out);
        return true;
    }
    here = place_of_key(at, "scale", gyre_json_find(at->node, "scale"));
    gyre_problem_at(reader, &here, "scale times unit is too small or too large");
    return false;
}

static bool read_single(scene_reader *reader, const place *at, int kind, bool is_part, shape_reading *out) {
    key_set keys = gyre_shape_keys(kind, is_part);
    key_value values[KEY_SET_MAX];
    size_t problems_before = reader->problems.error_count;
    gyre_read_keys(reader, at, "shape", keys.rows, keys.count, values);
    if (reader->problems.error_count != problems_before) return false;
    *out =
        (shape_reading){.part = {.shape = {.kind = kind == SHAPE_MESH ? GYRE_SHAPE_KIND_COUNT : (gyre_shape_kind)kind},
                                 .pose = {.orientation = {1, 0, 0, 0}}},
                        .source = {.scale = gyre_key_number(&gyre_key_rows()[KEY_mesh_scale])}};
    for (size_t i = 0; i < keys.count; i++)
        if (values[i].node) take_key(&keys.rows[i], &values[i], out);
    if (kind == SHAPE_MESH) return read_mesh(reader, at, &values[gyre_key_find(keys.rows, keys.count, "file")], out);
    if (out->part.shape.is_hollow && gyre_shape_dimension(out->part.shape.kind) < 3) {
        gyre_problem_at(reader, at, "a %s cannot be hollow: it has no interior", gyre_shape_word(kind));
        return false;
    }
    double measure;
    gyre_result r = gyre_shape_measure(&out->part.shape, &measure);
    if (r == GYRE_OK) return true;
    gyre_problem_at(reader, at, "%s",
                    r == GYRE_ERR_SHAPE ? gyre_shape_condition(out->part.shape.kind)
                                        : "is too small or too large to compute its volume");
    return false;
}

// Reports a material for a shape without volume, because its density is per area or per length. `at` is the place of
// the density.
static bool has_volume_for(scene_reader *reader, const place *at, const shape_reading *reading, const char *material) {
    const gyre_shape *shape = &reading->part.shape;
    int dimension = reading->part.mesh ? 3 : gyre_shape_dimension(shape->kind);
    if (!material || (dimension == 3 && !shape->is_hollow)) return true;
    const char *name = reading->part.mesh ? "mesh" : gyre_shape_name(shape->kind);
    const char *unit = dimension == 1 ? "kg/m" : "kg/m^2", *factor = dimension == 1 ? "cross section" : "thickness";
    gyre_problem_at(reader, at, "must be a number [%s] for a %s%s: %s has %g kg/m^3; multiply by the %s", unit,
                    shape->is_hollow ? "hollow " : "", name, material, gyre_material_find(material)->density, factor);
    return false;
}

static bool weigh(scene_reader *reader, const place *at, const shape_reading *reading, gyre_amount amount,
                  gyre_mass_properties *out_mass) {
    const gyre_look_part *part = &reading->part;
    gyre_mass_properties own, turned;
    gyre_result r = GYRE_OK;
    if (!part->mesh)
        r = gyre_mass_of_shape(&part->shape, amount, &own);
    else if (!gyre_weigh_mesh(reader, at, reading->source.mesh, part, amount, &own))
        return false;
    if (r == GYRE_OK) r = gyre_mass_rotate(&own, part->pose.orientation, &turned);
    if (r == GYRE_OK) r = gyre_mass_translate(&turned, part->pose.position, out_mass);
    if (r == GYRE_OK) return true;
    gyre_problem_at(reader, at, "its mass cannot be computed: %s", gyre_result_text(r));
    return false;
}

// ---- compounds ----

/// State of reading one compound.
typedef struct compound_reading {
    const shape_amount *amount;
    gyre_mass_properties sum;
    size_t count, with_density;
} compound_reading;

static bool read_part(scene_reader *reader, const place *at, compound_reading *compound, gyre_look_part *out_part,
                      part_source *out_source) {
    int kind;
    shape_reading reading;
    if (at->node->type != GYRE_JSON_OBJECT)
        return gyre_problem_at(reader, at, "must be an object, is %s", gyre_json_type_text(at->node->type)), false;
    if (!find_kind(reader, at, &kind)) return false;
    if (kind == SHAPE_COMPOUND)
        return gyre_problem_at(reader, at, "a part cannot be a compound: list its parts here"), false;
    if (!read_single(reader, at, kind, true, &reading)) return false;
    *out_part = reading.part;
    *out_source = reading.source;
    compound->count++;
    if (reading.density > 0) compound->with_density++;
    place own_density = place_of_key(at, "density", gyre_json_find(at->node, "density"));
    const char *material = reading.density > 0 ? reading.material : compound->amount->material;
    if (!has_volume_for(reader, &own_density, &reading, material)) return false;
    if (!compound->amount->is_wanted) return true;
    double density = reading.density > 0 ? reading.density : compound->amount->density;
    if (!(density > 0) && !(compound->amount->mass > 0)) {
        place missing = place_of_key(at, "density", NULL);
        gyre_problem_at(reader, &missing, "is missing: the body has neither mass nor density");
        return false;
    }
    gyre_mass_properties mass, joined;
    if (!weigh(reader, at, &reading, gyre_by_density(density > 0 ? density : 1), &mass)) return false;
    if (compound->count == 1) {
        compound->sum = mass;
        return true;
    }
    gyre_result r = gyre_mass_add(&compound->sum, &mass, &joined);
    if (r == GYRE_OK) compound->sum = joined;
    if (r != GYRE_OK) gyre_problem_at(reader, at, "its mass cannot be added: %s", gyre_result_text(r));
    return r == GYRE_OK;
}

// Scales mass properties computed from relative densities to the mass of the body.
static bool scale_to(scene_reader *reader, const place *at, double mass, gyre_mass_properties *properties) {
    double factor = mass / properties->mass;
    properties->mass = mass;
    properties->inertia = tensor_plus((gyre_tensor){0}, factor, properties->inertia);
    if (gyre_inertia_check(&properties->inertia, NULL) == GYRE_OK) return true;
    gyre_problem_at(reader, at, "its mass cannot be computed: %s", gyre_result_text(GYRE_ERR_NOT_FINITE));
    return false;
}

static bool read_compound(scene_reader *reader, const place *at, const shape_amount *amount, scene_body *body,
                          gyre_mass_properties *out_mass) {
    key_set keys = gyre_shape_keys(SHAPE_COMPOUND, false);
    key_value values[KEY_SET_MAX];
    size_t problems_before = reader->problems.error_count;
    gyre_read_keys(reader, at, "shape", keys.rows, keys.count, values);
    const key_value *parts = &values[gyre_key_find(keys.rows, keys.count, KEY_NAME(compound, parts))];
    if (!parts->is_good) return false;
    place list = place_of_key(at, "parts", parts->node);
    if (parts->node->count == 0) {
        gyre_problem_at(reader, &list, "must have at least one part");
        return false; // the scene's array of parts may be NULL
    }
    compound_reading compound = {.amount = amount};
    gyre_look_part *part = reader->scene->parts + body->first_part;
    part_source *source = reader->scene->sources + body->first_part;
    size_t index = 0;
    for (const gyre_json_node *item = gyre_json_first(parts->node); item; item = gyre_json_next(item), index++) {
        place here = place_of_item(&list, index, item);
        read_part(reader, &here, &compound, &part[index], &source[index]);
    }
    if (reader->problems.error_count != problems_before) return false;
    bool is_mixed = compound.with_density > 0 && compound.with_density < compound.count;
    if (amount->is_wanted && amount->mass > 0 && is_mixed) {
        gyre_problem_at(reader, &list, "if the body has a mass, either all parts or none must have a density");
        return false;
    }
    body->part_count = compound.count;
    *out_mass = compound.sum;
    return !(amount->is_wanted && amount->mass > 0) || scale_to(reader, at, amount->mass, out_mass);
}

bool gyre_read_shape(scene_reader *reader, const place *at, const shape_amount *amount, scene_body *body,
                     gyre_mass_properties *out_mass) {
    int kind;
    if (!find_kind(reader, at, &kind)) return false;
    if (kind == SHAPE_COMPOUND) return read_compound(reader, at, amount, body, out_mass);
    shape_reading reading;
    if (!read_single(reader, at, kind, false, &reading)) return false;
    reader->scene->parts[body->first_part] = reading.part;
    reader->scene->sources[body->first_part] = reading.source;
    body->part_count = 1;
    if (!amount->is_wanted) return true;
    place density = place_of_key(at->parent, "density", gyre_json_find(at->parent->node, "density"));
    if (!has_volume_for(reader, &density, &reading, amount->material)) return false;
    if (!(amount->mass > 0) && !(amount->density > 0)) {
        gyre_problem_at(reader, at, "has no mass: give the body mass or density");
        return false;
    }
    gyre_amount by = amount->mass > 0 ? gyre_by_mass(amount->mass) : gyre_by_density(amount->density);
    return weigh(reader, at, &reading, by, out_mass);
}
