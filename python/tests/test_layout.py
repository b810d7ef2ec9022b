"""Every ctypes struct has the size and offsets that the compiler gives it; a C program prints them from the headers."""

import ctypes as c
import os
import subprocess
import tempfile
import unittest

from gyre import _structs as s

SOURCE = os.environ["SOURCE"]


def compiled_layout():
    """The compiler's layout: {struct: (size, {field: (offset, size)})}."""
    lines = ['#include "gyre/gyre.h"', "#include <stddef.h>", "#include <stdio.h>", "int main(void) {"]
    for struct in s.ALL:
        name = f"gyre_{struct.__name__}"
        lines.append(f'printf("{struct.__name__} - %zu 0\\n", sizeof({name}));')
        for field, *_ in struct._fields_:
            lines.append(f'printf("{struct.__name__} {field} %zu %zu\\n", offsetof({name}, {field}), sizeof((({name} *)0)->{field}));')
    lines += ["return 0;", "}"]
    with tempfile.TemporaryDirectory() as place:
        program = os.path.join(place, "layout")
        subprocess.run([os.environ.get("CC", "cc"), "-std=c17", "-I", os.path.join(SOURCE, "include"), "-x", "c", "-", "-o", program],
                       input="\n".join(lines).encode(), check=True)
        output = subprocess.run([program], check=True, capture_output=True, text=True).stdout
    layout = {}
    for struct, field, first, second in map(str.split, output.splitlines()):
        if field == "-":
            layout[struct] = (int(first), {})
        else:
            layout[struct][1][field] = (int(first), int(second))
    return layout


def python_layout(struct):
    return (c.sizeof(struct), {field: (getattr(struct, field).offset, getattr(struct, field).size) for field, *_ in struct._fields_})


class Layout(unittest.TestCase):
    def test_structs_have_the_layout_of_the_compiler(self):
        compiled = compiled_layout()
        self.assertGreaterEqual(len(compiled), 30)
        for struct in s.ALL:
            with self.subTest(struct.__name__):
                self.assertEqual(python_layout(struct), compiled[struct.__name__])

    def test_an_extra_field_changes_the_size(self):
        class motion(c.Structure):
            _fields_ = s.motion._fields_ + [("more", c.c_double)]
        self.assertNotEqual(c.sizeof(motion), compiled_layout()["motion"][0])

    def test_numpy_types_have_the_layout_of_the_structs(self):
        for dtype, struct in ((s.MOTION, s.motion), (s.POSE, s.pose)):
            self.assertEqual(dtype.itemsize, c.sizeof(struct))
            self.assertEqual({name: dtype.fields[name][1] for name in dtype.names}, {name: getattr(struct, name).offset for name, _ in struct._fields_})


if __name__ == "__main__":
    unittest.main()
