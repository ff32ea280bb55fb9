"""Turns a life's conversations.txt into what four programs write, for `pyramid import` to read.

The text has `## DATE SOURCE TITLE` for each conversation (SOURCE: openclaw, claude, chatgpt or code; one a day),
then turns, `u: ` the person's and `a: ` the assistant's; further lines of a turn are indented by three or blank.
Ids and times of day come from the date alone, so that a life is the same to the byte each time."""
import datetime
import json
import pathlib
import uuid


def conversations(path):
    """The conversations of the text at `path`, in its order: date, source, title, turns (role, words, time)."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("## "):
            date, source, title = line[3:].split(" ", 2)
            if source not in WRITERS or any(each["date"] == date for each in found):
                raise SystemExit(f"{path}:{number}: no such source, or a second conversation of that day")
            found.append({"date": date, "source": source, "title": title, "turns": []})
        elif line[:3] in ("u: ", "a: "):
            found[-1]["turns"].append(["user" if line[0] == "u" else "assistant", line[3:]])
        elif line == "" or line.startswith("   "):
            if found and found[-1]["turns"]:
                found[-1]["turns"][-1][1] += "\n" + line[3:]
        else:
            raise SystemExit(f"{path}:{number}: neither a heading nor a turn: {line}")
    for each in found:
        each["id"] = name(each["date"])
        when = datetime.datetime.fromisoformat(each["date"] + "T07:00:00+00:00")
        when += datetime.timedelta(minutes=int(each["id"][:4], 16) % 840)
        turns, each["turns"] = each["turns"], []
        for role, words in turns:
            each["turns"].append((role, words.strip("\n"), when))
            when += datetime.timedelta(seconds=20 + len(words) // 4)
    return found


def name(*parts):
    return str(uuid.uuid5(uuid.NAMESPACE_URL, "/".join(map(str, parts))))


def iso(when, digits="000"):
    return when.strftime("%Y-%m-%dT%H:%M:%S.") + digits + "Z"


def lines(path, values):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(each, ensure_ascii=False) + "\n" for each in values), encoding="utf-8")


def openclaw(folder, taken):
    for each in taken:
        out = [{"type": "session", "version": 3, "id": each["id"], "timestamp": iso(each["turns"][0][2]), "cwd": "/home/me"}]
        parent = None
        for count, (role, words, when) in enumerate(each["turns"]):
            message = {"role": role, "content": [{"type": "text", "text": words}], "timestamp": int(when.timestamp() * 1000)}
            out.append({"type": "message", "id": f"e{count}", "parentId": parent, "timestamp": iso(when), "message": message})
            parent = f"e{count}"
        lines(folder / "agents/main/sessions" / (each["id"] + ".jsonl"), out)


def code(folder, taken):
    for each in taken:
        out, parent = [], None
        for count, (role, words, when) in enumerate(each["turns"]):
            key = name(each["date"], count)
            content = words if role == "user" else [{"type": "text", "text": words}]
            out.append({"type": role, "uuid": key, "parentUuid": parent, "sessionId": each["id"], "timestamp": iso(when),
                        "cwd": "/home/me/work", "isSidechain": False, "userType": "external", "version": "2.1.300",
                        "message": {"role": role, "content": content} | ({} if role == "user" else {"id": "m" + key})})
            parent = key
        lines(folder / "-home-me-work" / (each["id"] + ".jsonl"), out)


def claude(folder, taken):
    out = []
    for each in taken:
        messages, parent = [], None
        for count, (role, words, when) in enumerate(each["turns"]):
            key, time = name(each["date"], count), iso(when, "000000")
            messages.append({"uuid": key, "sender": "human" if role == "user" else role, "text": words,
                             "content": [{"type": "text", "text": words}], "created_at": time, "updated_at": time,
                             "attachments": [], "files": [], "parent_message_uuid": parent})
            parent = key
        out.append({"uuid": each["id"], "name": each["title"], "summary": "", "created_at": messages[0]["created_at"],
                    "updated_at": messages[-1]["created_at"], "account": {"uuid": name("me")}, "chat_messages": messages})
    lines(folder / "conversations.json", [out])


def chatgpt(folder, taken):
    out = []
    for each in taken:
        mapping = {"root": {"id": "root", "parent": None, "children": [], "message": None}}
        parent = "root"
        for count, (role, words, when) in enumerate(each["turns"]):
            key = name(each["date"], count)
            mapping[parent]["children"].append(key)
            mapping[key] = {"id": key, "parent": parent, "children": [], "message": {
                "id": key, "author": {"role": role, "name": None, "metadata": {}}, "create_time": when.timestamp(),
                "content": {"content_type": "text", "parts": [words]}, "status": "finished_successfully", "weight": 1.0,
                "recipient": "all", "metadata": {}}}
            parent = key
        out.append({"title": each["title"], "create_time": each["turns"][0][2].timestamp(),
                    "update_time": each["turns"][-1][2].timestamp(), "mapping": mapping, "current_node": parent,
                    "conversation_id": each["id"], "id": each["id"]})
    lines(folder / "conversations.json", [out])


WRITERS = {"openclaw": openclaw, "claude": claude, "chatgpt": chatgpt, "code": code}


def write(life, folder):
    """Writes the containers of the life in the folder `life` below `folder`; the folders to import, one a source."""
    told = conversations(life / "conversations.txt")
    sources = sorted({each["source"] for each in told})
    for source in sources:
        WRITERS[source](folder / source, [each for each in told if each["source"] == source])
    return [folder / source for source in sources]
