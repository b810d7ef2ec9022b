"""Finds the shared libraries and declares the functions that the module uses."""

import ctypes as c
import ctypes.util
import os

from . import _structs as s

#: Version of the binary interface, as in the soname libgyre.so.0.1. Libraries and module must have the same version.
ABI = "0.1"


def _load(name, folder):
    """Loads a library from `folder` if given, otherwise from the folder of this file (as in a wheel), otherwise from the system.
    Returns None if the library is not found."""
    file = f"lib{name}.so.{ABI}"
    beside = os.path.join(os.path.dirname(os.path.abspath(__file__)), file)
    if folder is not None:
        return c.CDLL(os.path.join(folder, file))
    for path in (beside if os.path.exists(beside) else None, file, ctypes.util.find_library(name)):
        try:
            if path:
                return c.CDLL(path)
        except OSError:
            pass
    return None


def _load_both():
    """libgyre, or the file $GYRE_LIBRARY, and libgyre_io, which must be in the same folder as that file."""
    named = os.environ.get("GYRE_LIBRARY")
    # libgyre first: libgyre_io then uses this copy, not a copy installed on the system
    base = c.CDLL(named) if named else _load("gyre", None)
    io = _load("gyre_io", os.path.dirname(os.path.abspath(named)) if named else None)
    if base is None or io is None:
        raise ImportError(f"{'libgyre' if base is None else 'libgyre_io'}.so.{ABI} was not found: install it (make install with "
                          "BUILD_SHARED_LIBS=ON) or set GYRE_LIBRARY to the path of libgyre.so, with libgyre_io.so in the same folder")
    return io  # symbol lookup in libgyre_io also finds the functions of libgyre


lib = _load_both()

RESULT, WORLD, SCENE, TEXT, OUT = c.c_int, c.c_void_p, c.c_void_p, c.c_char_p, c.POINTER
_FUNCTIONS = {
    # name: (type of the result, types of the arguments...)
    "version": (TEXT,),
    "result_text": (TEXT, RESULT),
    "result_name": (TEXT, RESULT),
    "method_name": (TEXT, c.c_int),
    "method_from_name": (RESULT, TEXT, OUT(c.c_int)),
    "kernel_name": (TEXT, c.c_int),
    "kernel_is_usable": (c.c_int, c.c_int),
    "damping_from_factor": (RESULT, c.c_double, c.c_double, OUT(c.c_double)),
    "world_def_default": (s.world_def,),
    "world_create": (RESULT, OUT(s.world_def), OUT(WORLD)),
    "world_destroy": (None, WORLD),
    "world_time": (c.c_double, WORLD),
    "world_step_count": (c.c_uint64, WORLD),
    "world_body_count": (c.c_size_t, WORLD),
    "world_method": (c.c_int, WORLD),
    "world_set_method": (RESULT, WORLD, c.c_int),
    "world_gravity": (s.vec3, WORLD),
    "world_set_gravity": (RESULT, WORLD, s.vec3),
    "world_kernel": (TEXT, WORLD),
    "world_set_threads": (RESULT, WORLD, c.c_int),
    "world_hash": (c.c_uint64, WORLD),
    "world_energy": (RESULT, WORLD, OUT(c.c_double), OUT(c.c_double)),
    "world_momentum": (RESULT, WORLD, s.vec3, OUT(s.vec3), OUT(s.vec3)),
    "world_step": (RESULT, WORLD, c.c_double, OUT(s.step_report)),
    "world_fly": (RESULT, WORLD, c.c_double, OUT(s.step_report)),
    "world_get_ledger": (RESULT, WORLD, OUT(s.ledger)),
    "world_snapshot_size": (RESULT, WORLD, OUT(c.c_size_t)),
    "world_save": (RESULT, WORLD, c.c_void_p, c.c_size_t, OUT(c.c_size_t)),
    "world_restore": (RESULT, WORLD, c.c_char_p, c.c_size_t),
    "world_get_motions": (RESULT, WORLD, c.c_void_p, c.c_size_t, c.c_void_p),
    "world_set_motions": (RESULT, WORLD, c.c_void_p, c.c_size_t, c.c_void_p),
    "world_get_interpolated_poses": (RESULT, WORLD, c.c_void_p, c.c_size_t, c.c_double, c.c_void_p),
    "world_get_energies": (RESULT, WORLD, c.c_void_p, c.c_size_t, c.c_void_p, c.c_void_p),
    "world_next_body": (s.body_id, WORLD, s.body_id),
    "world_find_body": (RESULT, WORLD, TEXT, OUT(s.body_id)),
    "world_add_body": (RESULT, WORLD, OUT(s.body_def), OUT(s.body_id)),
    "world_remove_body": (RESULT, WORLD, s.body_id),
    "body_def_default": (s.body_def,),
    "body_name": (TEXT, WORLD, s.body_id),
    "body_is_valid": (c.c_int, WORLD, s.body_id),
    "body_get_mass": (RESULT, WORLD, s.body_id, OUT(s.mass_properties)),
    "body_apply_force": (RESULT, WORLD, s.body_id, s.vec3, s.vec3),
    "body_apply_force_at_model_point": (RESULT, WORLD, s.body_id, s.vec3, s.vec3),
    "body_apply_force_at_center": (RESULT, WORLD, s.body_id, s.vec3),
    "body_apply_torque": (RESULT, WORLD, s.body_id, s.vec3),
    "body_apply_impulse": (RESULT, WORLD, s.body_id, s.vec3, s.vec3),
    "body_apply_impulse_at_model_point": (RESULT, WORLD, s.body_id, s.vec3, s.vec3),
    "body_world_point": (RESULT, WORLD, s.body_id, s.vec3, OUT(s.vec3)),
    "body_model_point": (RESULT, WORLD, s.body_id, s.vec3, OUT(s.vec3)),
    "body_world_vector": (RESULT, WORLD, s.body_id, s.vec3, OUT(s.vec3)),
    "body_model_vector": (RESULT, WORLD, s.body_id, s.vec3, OUT(s.vec3)),
    "body_apply_angular_impulse": (RESULT, WORLD, s.body_id, s.vec3),
    "force_kind_from_name": (RESULT, TEXT, OUT(c.c_int)),
    "force_kind_name": (TEXT, c.c_int),
    "force_def_default": (s.force_def, c.c_int),
    "force_fields": (OUT(s.force_field_row), c.c_int, OUT(c.c_size_t)),
    "world_add_force": (RESULT, WORLD, OUT(s.force_def), OUT(s.force_id)),
    "world_remove_force": (RESULT, WORLD, s.force_id),
    "scene_options_default": (s.scene_options,),
    "scene_read": (RESULT, c.c_char_p, c.c_size_t, OUT(s.scene_options), OUT(SCENE)),
    "scene_destroy": (None, SCENE),
    "scene_world": (WORLD, SCENE),
    "scene_get_settings": (s.scene_settings, SCENE),
    "scene_set_settings": (RESULT, SCENE, c.c_double, c.c_double, c.c_double),
    "scene_step_count": (c.c_uint64, SCENE),
    "scene_frame_count": (c.c_uint64, SCENE),
    "scene_step_of_frame": (c.c_uint64, SCENE, c.c_uint64),
    "scene_write": (RESULT, SCENE, OUT(s.sink)),
    "example_at": (OUT(s.example), c.c_size_t),
    "example_find": (OUT(s.example), TEXT),
    "file_loader": (s.loader, OUT(s.files_beside)),
    "format_of_path": (RESULT, TEXT, OUT(c.c_int)),
    "recording_def_default": (s.recording_def, c.c_int),
    "recording_begin": (RESULT, OUT(s.recording_def), SCENE, OUT(c.c_void_p)),
    "recording_frame": (RESULT, c.c_void_p),
    "recording_end": (RESULT, c.c_void_p, c.c_int),
    "recording_destroy": (None, c.c_void_p),
    "material_at": (OUT(s.material), c.c_size_t),
    "material_find": (OUT(s.material), TEXT),
    "by_mass": (s.amount, c.c_double),
    "by_density": (s.amount, c.c_double),
    "mass_of_mesh": (RESULT, OUT(s.mesh), s.amount, c.c_void_p, OUT(s.mass_properties), OUT(s.mesh_report)),
    "mass_of_shape": (RESULT, OUT(s.shape), s.amount, OUT(s.mass_properties)),
    "mass_principal_sorted": (RESULT, OUT(s.mass_properties), OUT(s.mass), OUT(s.quat)),
    "shape_from_name": (RESULT, TEXT, OUT(c.c_int)),
    "shape_name": (TEXT, c.c_int),
    "shape_dimension": (c.c_int, c.c_int),
    "shape_parameter_name": (TEXT, c.c_int, c.c_size_t),
    "shape_parameter_count": (c.c_size_t, c.c_int),
    "model_read": (RESULT, c.c_char_p, c.c_size_t, c.c_void_p, OUT(s.model), OUT(s.model_error)),
    "model_clear": (None, OUT(s.model)),
    "doctor_options_default": (s.doctor_options,),
    "diagnose": (RESULT, OUT(s.mesh), OUT(s.doctor_options), OUT(s.diagnosis)),
    "diagnosis_clear": (None, OUT(s.diagnosis)),
    "issue_name": (TEXT, c.c_int),
    "estimate_name": (TEXT, c.c_int),
}
for _name, (_back, *_in) in _FUNCTIONS.items():
    _function = getattr(lib, f"gyre_{_name}")
    _function.restype, _function.argtypes = _back, _in


def call(name, *arguments):
    """Calls the C function gyre_<name>."""
    return getattr(lib, f"gyre_{name}")(*arguments)


def names_of(function):
    """The names that a C function returns for 0, 1, 2 and so on."""
    names = []
    while name := call(function, len(names)):
        names.append(name.decode())
    return names
