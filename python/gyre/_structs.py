"""The structs of include/gyre for ctypes. python/tests/test_layout.py compares every size and offset with the compiler's."""

import ctypes as c

import numpy as np


class vec3(c.Structure):
    """gyre_vec3"""
    _fields_ = [("x", c.c_double), ("y", c.c_double), ("z", c.c_double)]


class quat(c.Structure):
    """gyre_quat: scalar first"""
    _fields_ = [("w", c.c_double), ("x", c.c_double), ("y", c.c_double), ("z", c.c_double)]


class tensor(c.Structure):
    """gyre_tensor"""
    _fields_ = [(name, c.c_double) for name in ("xx", "yy", "zz", "xy", "xz", "yz")]


class mass_properties(c.Structure):
    """gyre_mass_properties"""
    _fields_ = [("mass", c.c_double), ("center", vec3), ("inertia", tensor)]


class mass(c.Structure):
    """gyre_mass"""
    _fields_ = [("mass", c.c_double), ("inertia", vec3)]


class amount(c.Structure):
    """gyre_amount"""
    _fields_ = [("kind", c.c_int), ("value", c.c_double)]


class pose(c.Structure):
    """gyre_pose"""
    _fields_ = [("position", vec3), ("orientation", quat)]


class motion(c.Structure):
    """gyre_motion"""
    _fields_ = [("position", vec3), ("orientation", quat), ("velocity", vec3), ("angular_velocity", vec3)]


class body_id(c.Structure):
    """gyre_body_id; hashable, so it can be a key of a dict"""
    _fields_ = [("index", c.c_uint32), ("generation", c.c_uint32), ("world", c.c_uint32)]

    def __eq__(self, other):
        return isinstance(other, body_id) and bytes(self) == bytes(other)

    def __hash__(self):
        return hash(bytes(self))

    def __repr__(self):
        return f"<gyre body {self.index}.{self.generation}>"


class force_id(c.Structure):
    """gyre_force_id"""
    _fields_ = [("index", c.c_uint32), ("generation", c.c_uint32), ("world", c.c_uint32)]


class allocator(c.Structure):
    """gyre_allocator"""
    _fields_ = [("take", c.c_void_p), ("give", c.c_void_p), ("user", c.c_void_p)]


LOG_WRITE = c.CFUNCTYPE(None, c.c_int, c.c_char_p, c.c_void_p)


class logger(c.Structure):
    """gyre_logger"""
    _fields_ = [("write", LOG_WRITE), ("user", c.c_void_p)]


class loader(c.Structure):
    """gyre_loader"""
    _fields_ = [("load", c.c_void_p), ("unload", c.c_void_p), ("user", c.c_void_p)]


SINK_WRITE = c.CFUNCTYPE(c.c_int, c.c_void_p, c.c_size_t, c.c_void_p)


class sink(c.Structure):
    """gyre_sink"""
    _fields_ = [("write", SINK_WRITE), ("patch", c.c_void_p), ("user", c.c_void_p)]


class parallel_for(c.Structure):
    """gyre_parallel_for"""
    _fields_ = [("run", c.c_void_p), ("user", c.c_void_p)]


PROGRESS = c.CFUNCTYPE(c.c_int, c.c_double, c.c_void_p)


class world_def(c.Structure):
    """gyre_world_def"""
    _fields_ = [
        ("marker", c.c_uint32), ("gravity", vec3), ("method", c.c_int), ("rtol", c.c_double), ("atol", c.c_double),
        ("orientation_update", c.c_int), ("is_transactional", c.c_int), ("has_ledger", c.c_int), ("kernel", c.c_char_p),
        ("threads", c.c_int), ("parallel_for", parallel_for), ("body_capacity", c.c_size_t), ("solve_constraints", c.c_void_p),
        ("user", c.c_void_p), ("allocator", allocator), ("log", logger), ("on_progress", PROGRESS), ("progress_user", c.c_void_p),
    ]


class body_def(c.Structure):
    """gyre_body_def"""
    _fields_ = [
        ("marker", c.c_uint32), ("name", c.c_char_p), ("kind", c.c_int), ("mass", mass_properties), ("position", vec3),
        ("orientation", quat), ("velocity", vec3), ("angular_velocity", vec3), ("angular_frame", c.c_int),
        ("linear_damping", c.c_double), ("angular_damping", c.c_double), ("locks", c.c_uint), ("has_pivot", c.c_int),
        ("pivot", vec3), ("path", c.c_void_p), ("path_count", c.c_size_t), ("user_data", c.c_uint64),
    ]


class step_report(c.Structure):
    """gyre_step_report"""
    _fields_ = [
        ("result", c.c_int), ("step", c.c_uint64), ("time", c.c_double), ("evaluations", c.c_size_t), ("body", body_id),
        ("force", force_id), ("quantity", c.c_int), ("text", c.c_char * 256),
    ]


class vector_account(c.Structure):
    """gyre_vector_account"""
    _fields_ = [("initial", vec3), ("final", vec3), ("impulse", vec3), ("residual", vec3)]


class ledger(c.Structure):
    """gyre_ledger"""
    _fields_ = [("steps", c.c_uint64)] + [(name, c.c_double) for name in (
        "time", "initial", "final", "kinetic", "potential", "work", "dissipated", "edited", "residual")] + [
        ("momentum", vector_account), ("angular_momentum", vector_account), ("hook", c.c_double)]


SEVERITY_ERROR = 0  # of gyre_severity


class problem(c.Structure):
    """gyre_problem"""
    _fields_ = [("line", c.c_int), ("column", c.c_int), ("where", c.c_char * 96), ("text", c.c_char * 520),
                ("is_limit", c.c_int), ("severity", c.c_int)]


class scene_settings(c.Structure):
    """gyre_scene_settings"""
    _fields_ = [("title", c.c_char_p), ("dt", c.c_double), ("duration", c.c_double), ("fps", c.c_double)]


ON_PROBLEM = c.CFUNCTYPE(None, c.POINTER(problem), c.c_void_p)


class scene_options(c.Structure):
    """gyre_scene_options"""
    _fields_ = [
        ("marker", c.c_uint32), ("max_bytes", c.c_size_t), ("max_bodies", c.c_size_t), ("max_depth", c.c_int), ("has_ledger", c.c_int), ("allocator", allocator),
        ("log", logger), ("loader", loader), ("on_problem", ON_PROBLEM), ("user", c.c_void_p),
    ]


class example(c.Structure):
    """gyre_example"""
    _fields_ = [("name", c.c_char_p), ("title", c.c_char_p), ("text", c.c_void_p), ("size", c.c_size_t)]


class recording_def(c.Structure):
    """gyre_recording_def"""
    _fields_ = [("marker", c.c_uint32), ("format", c.c_int), ("sink", sink), ("allocator", allocator), ("log", logger)]


class files_beside(c.Structure):
    """gyre_files_beside"""
    _fields_ = [("base_path", c.c_char_p), ("flags", c.c_uint), ("max_size", c.c_size_t), ("allocator", c.c_void_p)]


class mesh(c.Structure):
    """gyre_mesh"""
    _fields_ = [("positions", c.POINTER(c.c_double)), ("vertex_count", c.c_size_t), ("triangles", c.POINTER(c.c_uint32)),
                ("triangle_count", c.c_size_t)]


class mesh_report(c.Structure):
    """gyre_mesh_report"""
    _fields_ = [(name, c.c_size_t) for name in ("open_edges", "flipped_edges", "non_manifold_edges", "degenerate_faces")] + [
        ("is_inverted", c.c_int), ("first_bad_triangle", c.c_size_t), ("volume", c.c_double), ("area", c.c_double),
        ("text", c.c_char * 200)]


class model_error(c.Structure):
    """gyre_model_error"""
    _fields_ = [("code", c.c_int), ("byte", c.c_size_t), ("line", c.c_int), ("column", c.c_int), ("text", c.c_char * 224)]


class model(c.Structure):
    """gyre_model"""
    _fields_ = [("mesh", mesh), ("format", c.c_int), ("is_soup", c.c_int), ("ignored_count", c.c_size_t), ("warning_count", c.c_size_t),
                ("warning", model_error), ("allocator", allocator)]


class material(c.Structure):
    """gyre_material"""
    _fields_ = [("name", c.c_char_p), ("density", c.c_double), ("other_names", c.c_char_p), ("text", c.c_char_p)]


class shape(c.Structure):
    """gyre_shape"""
    _fields_ = [("kind", c.c_int), ("is_hollow", c.c_int), ("parameters", c.c_double * 12)]


class force_field_row(c.Structure):
    """gyre_force_field_row"""
    _fields_ = [("name", c.c_char_p), ("type", c.c_int), ("offset", c.c_size_t), ("is_required", c.c_int), ("rule", c.c_int),
                ("choices", c.c_void_p), ("text", c.c_char_p)]


#: gyre_force_parameters: a union; gyre_force_fields gives the type and offset of each parameter
force_parameters = c.c_double * 16


class force_def(c.Structure):
    """gyre_force_def"""
    _fields_ = [
        ("marker", c.c_uint32), ("kind", c.c_int), ("parameters", force_parameters), ("name", c.c_char_p), ("body", body_id),
        ("other", body_id), ("from", c.c_double), ("until", c.c_double), ("profile", c.c_void_p), ("profile_count", c.c_size_t),
    ]


class issue(c.Structure):
    """gyre_issue"""
    _fields_ = [("kind", c.c_int), ("count", c.c_size_t), ("first_triangle", c.c_size_t), ("is_damage", c.c_int),
                ("is_repaired", c.c_int), ("text", c.c_char * 200)]


class estimate(c.Structure):
    """gyre_estimate"""
    _fields_ = [("is_known", c.c_int), ("volume", c.c_double), ("error", c.c_double), ("mass", mass_properties)]


class doctor_options(c.Structure):
    """gyre_doctor_options"""
    _fields_ = [
        ("marker", c.c_uint32), ("amount", amount), ("unit", c.c_double), ("thickness", c.c_double), ("weld", c.c_double),
        ("is_soup", c.c_int), ("voxel_budget", c.c_size_t), ("allocator", allocator), ("on_progress", c.c_void_p), ("user", c.c_void_p),
    ]


class diagnosis(c.Structure):
    """gyre_diagnosis"""
    _fields_ = [
        ("issue_count", c.c_size_t), ("issues", issue * 11), ("is_watertight", c.c_int), ("joined_count", c.c_size_t),
        ("loop_count", c.c_size_t), ("shell_count", c.c_size_t), ("cavity_count", c.c_size_t), ("area", c.c_double), ("low", vec3),
        ("high", vec3), ("estimates", estimate * 5), ("best", c.c_int), ("spread", c.c_double), ("trust", c.c_char * 400),
        ("mesh", mesh), ("unit", c.c_double), ("cap_triangle_count", c.c_size_t), ("rim_edges", c.c_void_p),
        ("rim_edge_count", c.c_size_t), ("allocator", allocator),
    ]


#: numpy's type of one body in `World.motions`: gyre_motion.
MOTION = np.dtype([("position", "f8", 3), ("orientation", "f8", 4), ("velocity", "f8", 3), ("angular_velocity", "f8", 3)])

#: numpy's type of one body in `World.poses`: gyre_pose.
POSE = np.dtype([("position", "f8", 3), ("orientation", "f8", 4)])

ALL = [
    vec3, quat, tensor, mass_properties, mass, amount, pose, motion, body_id, force_id, allocator, logger, loader, sink, parallel_for,
    world_def, body_def, step_report, vector_account, ledger, problem, scene_settings, scene_options, example, recording_def,
    files_beside, mesh, mesh_report, model, model_error, material, shape, force_field_row,
    force_def, issue, estimate, doctor_options, diagnosis,
]
