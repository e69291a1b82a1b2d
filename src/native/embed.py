#!/usr/bin/env python3
"""embed.py SOURCE-ROOT TEXTS.c HEADER.h DEPFILE: what generated C is made of, out of the engine's own sources.

HEADER.h is all that generated C includes besides libc: the kernel's headers put together, the short functions of the kernel
that are worth compiling with the numbers of the game known (INLINED), and a table of pointers to the others (kernel.def).
TEXTS.c holds the same header as text, and the body of every opcode. Nothing is written twice: whoever changes bodies.inc or
the kernel changes the loop and the native code alike. DEPFILE tells ninja every file that was read."""

import pathlib
import re
import sys

INLINED = ["kernel/state/pieces.c", "kernel/state/reach.c", "kernel/state/cards.c", "kernel/state/open_cards.c",
           "kernel/state/block_copy.c",
           "kernel/play/options.c",
           "kernel/vm/vm_steps.c", "kernel/vm/vm_choose.c"]
# Put into their callers where the program is small.
HOT = ["lf_vm_enter", "lf_vm_leave", "lf_vm_store", "lf_vm_settle", "lf_domain_count", "lf_domain_value", "lf_map_run", "lf_map_beyond"]
LEFT_OUT = {"diagnostics.def"}  # long texts; generated code reports nothing


READ = set()  # every file that was read


def read(path):
    READ.add(path)
    return path.read_text(encoding="utf-8")


def without_comments(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"[ \t]+$", "", text, flags=re.M)
    return re.sub(r"\n{2,}", "\n", text)


class Sources:
    def __init__(self, root):
        self.root, self.seen = root, set()

    def find(self, name, folder):
        for base in (folder, self.root / "src", self.root / "include"):
            if (base / name).is_file():
                return base / name
        sys.exit(f"embed.py: there is no {name}")

    def put_together(self, path):
        """The text of a file with its own includes in it: headers once, everything else as often as it is named."""
        if path.suffix == ".h" and path in self.seen:
            return ""
        self.seen.add(path)
        out = []
        for line in without_comments(read(path)).splitlines(keepends=True):
            include = re.match(r'#include ["<]((?!std|setjmp|string|assert)[^">]+)[">]', line)
            if include and pathlib.Path(include[1]).name in LEFT_OUT:
                continue
            out.append(self.put_together(self.find(include[1], path.parent)) if include else line)
        return "".join(out)


def functions_of(text):
    """Names of the functions that other files see."""
    return re.findall(r"^(?!static|typedef|#)[a-z][^;={}()\n]*?\b(lf_\w+)\([^;{]*\{", text, flags=re.M)


def without_function(text, name):
    return re.sub(r"^(?!static inline)[a-z][^;={}()\n]*\b" + name + r"\([^;{]*\{\n.*?^\}\n", "", text, flags=re.M | re.S)


def made_static(text, names, shared):
    """Functions of the kernel become static; the shared ones only where the whole game is one piece."""
    for some, word in ((shared, "LF_INNER"), (sorted(set(names) - set(shared)), "static")):
        pattern = r"^(?!static|typedef|#|LF_)([a-z][^;={}()\n]*\b(?:" + "|".join(some) + r")\()"
        text = re.sub(pattern, word + r" \1", text, flags=re.M)
    return re.sub(r"^(static|LF_INNER) (.*\b(?:" + "|".join(HOT) + r")\()", r"LF_HOT \1 \2", text, flags=re.M)


def used_outside(root, names, types):
    """What routines and the inline functions of headers call: of a game in pieces the first has it for all of them."""
    calls = re.sub(r"^[a-z][^;={}()\n]*\([^;{]*\);", "", types, flags=re.M)  # without the declarations
    for path in ("src/kernel/vm/bodies.inc", "src/native/flow.h", "src/native/emit_c.c"):
        calls += read(root / path)
    return [name for name in names if re.search(r"\b" + name + r"\(", calls)]


def settled(text):
    """What native code knows beforehand: the tables of the game, and that nobody observes."""
    return text.replace("vm->game", "(&lf_facts)").replace("vm->observer", "LF_NO_OBSERVER")


def with_facts(text):
    """Functions that are given the game know it beforehand, too: pieces of a game call them from elsewhere, where compilers cannot see
    with what."""
    return re.sub(r"^([A-Za-z][^;={}()\n]*\(const lf_game \*)game(,[^;{}]*?\) \{\n)", r"\1given\2    const lf_game *const game = &lf_facts;\n    (void)given;\n",
                  text, flags=re.M)


def kernel_functions(root):
    rows = read(root / "src/native/kernel.def")
    return re.findall(r"^LF_KERNEL\((\w+), (\w+)\)", rows, flags=re.M)


def by_pointer(name, takes):
    """The way to a function of the kernel. It gets the game and the sites of the engine, not the constants compiled here."""
    call = f"lf_kernel->{name}"
    if takes == "GAME":
        return f"#define {name}(game_, ...) {call}(vm->game, __VA_ARGS__)\n"
    if takes == "SITE":
        return f"#define {name}(to_, site_, ...) {call}(to_, vm->game->sites + ((site_)-lf_facts.sites), __VA_ARGS__)\n"
    return f"#define {name} {call}\n"


def header(root):
    sources = Sources(root)
    kernel = kernel_functions(root)
    inlined = [sources.put_together(root / "src" / name) for name in ["kernel/vm/vm.h"] + INLINED]
    types, code = inlined[0], "".join(inlined[1:])
    for name, _ in kernel:
        code = without_function(code, name)
    names = functions_of(code)
    shared = used_outside(root, names, types)
    both, code = (settled(made_static(text, names, shared)) for text in (types, code))
    end = both.index("};", both.index("struct lf_game {")) + 3
    bodies = without_comments(read(root / "src/kernel/vm/bodies.inc"))
    bodies = settled(bodies)
    words = "".join(re.findall(r"^#define (?!A |B |C |K |POOL_INDEX ).*?[^\\]\n", bodies, flags=re.M | re.S))
    table = "typedef struct lf_kernel_table {\n" + \
            "".join(f"    __typeof__({name}) *{name};\n" for name, _ in kernel) + "} lf_kernel_table;\n"
    flow = without_comments(read(root / "src/native/flow.h"))
    return ("/* ludoforge_native.h: what C made by `ludoforge compile --emit c` includes, put together by src/native/embed.py from the\n"
            " * sources of the engine, without their comments. It belongs to the very version of the engine that made the C. */\n"
            "#ifndef LUDOFORGE_NATIVE_H\n#define LUDOFORGE_NATIVE_H\n#ifndef LF_HOT\n#define LF_HOT\n#endif\n"
            "#ifdef LF_IN_PIECES\n#define LF_INNER __attribute__((visibility(\"hidden\")))\n#else\n#define LF_INNER static\n#endif\n"
            + both[:end] + "static const lf_game lf_facts;\n#define LF_NO_OBSERVER ((lf_state *)NULL)\n" + both[end:] + table + flow
            + "".join(by_pointer(*row) for row in kernel)
            + "#ifndef LF_ELSEWHERE\n" + with_facts(code) + "#endif\n" + words + "#endif\n")


def bodies_of(root):
    text = without_comments(read(root / "src/kernel/vm/bodies.inc"))
    return re.findall(r"^BODY\((\w+)\)\n(.*?)^END\n", settled(text), flags=re.M | re.S)


def as_string(text):
    rows = [line.replace("\\", "\\\\").replace('"', '\\"') for line in text.splitlines()]
    return "\n".join(f'    "{row}\\n"' for row in rows) or '    ""'


def main():
    root = pathlib.Path(sys.argv[1])
    text = header(root)
    pathlib.Path(sys.argv[3]).write_text(text, encoding="utf-8")
    with open(sys.argv[2], "w", encoding="utf-8") as out:
        out.write('/* Made by embed.py. */\n#include "native/native.h"\n\n')
        out.write(f"const char lf_native_header[] =\n{as_string(text)};\n\n")
        out.write("const char *const lf_native_bodies[LF_OPCODES] = {\n")
        for name, body in bodies_of(root):
            out.write(f"    [LF_OP_{name}] =\n{as_string(body)},\n")
        out.write("};\n")
    names = " ".join(str(path).replace(" ", "\\ ") for path in sorted(READ))
    pathlib.Path(sys.argv[4]).write_text(f"{sys.argv[2]} {sys.argv[3]}: {names}\n", encoding="utf-8")


main()
