"""The C API (include/pyramid/pyramid.h), loaded once."""

from __future__ import annotations

import ctypes
import ctypes.util
import functools
import json
import os
from pathlib import Path
from typing import Any, Optional


class PyramidError(Exception):
    """What could not be done.

    `what` says it in a line, `where` is a path or path:line or "", `cause` what the system says or
    "", `hint` what to do or "". `kind`, and `code` of pyramid.h:

    - "usage" (2): an argument or a setting that cannot be, or a memory that is closed
    - "not-found", "not-a-workspace" (3): a folder, file, line, id, commit or model is not there
    - "engine", "too-long" (4): a language model or the network failed
    - "conflict" (5): somebody else has been writing for five seconds, or git holds it: try again
    - "invalid" (6): text or a file that is not what it should be
    - "io", "corrupt-cache" (7): the file system refused; something below .pyramid/ is damaged
    - "cancelled" (130): by `Memory.cancel`
    - "internal" (70): a bug, or no memory
    """

    def __init__(self, code: int, error: dict[str, str]) -> None:
        self.code = code
        self.kind = error.get("kind", "")
        self.what = error.get("what", "")
        self.where = error.get("where", "")
        self.cause = error.get("cause", "")
        self.hint = error.get("hint", "")
        text = f"{self.where}: {self.what}" if self.where else self.what
        text += f" ({self.cause})" if self.cause else ""
        text += f"; {self.hint}" if self.hint else ""
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        told = {name: getattr(self, name) for name in ("kind", "what", "where", "cause", "hint")}
        return type(self), (self.code, told)


def _path_of_library() -> str:
    named = os.environ.get("PYRAMID_LIBRARY")
    if named:
        return named
    beside = sorted(Path(__file__).parent.glob("libpyramid.so*"))
    if beside:
        return str(beside[0])
    found = ctypes.util.find_library("pyramid")
    if found is None:
        raise ImportError("libpyramid.so is not installed; PYRAMID_LIBRARY may name it")
    return found


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The shared object. ImportError where there is none."""
    loaded = ctypes.CDLL(_path_of_library())
    text, handle, place = ctypes.c_char_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
    signatures: dict[str, tuple[Any, list[Any]]] = {
        "pyramid_version": (text, []),
        "pyramid_operations": (handle, []),
        "pyramid_init": (ctypes.c_int, [text, text, place]),
        "pyramid_open": (ctypes.c_int, [text, text, place, place]),
        "pyramid_call": (ctypes.c_int, [handle, text, text, place]),
        "pyramid_cancel": (None, [handle]),
        "pyramid_close": (None, [handle]),
        "pyramid_free": (None, [handle]),
    }
    for name, (result, arguments) in signatures.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def taken(address: Optional[int]) -> Any:
    """The JSON of a text that the library gave, which is freed; None for null."""
    if not address:
        return None
    try:
        return json.loads(ctypes.string_at(address).decode("utf-8"))
    finally:
        library().pyramid_free(address)


def encoded(options: dict[str, Any]) -> bytes:
    """Options as JSON, without those that are None."""
    given = {name: value for name, value in options.items() if value is not None}
    return json.dumps(given, ensure_ascii=False).encode("utf-8")


def checked(code: int, answer: Any) -> Any:
    """The answer of a function that returned `code`; PyramidError where that says that it failed."""
    if code == 0:
        return answer
    raise PyramidError(code, (answer or {}).get("error", {"what": "out of memory"}))


def version() -> str:
    """Of the shared object, such as "0.2.0". ImportError where there is none."""
    return str(library().pyramid_version().decode("ascii"))


def operations() -> dict[str, Any]:
    """What Memory.call() can do: by name the JSON Schemas of options and report. ImportError where
    there is no shared object."""
    all_of_them: dict[str, Any] = taken(library().pyramid_operations())
    return all_of_them
