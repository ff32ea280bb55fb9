"""The rows of ./bench about git: a commit, a merge, a thousand syncs, the memory as it was.

Takes a workspace that was synced; leaves it synced, with as many observations more as `syncs` says.
"""

import datetime
import json
import os
import random
import shutil
import subprocess
import time
from pathlib import Path

IDENTITY = ["-c", "user.name=B", "-c", "user.email=b@example.org"]
ON_EACH_SIDE = 1000
A_SYNC = 10  # observations
SYNCS_A_DAY = 4
FIRST_DAY = datetime.datetime(2026, 5, 15, 8, tzinfo=datetime.timezone.utc)
LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"


def git(workspace, *arguments):
    done = subprocess.run(["git", *IDENTITY, *arguments], cwd=workspace, check=True,
                          capture_output=True, text=True)
    return done.stdout.strip()


def instant(when):
    return when.strftime("%Y-%m-%dT%H:%M:%SZ")


class NewFacts:
    """Observations of new sentences out of the words of those that are there."""

    def __init__(self, workspace):
        self.workspace = workspace
        self.random = random.Random(20260515)
        files = sorted((workspace / "observations").rglob("*.md"))
        self.sentences = [self.sentence_of(one) for one in self.random.sample(files, min(2000, len(files)))]
        self.words = [word for one in self.sentences for word in one.rstrip(".").split()[2:]]

    @staticmethod
    def sentence_of(file):
        return file.read_text().split("\n---\n", 1)[1].split("\n", 1)[0]

    def write(self, when):
        begin = " ".join(self.random.choice(self.sentences).split()[:2])
        words = self.random.choices(self.words, k=self.random.randint(5, 11))
        # 48 bits of milliseconds, then chance, as a ULID has it.
        number = int(when.timestamp() * 1000) << 80 | self.random.getrandbits(80)
        identity = "".join(LETTERS[number >> 5 * (25 - place) & 31] for place in range(26))
        slug = "".join(c if c.isalnum() else "-" for c in " ".join(words).lower())[:40].strip("-")
        folder = self.workspace / f"observations/{when:%Y/%m/%d}"
        folder.mkdir(parents=True, exist_ok=True)
        file = folder / f"{slug}-{identity[-6:].lower()}.md"
        file.write_text(f"---\nid: {identity}\nkind: observation\nat: {instant(when)}\nmodel: user\n"
                        f"importance: {self.random.randint(3, 8)}\nsource: bench\n---\n"
                        f"{begin} {' '.join(words)}.\n")
        return file


def bytes_below(folder):
    return sum(os.lstat(os.path.join(place, name)).st_size
               for place, _, names in os.walk(folder) for name in names)


def text_of(workspace):
    """Bytes of the memory's files."""
    total = 0
    for place, folders, names in os.walk(workspace):
        folders[:] = [one for one in folders if one not in (".git", ".pyramid", "ledger")]
        total += sum(os.lstat(os.path.join(place, name)).st_size for name in names)
    return total


def longest_gc(trace):
    """Seconds of the longest `git gc` that the trace tells of, and how many there were."""
    times, is_gc = [], set()
    for line in trace.read_text().splitlines() if trace.exists() else []:
        event = json.loads(line)
        if event["event"] == "start" and "gc" in event["argv"]:
            is_gc.add(event["sid"])
        elif event["event"] == "exit" and event["sid"] in is_gc:
            times.append(event["t_abs"])
    return max(times, default=0.0), len(times)


def compare_commit(bench, workspace, tool, seconds):
    """The edit and what was made of it, two commits, against one of the edit alone."""
    ours = float(subprocess.run([tool, "commit", workspace], check=True, capture_output=True,
                                text=True).stdout)
    best = float("inf")
    files = sorted((workspace / "observations").rglob("*.md"))
    for number in range(bench.repeats):
        file = files[len(files) // 3 + 1009 * number % (len(files) // 2)]
        file.write_text(file.read_text().replace(".\n", " indeed.\n", 1))
        best = min(best, seconds(["git", "add", "-A"], workspace) +
                   seconds(["git", *IDENTITY, "commit", "-q", "-m", "change"], workspace))
    bench.add("git part of a one-file sync", ours, "git add -A && git commit", best, 0.35)


def compare_merge(bench, workspace, tool, facts):
    """New files on each side, as two machines bring them."""
    start = git(workspace, "rev-parse", "HEAD")
    branch = git(workspace, "rev-parse", "--abbrev-ref", "HEAD")
    sides = {}
    for side in ("theirs", "ours"):
        git(workspace, "reset", "-q", "--hard", start)
        for number in range(ON_EACH_SIDE):
            facts.write(FIRST_DAY + datetime.timedelta(seconds=number))
        git(workspace, "add", "-A")
        git(workspace, "commit", "-q", "-m", side)
        sides[side] = git(workspace, "rev-parse", "HEAD")

    def apart():
        git(workspace, "reset", "-q", "--hard", sides["ours"])

    bench.compare("merge of 1,000 new files a side", [tool, "merge", str(workspace), sides["theirs"]],
                  ["git", *IDENTITY, "merge", "-q", "--no-edit", sides["theirs"]], 1.5, apart, apart,
                  repeats=min(bench.repeats, 3))
    git(workspace, "checkout", "-q", branch)
    git(workspace, "reset", "-q", "--hard", start)


def many_syncs(bench, workspace, facts, count, run):
    """What git's folder grows by, against what the memory's text does; and how long gc took."""
    git(workspace, "gc", "-q")
    git_before, text_before = bytes_below(workspace / ".git"), text_of(workspace)
    trace = workspace.parent / "git-trace.json"
    trace.unlink(missing_ok=True)
    os.environ["GIT_TRACE2_EVENT"] = str(trace)
    begun = time.perf_counter()
    for number in range(count):
        day, turn = divmod(number, SYNCS_A_DAY)
        now = FIRST_DAY + datetime.timedelta(days=day, hours=3 * turn)
        for second in range(A_SYNC):
            facts.write(now - datetime.timedelta(seconds=second + 1))
        run([*bench.pyramid, "sync", "-w", str(workspace), "--now", instant(now)])
    taken = time.perf_counter() - begun
    del os.environ["GIT_TRACE2_EVENT"]
    text = text_of(workspace) - text_before
    grown = bytes_below(workspace / ".git") - git_before
    longest, times = longest_gc(trace)
    print(f"{count:,} syncs of {A_SYNC} observations: {taken:.1f} s; git gc ran {times} times")
    bench.add_size(f"{count:,} syncs: .git", grown, "the text they added", text, 3)
    bench.add_limit(f"{count:,} syncs: the longest gc", longest, 10)
    return now


def changed_alone(workspace, then, place):
    """A workspace of the files alone that differ between then and now, each as it was if it was."""
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir()
    shutil.copy(workspace / "pyramid.yaml", place)
    listed = subprocess.run(["git", "diff", "--no-renames", "--name-only", "-z", then, "HEAD"],
                            cwd=workspace, check=True, capture_output=True).stdout
    paths = [path.decode() for path in listed.split(b"\0") if path.endswith(b".md")]
    for path in paths:
        old = subprocess.run(["git", "show", f"{then}:{path}"], cwd=workspace, capture_output=True)
        target = place / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(old.stdout if old.returncode == 0 else (workspace / path).read_bytes())
    return len(paths)


def compare_past(bench, workspace, then, now, words, run):
    place = workspace.parent / f"{workspace.name}-changes"
    count = changed_alone(workspace, then, place)
    print(f"{count:,} files differ from the commit that is searched")
    at = ["--now", instant(now)]
    past = [*bench.pyramid, "search", "--raw", "--at", then, words, "-w", str(workspace), *at]
    embed = [*bench.pyramid, "internal", "embed", "-w", str(place), *at]
    bench.compare("search --at, first time", past, embed, 3,
                  lambda: shutil.rmtree(workspace / ".pyramid" / "past", ignore_errors=True),
                  lambda: shutil.rmtree(place / ".pyramid", ignore_errors=True), repeats=2)
    run(past)
    bench.compare("search --at, then", past,
                  [*bench.pyramid, "search", "--raw", words, "-w", str(workspace), *at], 1.5)


def compare_all(bench, workspace, build, syncs, words, run, seconds):
    tool = str(build / "tests" / "bench" / "git_costs")
    workspace = Path(workspace)
    run(bench.command("sync"))
    compare_commit(bench, workspace, tool, seconds)
    run(bench.command("sync"))
    facts = NewFacts(workspace)
    compare_merge(bench, workspace, tool, facts)
    run(bench.command("sync"))
    then = git(workspace, "rev-parse", "HEAD")
    now = many_syncs(bench, workspace, facts, syncs, run)
    compare_past(bench, workspace, then, now, words, run)
