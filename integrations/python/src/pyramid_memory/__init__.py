"""Pyramid's memory: a folder of markdown files that agents fill and ask, and people read and edit."""

from ._library import PyramidError, operations, version
from .async_memory import AsyncMemory
from .hierarchical import (
    HierarchicalMarkdownMemory,
    HierarchicalMarkdownMemoryConfig,
    TextualMemoryItem,
    TextualMemoryMetadata,
)
from .manager import (
    MemoryConfig,
    MemoryManager,
    SearchResult,
    get_default_memory_config,
    set_global_memory_config,
)
from .memory import Memory, Report, Turn

__all__ = [
    "AsyncMemory",
    "HierarchicalMarkdownMemory",
    "HierarchicalMarkdownMemoryConfig",
    "Memory",
    "MemoryConfig",
    "MemoryManager",
    "PyramidError",
    "Report",
    "SearchResult",
    "TextualMemoryItem",
    "TextualMemoryMetadata",
    "Turn",
    "get_default_memory_config",
    "operations",
    "set_global_memory_config",
    "version",
]
