"""Recomputes every id and digest of a workspace with nothing but docs/format.md in hand.

    recompute.py WORKSPACE PAGE

A second reader of the format, so that the page cannot drift from the program unseen. It reads the
simple forms that the program writes and is no YAML or markdown parser.
"""

import hashlib
import os
import re
import sys
from datetime import datetime, timezone

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
TIME_SECTIONS = {"Last 3 Days": "last-3-days", "This Week": "this-week", "This Month": "this-month",
                 "This Quarter": "this-quarter", "This Year": "this-year", "Earlier": "earlier"}
wrong = []


def expect(path, what, recorded, computed):
    if recorded != computed:
        wrong.append(f"{path}: {what} is {recorded}, computed {computed}")


def seconds(text):
    parsed = datetime.strptime(text, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=timezone.utc)
    return int(parsed.timestamp())


def ulid(at, material):
    milliseconds = max(at, 0) * 1000
    value = int.from_bytes(milliseconds.to_bytes(6, "big") +
                           hashlib.sha256(material.encode()).digest()[:10], "big")
    return "".join(ALPHABET[value >> shift & 31] for shift in range(125, -1, -5))


def digest(data):
    return hashlib.sha256(data.encode()).hexdigest()[:32]


def digest_of_fields(*fields):
    return digest("".join(f"{len(str(one).encode())}:{one}" for one in fields))


def meaning(text):
    """What a digest covers: no blanks at line ends, no blank lines around."""
    return "\n".join(line.rstrip(" \t\r") for line in text.split("\n")).strip("\n")


def unquoted(value):
    if value[:1] == value[-1:] == '"' and len(value) > 1:
        return value[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    return value


class Node:
    def __init__(self, root, path):
        self.path = path
        with open(os.path.join(root, path), encoding="utf-8", newline="") as file:
            content = file.read()
        self.fields, self.lists, self.body = {}, {}, content
        if content.startswith("---\n"):
            block, self.body = content[4:].split("\n---\n", 1)
            for line in block.split("\n"):
                if line.startswith("  - "):
                    self.lists.setdefault(key, []).append(unquoted(line[4:]).split(" "))
                else:
                    key, value = line.split(":", 1)
                    self.fields[key] = unquoted(re.sub(r" # [0-9a-f]{6}$", "", value).strip())
        self.text = re.split(r"^## (?:Sources|Children|Related|Blocks)$", self.body, flags=re.M)[0]
        from_line = re.search(r"^From \[.*\n(?:\[.*\n)*\s*\Z", self.text, re.M)
        self.source = None
        if from_line:
            self.source = from_line.group()
            self.text = self.text[:from_line.start()]

    def __getitem__(self, key):
        return self.fields.get(key, "")

    def time(self, key):
        return seconds(self[key]) if self[key] else 0

    def target(self, link):
        return os.path.normpath(os.path.join(os.path.dirname(self.path), link.split("#")[0]))

    def targets(self, text):
        return [self.target(link) for link in re.findall(r"\]\(([^)]*)\)", text)]

    def end(self):
        return self.time("end") if self["kind"] == "summary" else self.time("at")

    def digest(self):
        status = "" if self["status"] == "active" else self["status"]
        return digest_of_fields(meaning(self.text), self.end(), self.time("start"), self.time("end"),
                                self["importance"] or 0, status, self["model"], *self.offset())

    def offset(self):
        match = re.fullmatch(r"([+-])(\d\d):(\d\d)", self["offset"] or "")
        if not match:
            return []
        seconds = int(match[2]) * 3600 + int(match[3]) * 60
        return [-seconds if match[1] == "-" else seconds]


def inputs_digest(nodes):
    return digest_of_fields(*(part for node in nodes for part in (node["id"], node.digest())))


def observations_below(node, nodes):
    if node["kind"] == "observation":
        return {node["id"]: node}
    found = {}
    for path in node.targets(node.body[len(node.text):]):
        found.update(observations_below(nodes[path], nodes))
    return found


def section_inputs(sources, always, nodes):
    """As inputs_digest(), of a page that tells some of what stands below a summary as `## Always`."""
    parts = []
    for node in sources:
        told = [one for _, one in sorted(observations_below(node, nodes).items())
                if one in always and one["model"] in ("assistant", "user")]
        own = node.digest()
        parts += [node["id"], digest_of_fields(own, inputs_digest(told)) if told else own]
    return digest_of_fields(*parts)


def check_observation(node, nodes):
    if node["source"] == "observe":  # said, not taken from a conversation
        expect(node.path, "id", node["id"],
               ulid(node.time("at"), f"observation\nobserve\n{node['at']}\n{node.text.strip()}"))
        return
    session = nodes[node.targets(node.source)[0]]
    whole = session["session"] or session["id"]
    expect(node.path, "id", node["id"],
           ulid(node.time("at"), f"observation\n{whole}\n{node.text.strip()}"))


def check_summary(node, nodes):
    sources = [nodes[path] for path in node.targets(node.body[len(node.text):])]
    expect(node.path, "output", node["output"], digest(meaning(node.text)))
    expect(node.path, "inputs", node["inputs"], inputs_digest(sources))
    material = f"summary\n{node['model']}\ncount\n{node['tier']}"
    birth = ulid(node.time("start"), "\n".join([material] + [one["id"] for one in sources]))
    return birth == node["id"]


def models_by_title(nodes):
    models = [(re.search(r"^# (.*)$", one.body, re.M).group(1), one.path, one["type"],
               one["description"])
              for one in nodes.values() if one["kind"] == "model"]
    return [field for title, path, sort, text in sorted(models)
            for field in (path, title, sort, text, 1)]


def highest(node, nodes, read):
    """What the description is made from: the summaries of the model's highest tier."""
    summaries = [one for one in nodes.values()
                 if one["kind"] == "summary" and one["model"] == node["model"]]
    if not summaries:
        return sorted(read, key=lambda one: (one.end(), one["id"]))
    tier = max(int(one["tier"]) for one in summaries)
    tops = [one for one in summaries if int(one["tier"]) == tier]
    return sorted(tops, key=lambda one: (one["start"], one["id"]))


def introductions(node, nodes):
    """What stands under `## Always`, is of a base model and names this one; the oldest first."""
    page = nodes.get("why/MEMORY.md")
    always = re.search(r"^user/always .*?(?=^## |\Z)", page.body, re.M | re.S) if page else None
    names = [re.search(r"^# (.*)$", node.body, re.M).group(1)]
    facts = [nodes[path] for path in page.targets(always.group(0))] if always else []
    return sorted((one for one in facts if one["model"] in ("assistant", "user")
                   and any(re.search(rf"\b{re.escape(name)}\b", one.text) for name in names)),
                  key=lambda one: (one["at"], one["id"]))


def page_of(node, nodes):
    """The page of a home: its records by name, and by section and tag the link lines."""
    name = "MEMORY" if node["kind"] == "memory" else "models/" + node["model"]
    page = nodes.get(f"why/{name}.md")
    places = re.split(r"^## ", page.body, flags=re.M)[1:] if page else []
    records, lines = {}, {}
    for place in places:
        tag, record, *rest = place.split("\n")
        name, inputs, output, _, *marks = record.split(" ")
        records[name] = inputs, output, marks
        expect(page.path, name + " place", tag, output[:6])
        lines[name, tag] = "\n".join(rest)
    return page, records, lines


def check_support(node, name, standing, lines):
    """Each number behind a link is that of a sentence."""
    for numbers in re.findall(r"\) \(sentences? ([0-9, ]+)\)$", lines, re.M):
        for number in numbers.split(", "):
            if not 1 <= int(number) <= len(standing):
                wrong.append(f"{node.path}: {name} has no sentence {number}")


def check_sections(node, nodes):
    page, records, places = page_of(node, nodes)
    read = []  # by any section
    always = []
    prefix = ""
    for part in re.split(r"^(?=##)", node.body, flags=re.M)[1:]:
        heading, text = part.split("\n", 1)
        level, title = heading.split(" ", 1)
        if node["kind"] == "memory" and level == "##":
            prefix = {"Self": "self/", "User": "user/"}.get(title, "")
        name = prefix + TIME_SECTIONS.get(title, "")
        if title == "Other Models":
            name = "other-models"
        if title == "Always":
            name = "user/always"
        if name not in records or name.endswith("/"):
            continue
        sources = re.search(r"^\[why(?:, and \d+ more)?\]\((.*)#([0-9a-f]{6})\)\n", text, re.M)
        inputs, output, marks = records.pop(name)
        expect(node.path, name + " output", output,
               digest(meaning(text[:sources.start()] if sources else text)))
        if name == "other-models":
            expect(node.path, name + " inputs", inputs, digest_of_fields(*models_by_title(nodes)))
        else:
            expect(node.path, name + " page", node.target(sources.group(1)), page.path)
            lines = places.pop((name, output[:6]))
            linked = [nodes[path] for path in page.targets(lines)]
            expect(node.path, name + " inputs", inputs, section_inputs(linked, always, nodes))
            if name == "user/always":
                always = linked
            check_support(node, name, marks, lines)
            read += linked
    if "description" in records:
        inputs, output, _ = records.pop("description")
        expect(node.path, "description inputs", inputs, inputs_digest(introductions(node, nodes) + highest(node, nodes, read)))
        expect(node.path, "description output", output, digest(node["description"]))
    for name in records:
        wrong.append(f"{node.path}: the section {name} is recorded and not there")


def check_page(page, root):
    """Every id and digest that the page shows stands in the sample, but those of relations: it has none."""
    known = {"e3b0c44298fc1c149afbf4c8996fb924"}  # of the empty text
    for folder, _, names in os.walk(root):
        for name in names:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                known.update(re.findall(r"\b[0-9a-f]{32}\b|\b[0-9A-Z]{26}\b", file.read()))
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            for shown in re.findall(r"\b[0-9a-f]{32}\b|(?<!relation )\b[0-9A-Z]{26}\b", line):
                if shown not in known:
                    wrong.append(f"{page}:{number}: {shown} stands nowhere in the sample")


def main(root, page):
    check_page(page, root)
    nodes = {}
    for folder, folders, names in os.walk(root):
        folders[:] = [one for one in folders if not one.startswith(".")]
        for name in names:
            if name.endswith(".md"):
                path = os.path.relpath(os.path.join(folder, name), root)
                nodes[path] = Node(root, path)
    born, counts = 0, {}
    for node in nodes.values():
        kind = node["kind"]
        counts[kind] = counts.get(kind, 0) + 1
        if kind == "observation":
            check_observation(node, nodes)
        elif kind == "session" and node["part"]:
            material = f"session\n{node['session']}\npart\n{node['part']}"
            part = ulid(0, material)  # with the time of the first part's id in front
            expect(node.path, "id", node["id"], node["session"][:10] + part[10:])
        elif kind == "session":
            expect(node.path, "id", node["id"],
                   ulid(node.time("at"), f"session\n{node['source']}\n{node['origin']}"))
        elif kind == "summary":
            born += check_summary(node, nodes)
        elif kind in ("model", "memory"):
            material = "memory" if kind == "memory" else f"model\n{node['model']}"
            expect(node.path, "id", node["id"], ulid(0, material))
            check_sections(node, nodes)
    print(counts, f"summaries as born: {born}")
    for kind in ("observation", "session", "summary", "model", "memory"):
        if not counts.get(kind):
            wrong.append(f"no {kind} to look at")
    if not born:
        wrong.append("no summary has the id that its sources give")
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
