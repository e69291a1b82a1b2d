"""install-folder.py PREFIX: prints the folder below PREFIX, relative to it, in which this Python
looks for packages."""

import sys
import sysconfig


def folder(prefix: str) -> str:
    """Debian has a folder of its own for what its packages install, and looks for all else in
    dist-packages."""
    if "deb_system" not in sysconfig.get_scheme_names():
        return sysconfig.get_path("purelib", "posix_prefix", vars={"base": ""}).lstrip("/")
    if prefix == "/usr":
        return "lib/python3/dist-packages"
    return f"lib/python{sysconfig.get_python_version()}/dist-packages"


print(folder(sys.argv[1]))
