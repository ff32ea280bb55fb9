#!/usr/bin/env python3
"""Makes the types of reports, and the methods of Memory that are written nowhere else, of schema/operations.json.

    integrations/python/reports.py           writes both files
    integrations/python/reports.py --check   says which is not as it would be written

What the schema leaves open, and what objects are called, is told here; a test holds answers of the library against it.
"""

import json
import keyword
import sys
import textwrap
from pathlib import Path

HERE = Path(__file__).resolve().parent
MODULE = HERE / "src" / "pyramid_memory"

# Methods of memory.py; `read` is `get`.
BY_HAND = ("search get recall tree walk observe capture remember log sync why history revert forget status").split()

# Reports that several operations have, where the first one's name says too little.
REPORTS = {"remember": "EntryReport", "task_done": "TaskEndReport"}

# The objects in reports, by where they stand first.
RECORDS = {
    "search.hits": "SearchHit",
    "search.diagnostics": "Diagnostic",
    "search.freshness": "Freshness",
    "recall.decisions": "RecallDecision",
    "retrieve.summaries": "SummaryText",
    "import.batch": "Batch",
    "import.steps": "SyncStep",
    "import.expected": "ExpectedUse",
    "sync.remote": "RemoteExchange",
    "sync.dropped": "DroppedSentence",
    "sync.fallbacks": "FallbackText",
    "task_add.similar": "TaskRelation",
    "task_list.tasks": "TaskLine",
    "facts.facts": "Fact",
    "promote.decisions": "PromoteDecision",
    "why.node": "WhyNode",
    "why.node.made": "WhyRecord",
    "history.entries": "HistoryEntry",
    "history.entries.commit": "MemoryCommit",
    "history.entries.changes": "MemoryChange",
    "blame.facts": "BlamedFact",
    "bisect.events": "BeliefEvent",
    "forget.forgotten": "ForgottenPlace",
    "forget.purge": "Purge",
    "check.grounding": "Grounding",
    "check.grounding.findings": "GroundingFinding",
    "check.grounding.findings.violations": "GroundingViolation",
    "check.index": "IndexCheck",
    "check.index.differences": "IndexDifference",
    "costs.by_recipe": "RecipeCost",
    "costs.by_day": "DayCost",
    "costs.all": "Cost",
    "ledger.counts": "LedgerCount",
    "ledger_prune.files": "PrunedFile",
    "list.observations": "Observation",
    "models.models": "ModelLine",
    "model.summaries": "SummaryLine",
    "model.sections": "Section",
    "tree.lines": "TreeLine",
    "walk.passed": "PassedPlace",
    "topic_move.moved": "MovedPlace",
}

TEXT, NUMBER, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
# What the schema leaves open, by its name in the object.
OPEN = {
    "freshness": {
        "type": "object", "required": ["checked"],
        "properties": {
            "checked": {**FLAG, "description": "Changed files were looked for"},
            "files": {**NUMBER, "description": "That are in the index"},
            "as_of": {**TEXT, "description": "No file was looked at since"},
            "commit": {**TEXT, "description": "That `at` named"},
            "at": {**TEXT, "description": "When that commit was made"},
        },
    },
    "expected": {
        "type": "object", "required": ["engine_calls", "tokens_in", "tokens_out", "cents", "price_known"],
        "properties": {
            "engine_calls": NUMBER, "tokens_in": NUMBER, "tokens_out": NUMBER,
            "cents": {"type": "number"}, "price_known": FLAG,
        },
    },
    "left_out": {"python": "dict[str, int]"},
    "made_from": {"python": "list[WhyNode]"},
    "read_by": {"python": "list[WhyNode]"},
    "words": {"python": "list[list[str]]"},
    "marks": {"python": "list[list[int]]"},
    "events": {"python": "list[dict[str, Any]]"},
    "diagnostics": {"python": "list[Diagnostic]"},
    "event": {"python": "Mapping[str, Any]"},
}


def is_open(schema):
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "array" in kinds and "items" in schema:
        return is_open(schema["items"])
    return bool({"object", "array"} & set(kinds)) and "properties" not in schema


def shape(schema):
    """What makes two objects one type: all but what is said of it."""
    if isinstance(schema, dict):
        return {key: {name: shape(part) for name, part in value.items()} if key == "properties" else shape(value)
                for key, value in sorted(schema.items()) if key not in ("description", "default")}
    return schema


def words_of(operation):
    return "".join(word.capitalize() for word in operation.split("_"))


def sentence(text):
    return text if text.endswith((".", "…", "?")) else text + "."


def docstring(text, indent):
    lines = textwrap.wrap(f'"""{text}"""', 100 - len(indent), break_long_words=False, break_on_hyphens=False)
    return [indent + line for line in lines]


class Reports:
    def __init__(self, operations):
        self.names = {}  # by shape
        self.classes = []  # each below those that it holds
        self.of_operation = {}
        for operation, described in operations.items():
            self.of_operation[operation] = self.names.setdefault(
                json.dumps(shape(described["report"])), REPORTS.get(operation, f"{words_of(operation)}Report"))
        written = set()
        for operation, described in operations.items():
            name = self.of_operation[operation]
            if name not in written:
                written.add(name)
                self.write(name, described["report"], operation, f"The report of `{operation}`.")

    def write(self, name, schema, path, about):
        """An object as a class, the keys that may be missing in a second one."""
        parts = {key: self.type_of(key, part, f"{path}.{key}") for key, part in schema["properties"].items()}
        needed = [key for key in parts if key in schema["required"]]
        at_times = [key for key in parts if key not in schema["required"]]
        base = "TypedDict"
        reserved = [key for key in needed if keyword.iskeyword(key)]
        if reserved:
            items = ", ".join(f'"{key}": {parts[key]}' for key in reserved)
            self.classes.append([f'_{name}Reserved = TypedDict("_{name}Reserved", {{{items}}})'])
            base, needed = f"_{name}Reserved", [key for key in needed if key not in reserved]
        if at_times and needed:
            self.classes.append([f"class _{name}({base}):", *self.fields(needed, parts, schema)])
            base = f"_{name}"
        total = ", total=False" if at_times else ""
        self.classes.append([f"class {name}({base}{total}):", *docstring(about, "    "), "",
                             *self.fields(at_times or needed, parts, schema)])

    def fields(self, keys, parts, schema):
        lines = []
        for key in keys:
            kind = parts[key]
            if key not in schema["required"] and kind.startswith("Optional["):
                kind = kind[len("Optional["):-1]  # then it is left out
            lines.append(f"    {key}: {kind}")
            about = schema["properties"][key].get("description")
            if about and about != "None":
                lines += docstring(sentence(about), "    ")
        return lines

    def type_of(self, key, schema, path):
        if is_open(schema):
            told = OPEN[key]
            if "python" in told:
                return told["python"]
            schema = {**schema, **told}
        return self.kind_of(schema, path)

    def kind_of(self, schema, path):
        kind = schema["type"]
        if isinstance(kind, list):
            [one] = [one for one in kind if one not in ("null", "array" if "properties" in schema else "")]
            return f"Optional[{self.kind_of({**schema, 'type': one}, path)}]"
        if kind == "array":
            return f"list[{self.kind_of(schema['items'], path)}]"
        if kind == "object":
            name = self.names.get(json.dumps(shape(schema)))
            if name is None:
                name = self.names[json.dumps(shape(schema))] = RECORDS[path]
                about = sentence(schema.get("description") or f"One of the `{path.rpartition('.')[2]}`")
                self.write(name, schema, path, about)
            return name
        return SIMPLE[kind]


SIMPLE = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}


def option_type(key, schema):
    if "enum" in schema:
        return f"Literal[{', '.join(json.dumps(one) for one in schema['enum'])}]"
    if schema["type"] == "array" and "items" in schema:
        return f"Sequence[{SIMPLE[schema['items']['type']]}]"
    return OPEN[key]["python"] if is_open(schema) else SIMPLE[schema["type"]]


def plain(number):
    return f"{number:,}" if number == int(number) else f"{number}"


def told(name, schema):
    """An option in a sentence, with its bounds and what holds where it is not given."""
    about = schema["description"].rstrip(".")
    least, most, usual = (schema.get(key) for key in ("minimum", "maximum", "default"))
    if least is not None:
        about += f", {plain(least)} to {plain(most)}" if most is not None else f", at least {plain(least)}"
    if isinstance(usual, bool):
        usual = None if not usual else "true"
    elif isinstance(usual, (int, float)):
        usual = plain(usual)
    return f"`{name}`: {about}{f' ({usual})' if usual is not None else ''}."


def method(operation, described, report):
    options, needed = described["options"].get("properties", {}), described["options"].get("required", [])
    names = {key: f"{key}_" if keyword.iskeyword(key) else key for key in options}
    parameters = ["self", *(f"{names[key]}: {option_type(key, options[key])}" for key in needed)]
    rest = [f"{names[key]}: Optional[{option_type(key, part)}] = None"
            for key, part in options.items() if key not in needed]
    parameters += ["*", *rest] if rest else []
    name = f"{operation}_" if keyword.iskeyword(operation) else operation
    head = f"    def {name}({', '.join(parameters)}) -> reports.{report}:"
    lines = [head]
    if len(head) > 100:
        lines = [f"    def {name}(", *(f"        {one}," for one in parameters), f"    ) -> reports.{report}:"]
    about = [sentence(described["what"]), " ".join(told(names[key], part) for key, part in options.items())]
    wrapped = [textwrap.wrap(one, 92, break_on_hyphens=False) for one in about if one]
    text = ("\n\n".join("\n        ".join(one) for one in wrapped)).replace("\n\n", "\n\n        ")
    lines += (f'        """{text}"""').split("\n")
    reserved = [key for key in options if names[key] != key]
    given = [f'"{operation}"', *(f"{key}={key}" for key in options if key not in reserved)]
    if reserved:
        given.append("**{" + ", ".join(f'"{key}": {names[key]}' for key in reserved) + "}")
    asked = f"        report: reports.{report} = self._ask({', '.join(given)})"
    if len(asked) > 100:
        asked = "\n".join([f"        report: reports.{report} = self._ask(", *(f"            {one}," for one in given),
                           "        )"])
    return "\n".join([*lines, asked, "        return report"])


def files():
    operations = json.loads((HERE.parents[1] / "schema" / "operations.json").read_text(encoding="utf-8"))
    made = Reports(operations)
    types = ['"""What the methods of Memory answer. Made by reports.py of schema/operations.json."""', "",
             "from __future__ import annotations", "", "from typing import Any, Optional, TypedDict", ""]
    for one in made.classes:
        types += ["", *one, ""]
    methods = [method(name, described, made.of_operation[name]) for name, described in operations.items()
               if name not in BY_HAND and not described["command"].startswith("internal")]
    head = ('"""Methods of Memory that are made by reports.py of schema/operations.json."""\n\n'
            "from __future__ import annotations\n\nfrom collections.abc import Mapping, Sequence\n"
            "from typing import Any, Literal, Optional\n\nfrom . import reports\n\n\n"
            'class Operations:\n    """What the command line does and memory.py has no method of its own for."""\n\n'
            "    def _ask(self, operation: str, **options: Any) -> Any:\n        raise NotImplementedError\n\n")
    return {MODULE / "reports.py": "\n".join(types).rstrip() + "\n",
            MODULE / "_operations.py": head + "\n\n".join(methods) + "\n"}


def main():
    for path, text in files().items():
        if sys.argv[1:] == ["--check"]:
            assert path.exists() and path.read_text(encoding="utf-8") == text, f"run {HERE / 'reports.py'}: {path}"
        else:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
