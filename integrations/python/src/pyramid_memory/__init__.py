"""Pyramid's memory: a folder of markdown files that agents fill and ask, and people read and edit."""

from ._library import PyramidError, operations, version
from .memory import Memory, Report, Turn

__all__ = ["Memory", "PyramidError", "Report", "Turn", "operations", "version"]
