"""The functions and structs that Python declares are those of the C headers, argument by
argument."""

from __future__ import annotations

import ctypes
import re
import unittest
from typing import Dict, List, Tuple

from common import TOP

import ludoforge
from ludoforge import _library, _structs
from ludoforge.session import Level

HEADERS = sorted((TOP / "include").glob("*.h"))
STRUCTS = {
    "lf_error": _structs.Error,
    "lf_clock": _structs.Clock,
    "lf_problem": _structs.Problem,
    "lf_setup": _structs.Setup,
    "lf_choice": _structs.Choice,
    "lf_decision": _structs.Decision,
    "lf_tensor_part": _structs.TensorPart,
    "lf_batch_config": _structs.BatchConfig,
    "lf_batch_views": _structs.BatchViews,
    "lf_log_entry": _structs.LogEntry,
    "lf_advised": _structs.Advised,
    "lf_advice": _structs.Advice,
    "lf_analysis_limits": _structs.AnalysisLimits,
}
SCALARS = {
    "void": None,
    "bool": ctypes.c_bool,
    "char": ctypes.c_char,
    "int": ctypes.c_int,
    "size_t": ctypes.c_size_t,
    "uint64_t": ctypes.c_uint64,
    "int64_t": ctypes.c_int64,
    "int32_t": ctypes.c_int32,
    "uint8_t": ctypes.c_uint8,
    "int8_t": ctypes.c_int8,
    "float": ctypes.c_float,
    "double": ctypes.c_double,
    "lf_seat": ctypes.c_int,
}
OPAQUE = ("lf_game", "lf_state", "lf_history", "lf_batch", "lf_session", "lf_agent", "lf_record",
          "lf_diagnostics")


def text_of_headers() -> str:
    text = "\n".join(header.read_text() for header in HEADERS)
    return re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL)


def enumerations(text: str) -> List[str]:
    return re.findall(r"typedef enum \{[^}]*\} (\w+);", text)


class Types:
    """What a C type may be in Python: more than one spelling is right for a pointer."""

    def __init__(self, text: str) -> None:
        self.scalars = {**SCALARS, **{name: ctypes.c_int for name in enumerations(text)}}

    def allowed(self, c_type: str) -> List[object]:
        base = c_type.replace("const", "").replace("*", "").strip()
        stars = c_type.count("*")
        if "(*" in c_type:  # a pointer to a function
            return [_structs.Progress]
        if stars == 0:
            return [self.scalars[base] if base in self.scalars else STRUCTS[base]]
        if stars == 1 and base in OPAQUE:
            return [_structs.Handle, ctypes.c_void_p]
        if base == "char":
            # c_char_p would lose the pointer of a text that we have to free
            owned = "const" not in c_type and stars == 1
            return ([ctypes.c_void_p] if owned else [ctypes.c_char_p] if stars == 1
                    else [ctypes.POINTER(ctypes.c_char_p), ctypes.c_void_p])
        if base == "void":
            return [ctypes.c_void_p, ctypes.c_char_p]
        if stars == 2 and base in OPAQUE:
            return [ctypes.POINTER(ctypes.c_void_p)]
        kind = STRUCTS.get(base, self.scalars.get(base))
        return [ctypes.POINTER(kind)] if kind is not None else [ctypes.c_void_p]


def declared(text: str) -> Dict[str, Tuple[str, List[str]]]:
    """name: (result, arguments), as types without names."""
    found = {}
    for result, name, arguments in re.findall(r"LF_API\s+([\w\s]+?[\s\*]+)(lf_\w+)\(([^;]*)\);",
                                              text):
        listed = [] if arguments.strip() == "void" else [plain(a) for a in arguments.split(",")]
        found[name] = (" ".join(result.split()), listed)
    return found


def plain(argument: str) -> str:
    """An argument without its name."""
    argument = " ".join(argument.split())
    match = re.fullmatch(r"((?:const )?\w+(?: ?\*(?:const)? ?)*)(?: ?(\w+))?", argument)
    return match[1].strip() if match else argument


class Prototypes(unittest.TestCase):
    def setUp(self) -> None:
        self.text = text_of_headers()
        self.types = Types(self.text)

    def test_every_function_is_declared_alike(self) -> None:
        functions = declared(self.text)
        for name, (result, *arguments) in _library.PROTOTYPES.items():
            with self.subTest(name):
                self.assertTrue(name in functions, "no header declares it")
                c_result, c_arguments = functions[name]
                self.assertIn(result, self.types.allowed(c_result), f"returns {c_result}")
                self.assertEqual(len(arguments), len(c_arguments), c_arguments)
                for number, (ours, theirs) in enumerate(zip(arguments, c_arguments)):
                    self.assertIn(ours, self.types.allowed(theirs),
                                  f"argument {number + 1} is {theirs}")

    def test_enumerations_are_numbered_alike(self) -> None:
        for name, prefix, ours in (("lf_catalogue", "LF_OF_", _structs.Catalogue),
                                   ("lf_status", "LF_", ludoforge.Status),
                                   ("lf_log_level", "LF_LOG_", Level)):
            body = re.search(r"typedef enum \{([^}]*)\} " + name + ";", self.text)
            assert body is not None
            names = [word.strip() for word in body[1].split(",") if word.strip()]
            for member in ours:
                self.assertEqual(names.index(prefix + member.name), member.value, member)
        for name, value in (("LF_OPTIONS_MAX", _structs.OPTIONS_MAX),
                            ("LF_TENSOR_AXES", _structs.TENSOR_AXES),
                            ("LF_SEATS_MAX", _structs.SEATS_MAX)):
            self.assertRegex(self.text, rf"#define {name} {value}\b")

    def test_every_struct_has_the_same_fields(self) -> None:
        for name, struct in STRUCTS.items():
            with self.subTest(name):
                bodies = re.findall(r"typedef struct (?:\w+ )?\{([^}]*)\} (\w+);", self.text)
                body = next(body for body, called in bodies if called == name)
                self.assertEqual([field[0] for field in struct._fields_],
                                 [field for field, _ in fields(body)])
                for (field, ours), (_, theirs) in zip(struct._fields_, fields(body)):
                    array = isinstance(ours, type(ctypes.c_int * 2))
                    element = getattr(ours, "_type_", ours) if array else ours
                    self.assertIn(element, self.types.allowed(theirs), f"{field} is {theirs}")


def fields(body: str) -> List[Tuple[str, str]]:
    """(name, type) of each field of a struct, several in one declaration one by one."""
    found = []
    for line in body.split(";"):
        line = " ".join(line.split())
        function = re.fullmatch(r"(\w+ \(\*)(\w+)(\)\(.*\))", line)
        if function is not None:
            found.append((function[2], function[1] + function[3]))
            continue
        match = re.fullmatch(r"((?:const )?\w+) ?(.*)", line)
        if match is None:
            continue
        base = match[1]
        for name in match[2].split(","):
            stars = "*" * name.count("*")
            clean = re.sub(r"\[.*\]|\*|const ", "", name).strip()
            found.append((clean, base + " " + stars if stars else base))
    return found


if __name__ == "__main__":
    unittest.main()
