#!/usr/bin/env python3
"""Makes src/tools.ts, the types of the memory tools and a method for each, of what schema/ says.

    integrations/npm/tools.py > integrations/npm/src/tools.ts
    integrations/npm/tools.py --schemas    each answer as JSON Schema, for the tests

schema/tools/ tells what is always at the top of an answer. What lists hold is in schema/operations.json, as programs
see it; how an agent's view of it differs, and what is at the top only at times, is told here. A test holds answers of
the program against it.
"""

import json
import sys
from pathlib import Path

SCHEMA = Path(__file__).resolve().parents[2] / "schema"

# At the top of an answer at times.
LINES = {"type": "array", "items": {"type": "string"}}
AS_OF = {"type": "string", "description": "No file was looked at since"}
WARNINGS = {**LINES, "description": "Problems that did not stop the rest"}
AT_TIMES = {
    "search": {"as_of": AS_OF,
               "model": {"type": "string", "description": "Of the vectors"},
               "citations": {"type": "string", "description": "Each result has its own"}},
    "recall": {"as_of": AS_OF},
    "get": {"truncated": {"type": "boolean", "description": "The file goes on"},
            "nextFrom": {"type": "integer", "description": "Where it goes on"},
            "error": {"type": "string", "description": "Why there is no such file"}},
}
NOT_ALWAYS = {"get": ["from", "lines"]}

# Where the operation's report has another name for it.
REPORTED_AS = {("search", "results"): "hits"}

# The objects in answers, by where operations.json has them.
RECORDS = {
    ("search", "hits"): "SearchHit",
    ("history", "entries"): "HistoryEntry",
    ("history", "commit"): "MemoryCommit",
    ("history", "changes"): "MemoryChange",
    ("revert", "changes"): "MemoryChange",
    ("why", "node"): "WhyNode",
    ("why", "made"): "WhyRecord",
    ("walk", "passed"): "WalkPlace",
    ("forget", "forgotten"): "ForgottenPlace",
    ("forget", "kept"): "ForgottenPlace",
    ("task_add", "similar"): "TaskRelation",
    ("task_show", "relations"): "TaskRelation",
    ("task_list", "tasks"): "TaskLine",
}
# How agents see them.
LEFT_OUT = {
    "SearchHit": "heading kind model speaker relevance keyword vector cosine near neighbours file passage "
                 "speaker_named date_named time_told asking telling recency marks also reranked",
    "MemoryCommit": "machine author edge",
    "MemoryChange": "words",
}
CALLED = {"SearchHit": {"first_line": "startLine", "last_line": "endLine"}}
BESIDES = {"SearchHit": {"source": {"type": "string", "description": "memory or sessions"}}}
OF_ITS_OWN_KIND = {"WhyNode": ["made_from", "read_by"]}


def read(path):
    return json.loads((SCHEMA / path).read_text(encoding="utf-8"))


class Answers:
    """What each tool answers, as JSON Schema: objects that are named are in `records`."""

    def __init__(self):
        self.operations = read("operations.json")
        self.records = {}

    def of(self, operation, schema):
        reported = self.operations[operation]["report"]["properties"]
        properties = {}
        for name, given in schema["properties"].items():
            if given["type"] in ("array", ["object", "array"]):  # what it holds is not said
                reported_as = REPORTED_AS.get((operation, name), name)
                whole = self.seen(operation, reported_as, reported[reported_as])
                given = {**whole, "description": given["description"]}
            properties[name] = given
        required = [name for name in properties if name not in NOT_ALWAYS.get(operation, [])]
        properties |= AT_TIMES.get(operation, {})
        if reported["diagnostics"]["description"] != "None":
            properties["warnings"] = WARNINGS
        return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}

    def seen(self, operation, name, schema):
        """A part of a report, as agents see it."""
        if schema["type"] == "array" and "items" in schema:
            return {**schema, "items": self.seen(operation, name, schema["items"])}
        if "properties" not in schema:
            return schema
        record = RECORDS[operation, name]
        reference = {"$ref": record}
        if "description" in schema:
            reference["description"] = schema["description"]
        if record in self.records:
            return reference
        self.records[record] = {}  # it may hold others of its kind
        called, properties = CALLED.get(record, {}), {}
        for key, part in schema["properties"].items():
            if key in LEFT_OUT.get(record, "").split():
                continue
            if key in OF_ITS_OWN_KIND.get(record, []):
                part = {**part, "type": "array", "items": {"$ref": record}}
            else:
                part = self.seen(operation, key, part)
            if key not in schema["required"] and isinstance(part.get("type"), list):
                [kind] = [one for one in part["type"] if one != "null"]  # then it is left out
                part = {**part, "type": kind}
            properties[called.get(key, key)] = part
        required = [called.get(key, key) for key in schema["required"] if called.get(key, key) in properties]
        properties |= BESIDES.get(record, {})
        required += BESIDES.get(record, {})
        self.records[record] = {"type": "object", "properties": properties, "required": required,
                                "additionalProperties": False}
        return reference


def type_of(schema):
    """In TypeScript, in one line."""
    if "$ref" in schema:
        return schema["$ref"]
    if "enum" in schema:
        return " | ".join(json.dumps(one) for one in schema["enum"])
    kind = schema["type"]
    if isinstance(kind, list):
        return " | ".join(type_of({**schema, "type": one}) for one in kind)
    if kind == "array":
        item = type_of(schema["items"])
        return f"({item})[]" if " " in item else f"{item}[]"
    return {"integer": "number"}.get(kind, kind)


def bounds_of(schema):
    least, most, usual = (schema.get(key) for key in ("minimum", "maximum", "default"))
    told = []
    if least is not None:
        told.append(f"{least} to {most}" if most is not None else f"at least {least}")
    if usual is not None:
        told.append(f"default {usual}")
    return ", ".join(told)


def members(schema, given):
    """Of an object; what is `given` may be left out by a value that is undefined, too."""
    lines = []
    for name, part in schema["properties"].items():
        about = "; ".join(text for text in (part.get("description", ""), bounds_of(part)) if text)
        if about:
            lines.append(f"  /** {about} */")
        needed = name in schema.get("required", [])
        unset = " | undefined" if given and not needed else ""
        lines.append(f"  {name}{'' if needed else '?'}: {type_of(part)}{unset};")
    return lines


def interface(name, schema, given=False, about=None):
    head = [f"/** {about} */"] if about else []
    return "\n".join([*head, f"export interface {name} {{", *members(schema, given), "}"])


def words_of(operation):
    return "".join(word.capitalize() for word in operation.split("_"))


def main():
    answers = Answers()
    tools = [read(f"tools/{path.name}") for path in sorted((SCHEMA / "tools").glob("memory_*.json"))]
    operations = [tool["name"].removeprefix("memory_") for tool in tools]
    order = [name for name in answers.operations if name in operations]
    tools = [tools[operations.index(name)] for name in order]
    outputs = {name: answers.of(name, tool["outputSchema"]) for name, tool in zip(order, tools)}
    if sys.argv[1:] == ["--schemas"]:
        print(json.dumps({"records": answers.records, "tools": outputs}))
        return

    types, methods = [], []
    types += [interface(name, schema) for name, schema in answers.records.items()]
    for name, tool in zip(order, tools):
        prefix, wanted = words_of(name), tool["inputSchema"]
        method = prefix[0].lower() + prefix[1:]
        given, passed = "", "{}"
        if "properties" in wanted:
            turns = wanted["properties"].get("turns")
            if turns:
                types.append(interface("Turn", turns["items"], given=True))
                turns["items"] = {"$ref": "Turn"}
            types.append(interface(f"{prefix}Input", wanted, given=True))
            given = f"input: {prefix}Input{'' if 'required' in wanted else ' = {}'}, "
            passed = "input"
        types.append(interface(f"{prefix}Output", outputs[name]))
        about = tool["description"] + (" Only with the option `tasks`." if name.startswith("task_") else "")
        methods.append(f"  /** {about} */\n"
                       f"  {method}({given}options?: CallOptions): Promise<{prefix}Output> {{\n"
                       f"    return this.use(\"{tool['name']}\", {passed}, options);\n  }}")
    print("// Made by tools.py of what schema/ says.")
    print('import type { CallOptions } from "./connection.ts";\n')
    print("\n\n".join(types))
    print("\n/** A method for each tool of `pyramid mcp`. */\nexport abstract class Tools {")
    print("  protected abstract use<Output>(\n    tool: string,\n    input: object,\n"
          "    options: CallOptions | undefined,\n  ): Promise<Output>;\n")
    print("\n\n".join(methods))
    print("}")


if __name__ == "__main__":
    main()
