"""Times pyramid against git and ripgrep on the same generated tree and prints ratios.

Each pair is measured alternately, best of several runs each (the minimum is what the work costs;
the rest is the machine's noise). Nothing here passes or fails: the goal stands beside the ratio.
"""

import argparse
import json
import os
import shutil
import struct
import subprocess
import sys
import time
from pathlib import Path

import git_rows
from agent_rows import compare_agents
from embedding import compare_embeddings
from task_rows import compare_tasks

SOURCE = Path(__file__).resolve().parents[2]
BUILD = SOURCE / "build" / "release"
VENV = SOURCE / "build" / "sqlite-vec"  # made by ./bench, where it can be had
NOW = "2026-05-15T09:00:00Z"
GIT = ["git", "-c", "gc.auto=0", "-c", "user.name=Bench", "-c", "user.email=bench@example.org"]
# A word of the generator's table that about one observation in a few hundred holds.
RARE_WORDS = "windmill harvest"


def run(command, cwd=None, may_end_with=(0,)):
    """A command whose time counts has done its work: any other exit code ends the bench."""
    result = subprocess.run(command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if result.returncode not in may_end_with:
        sys.exit(f"{' '.join(map(str, command))} ended with {result.returncode}: "
                 f"{result.stderr.decode()}")


def seconds(command, cwd=None):
    start = time.perf_counter()
    run(command, cwd)
    return time.perf_counter() - start


# Runs a command, prints its processor seconds and peak memory in KiB, and ends as it did. A process
# of its own: a child begins with the peak of the process that started it, and this program's may be
# higher.
USAGE = """
import os, sys
pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ,
                      file_actions=[(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0)])
_, status, usage = os.wait4(pid, 0)
print(usage.ru_utime + usage.ru_stime, usage.ru_maxrss)
sys.exit(os.waitstatus_to_exitcode(status))
"""


def usage_of(command, may_end_with=(0,)):
    """Processor seconds and peak resident memory (MB) of one run."""
    done = subprocess.run([sys.executable, "-c", USAGE, *map(str, command)], text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode not in may_end_with:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}: {done.stderr}")
    seconds, kib = done.stdout.split()
    return float(seconds), float(kib) / 1024


def peak_mb(command):
    return usage_of(command)[1]


class Bench:
    def __init__(self, workspace, repeats):
        self.workspace = str(workspace)
        self.repeats = repeats
        self.rows = []
        self.pyramid = [str(BUILD / "pyramid"), "--quiet"]

    def command(self, *arguments):
        return [*self.pyramid, *arguments, "-w", self.workspace, "--now", NOW]

    def compare(self, name, ours, theirs, goal, before_ours=None, before_theirs=None, repeats=None,
                yardstick=None):
        best = [float("inf"), float("inf")]
        for _ in range(repeats or self.repeats):
            for side, (command, before) in enumerate(((ours, before_ours), (theirs, before_theirs))):
                if before:
                    before()
                cwd = None if side == 0 else self.workspace
                once = command() if callable(command) else command
                best[side] = min(best[side], seconds(once, cwd))
        self.add(name, best[0], yardstick or " ".join(theirs), best[1], goal)

    def add(self, name, ours, yardstick, theirs, goal):
        row = {"what": name, "pyramid_s": ours, "against": yardstick, "against_s": theirs,
               "ratio": ours / theirs, "goal": goal}
        self.rows.append(row)
        print(f"{name:<34} {ours * 1e3:9.1f} ms  {yardstick[:28]:<28} {theirs * 1e3:9.1f} ms"
              f"  ratio {row['ratio']:5.2f}  goal {goal}", flush=True)

    def add_size(self, name, ours, yardstick, theirs, goal):
        row = {"what": name, "pyramid_bytes": ours, "against": yardstick, "against_bytes": theirs,
               "ratio": ours / theirs, "goal": goal}
        self.rows.append(row)
        print(f"{name:<34} {ours / 1e6:9.1f} MB  {yardstick[:28]:<28} {theirs / 1e6:9.1f} MB"
              f"  ratio {row['ratio']:5.2f}  goal {goal}", flush=True)

    def add_limit(self, name, taken, goal):
        self.rows.append({"what": name, "pyramid_s": taken, "goal_s": goal})
        print(f"{name:<34} {taken:9.2f} s{'':61}goal {goal} s", flush=True)


def generate(workspace, count):
    if (workspace / "pyramid.yaml").exists():
        return
    workspace.mkdir(parents=True, exist_ok=True)
    run([str(BUILD / "tests" / "bench" / "make_workspace"), str(workspace), str(count)])
    run([*GIT, "init", "-q", "-b", "main"], workspace)


def output_of(command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class OneChange:
    """Rewords the next observation each time it is asked to."""

    def __init__(self, workspace):
        self.files = sorted((workspace / "observations").rglob("*.md"))
        self.next = len(self.files) // 3

    def __call__(self):
        file = self.files[self.next]
        self.next += 1009  # another summary, another day
        text = file.read_text()
        file.write_text(text.replace(".\n", " indeed.\n", 1))


def compare_one_change(bench, workspace):
    """A reworded observation: pyramid rewrites what reads it and commits, git just commits."""
    change = OneChange(workspace)
    bench.compare("one-change sync", bench.command("sync"),
                  ["sh", "-c", "git add -A && git -c user.name=B -c user.email=b@example.org "
                   "commit -q -m change"], 0.7, change, change)
    change()
    print(f"memory of a one-change sync: {peak_mb(bench.command('sync')):.0f} MB")


class OneFact:
    """Says something new each time, or writes a new file for git to commit."""

    def __init__(self, bench, workspace):
        self.bench, self.workspace, self.number = bench, workspace, 0

    def command(self):
        self.number += 1
        return self.bench.command("observe", f"User painted shed {self.number} of Nadia's in Porto.")

    def new_file(self):
        self.number += 1
        (self.workspace / "memory").mkdir(exist_ok=True)
        (self.workspace / "memory" / f"new-{self.number}.md").write_text("One line.\n")


def compare_one_fact(bench, workspace):
    """A new fact in a memory at rest, the sync that takes it up, and where a line comes from."""
    fact = OneFact(bench, workspace)
    commit = ["sh", "-c", "git add -A && git -c user.name=B -c user.email=b@example.org commit -q "
              "-m new"]
    sync = bench.command("sync")
    bench.compare("observe", fact.command, commit, 1, lambda: run(sync), fact.new_file)

    def said():
        run(sync)
        run(fact.command())

    bench.compare("sync after observe", sync, commit, 1, said, fact.new_file)
    run(sync)
    lines = (workspace / "MEMORY.md").read_text().splitlines()
    line = next(i for i, text in enumerate(lines, 1) if text.startswith("[why](")) - 1
    bench.compare("why of a line", bench.command("why", f"MEMORY.md:{line}"), commit, 1,
                  lambda: run(sync), fact.new_file)
    run(sync)
    print(f"memory of an observe: {peak_mb(fact.command()):.0f} MB")
    run(sync)


def report_cost(bench, name, arguments, may_end_with=(0,)):
    start = time.perf_counter()
    cpu, peak = usage_of(bench.command(*arguments), may_end_with)
    taken = time.perf_counter() - start
    bench.rows.append({"what": name, "pyramid_s": taken, "cpu_s": cpu, "memory_mb": peak,
                       "goal_mb": 300})
    print(f"{name}: {taken:.1f} s, CPU {cpu:.1f} s, memory {peak:.0f} MB (goal 300)", flush=True)


def report_loaded(bench):
    """How much of what agents load is memory."""
    loaded = json.loads(output_of(bench.command("status", "--json")))
    print(f"MEMORY.md: {loaded['memory_bytes']:,} bytes, {loaded['memory_share']} % memory (goal 85); "
          f"models: {loaded['models_share']} % (goal 75)", flush=True)
    for name, share, goal in (("MEMORY.md", loaded["memory_share"], 85),
                              ("models", loaded["models_share"], 75)):
        bench.rows.append({"what": f"{name}: share of memory", "percent": share, "goal": goal})


def compare_lookers(bench):
    """What goes through all of the memory holds no more of it than fits."""
    for name, *arguments in (("list", "list"), ("models", "models"), ("history", "history"),
                             ("forget --dry-run", "forget", "--dry-run", "--match", "windmill")):
        report_cost(bench, name, arguments)
    for more in ([], ["--index"]):  # a check that finds something has looked at as much
        report_cost(bench, " ".join(["check", *more]), ["check", *more], may_end_with=(0, 1))


def compare_forget(bench, workspace):
    """A fact, and some that say the same words, taken out of a copy."""
    copy = workspace.parent / f"{workspace.name}-forget"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(workspace, copy, symlinks=True)
    bench.workspace = str(copy)
    run(bench.command("sync"))
    facts = sorted((copy / "observations").rglob("*.md"))
    # Words that stay where a person wrote them are told by the exit code.
    report_cost(bench, "forget of one fact", ["forget", str(facts[len(facts) // 2])], (0, 1))
    report_cost(bench, "forget of all with three words", ["forget", "--match", "Carlos in Malmo"], (0, 1))
    bench.workspace = str(workspace)
    shutil.rmtree(copy)


def make_source(kind, place, *sizes):
    if not place.exists():
        run([str(BUILD / "tests" / "bench" / "make_source"), kind, str(place), *map(str, sizes)])
    return place


def put_away(folder):
    """Renamed, not removed: for seconds after a removal ext4 creates files several times slower."""
    if folder.exists():
        folder.rename(folder.with_name(f"{folder.name}.{time.monotonic_ns()}.old"))


def remove_put_away(parent):
    for folder in parent.glob("*.old"):
        shutil.rmtree(folder)


class Import:
    """Imports a source, each time into a new workspace."""

    def __init__(self, bench, kind, source):
        self.bench, self.kind, self.source = bench, kind, source
        self.workspace = source.parent / "import-workspace"

    def fresh(self):
        put_away(self.workspace)
        run([*self.bench.pyramid, "init", str(self.workspace)])

    def command(self):
        return [*self.bench.pyramid, "import", f"--{self.kind}", "--source", str(self.source),
                "-w", str(self.workspace), "--now", NOW]


def compare_import(bench, folder, megabytes):
    """Everything at once: reading, extraction, files, a commit; jq just reads and writes."""
    sources = {"openclaw": make_source("openclaw", folder / f"sessions-{megabytes}", megabytes),
               "claude": make_source("claude", folder / f"export-{megabytes}.json", megabytes)}
    for kind, source in sources.items():
        one = Import(bench, kind, source)
        jq = ["sh", "-c", f"find '{source}' -type f -exec cat {{}} + | jq -c . >/dev/null"]
        bench.compare(f"import {megabytes} MB, {kind}", one.command(), jq, 3, one.fresh, repeats=2)
        one.fresh()
        cpu, peak = usage_of(one.command())
        print(f"  CPU {cpu:.1f} s, memory {peak:.0f} MB", flush=True)


def compare_import_again(bench, folder, count):
    """Nothing new in many session files: pyramid looks at each, so does find."""
    source = make_source("openclaw", folder / f"sessions-of-{count}", max(1, count * 2 // 1000), 2)
    one = Import(bench, "openclaw", source)
    one.fresh()
    run(one.command())
    run(one.command())
    bench.compare(f"import again, {count:,} files", one.command(),
                  ["find", str(source), "-type", "f", "-printf", "%s %T@\\n"], 3)


class SqliteVec:
    """The index's int8 vectors in a table of sqlite-vec, asked once by the sqlite3 program."""

    def __init__(self, workspace):
        self.database = workspace.parent / f"{workspace.name}-vec.db"
        self.extension = output_of([str(VENV / "bin" / "python"), "-c",
                                    "import sqlite_vec; print(sqlite_vec.loadable_path())"]).strip()
        (file,) = (workspace / ".pyramid").glob("*vectors.i8")  # with "2-" in front or without
        vectors = file.read_bytes()
        record, = struct.unpack_from("<I", vectors, 12)
        stride, head = record + 8, 16  # each record has a sum behind it
        self.dims = record - head
        self.query = None
        sql = ["BEGIN;", f"CREATE VIRTUAL TABLE v USING vec0(embedding int8[{self.dims}] "
               "distance_metric=cosine);"]
        for at in range(64, len(vectors) - stride + 1, stride):
            numbers = vectors[at + head:at + record].hex()
            if not numbers.strip("0"):
                continue
            self.query = numbers
            sql.append(f"INSERT INTO v(rowid, embedding) "
                       f"VALUES({(at - 64) // stride}, vec_int8(x'{numbers}'));")
        sql.append("COMMIT;")
        self.database.unlink(missing_ok=True)
        subprocess.run(self.command(), input="\n".join(sql), text=True, check=True)

    def command(self, *sql):
        return ["sqlite3", "-cmd", f".load {self.extension}", str(self.database), *sql]

    def ask(self):
        return self.command("SELECT rowid, distance FROM v WHERE embedding MATCH "
                            f"vec_int8(x'{self.query}') AND k = 10")


def compare_sqlite_vec(bench, workspace):
    """One question of words and vectors against one of vectors alone."""
    if not (VENV / "bin" / "python").exists():
        print("search / sqlite-vec: left out, the package sqlite-vec could not be installed")
        return
    try:
        vec = SqliteVec(workspace)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"search / sqlite-vec: left out, {error}")
        return
    bench.compare("search --raw --no-refresh",
                  bench.command("search", "--raw", "--no-refresh", RARE_WORDS), vec.ask(), 0.5,
                  yardstick="sqlite-vec int8, k = 10")


def compare_warm(bench, workspace):
    """In one process that has the index open: pyramid's search, and the least it could do."""
    costs = json.loads(output_of([str(BUILD / "tests" / "bench" / "warm_costs"), str(workspace),
                                  "1"]))
    bench.add("hybrid search in a warm process", costs["hybrid_s"],
              "hnswlib query + FTS5 rank", costs["graph_s"] + costs["rank_s"], 0.4)
    bench.add("exact BM25, ten best", costs["keyword_s"], "FTS5 rank", costs["rank_s"], 0.2)
    bench.add("ten nearest by the graph", costs["graph_s"], "by the int8 scan", costs["scan_s"], 1)
    print(f"  {costs['equal_top_10']} of {costs['questions']} questions have FTS5's ten scores; "
          f"recall@10 {costs['scan_recall']:.3f} by the scan, {costs['graph_recall']:.3f} by the "
          f"graph (goal 0.99), which took {costs['graph_made_s']:.1f} s to make", flush=True)


def compare_search(bench, workspace, with_git):
    """Answers in a process of their own, and in one that goes on."""
    word = RARE_WORDS.split()[0]
    ask = bench.command("search", "--raw", RARE_WORDS)
    ask_index = bench.command("search", "--raw", "--no-refresh", RARE_WORDS)
    if with_git:
        bench.compare("search --raw", ask, ["git", "status", "--porcelain"], 0.8)
    bench.compare("search --raw", ask, ["rg", "-c", word], 1.0)
    bench.compare("search --raw --no-refresh", ask_index, ["rg", "-c", word], 0.06)
    bench.compare("recall --budget 2000",
                  bench.command("recall", "--no-refresh", "--budget", "2000", RARE_WORDS),
                  ask_index, 3, yardstick="search --raw --no-refresh")
    compare_sqlite_vec(bench, workspace)
    compare_warm(bench, workspace)
    print(f"memory of a one-shot search: {peak_mb(ask_index):.0f} MB (goal 60)")


def measure_million(bench):
    """The search rows alone: nothing here is made by git."""
    workspace = SOURCE / "build" / "bench-1000000"
    print("generating 1,000,000 observations", flush=True)
    generate(workspace, 1_000_000)
    bench.workspace = str(workspace)
    bench.repeats = min(bench.repeats, 3)
    start = time.perf_counter()
    run(bench.command("internal", "embed"))
    print(f"index of 1,000,000 brought up to date: {time.perf_counter() - start:.1f} s")
    compare_search(bench, workspace, with_git=False)


def compare_planning(bench, workspace):
    costs = json.loads(output_of([str(BUILD / "tests" / "bench" / "plan_costs"), str(workspace)]))
    bench.add("planning after one change", costs["plan_s"], "the freshness scan", costs["scan_s"],
              0.05)
    print(f"an observation more, of {costs['observations']:,}: {costs['calls']:.2f} engine calls and "
          f"{costs['tokens_in']:,.0f} tokens in; with each dirty model rewritten whole "
          f"{costs['whole_calls']:.2f} and {costs['whole_tokens_in']:,.0f}")


def ask_model(bench, workspace, source, delay):
    """One sync that imports, through a language model; gives the seconds and what the server saw:
    calls, rounds of them, and the milliseconds among these in which it had none."""
    server = subprocess.Popen([str(BUILD / "tests" / "bench" / "chat_server"), str(delay)],
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    url = server.stdout.readline().strip()
    (workspace / "pyramid.yaml").write_text(f"engine: openai\nbase_url: {url}\nparallel: 10\n")
    common = ["-w", str(workspace), "--now", NOW]
    # Asks once what the server can do.
    run([*bench.pyramid, "doctor", *common], may_end_with=(0, 1))
    for file in source.rglob("*.jsonl"):
        file.read_bytes()  # into the page cache
    took = seconds([*bench.pyramid, "sync", "--source", str(source), *common])
    seen, _ = server.communicate("")
    calls, rounds, idle = map(int, seen.split())
    return took, calls, rounds, idle


def compare_engine(bench, folder):
    """A server that takes 200 ms a call, ten at once: whatever is beside the waiting is ours."""
    delay, kilobytes = 200, 58  # a hundred sessions with an agent, most of it what tools gave
    source = make_source("openclaw", folder / "a-hundred-sessions", 6, kilobytes)
    sessions = sum(1 for _ in source.rglob("*.jsonl"))
    workspace = folder / "model-workspace"
    best = (float("inf"),)
    for _ in range(3):
        put_away(workspace)
        run([*bench.pyramid, "init", str(workspace)])
        took, calls, rounds, idle = ask_model(bench, workspace, source, delay)
        best = min(best, (took / (calls / 10 * delay / 1000), took, calls, rounds, idle))
    ratio, took, calls, rounds, idle = best
    bench.add(f"{sessions} sessions, {calls} calls", took, "calls / 10 of 200 ms each", took / ratio,
              1.15)
    print(f"its calls came in {rounds} rounds; in between the server had none for {idle} ms")


def time_grounding(bench, folder):
    """What holding every generated sentence against its sources adds to a check."""
    workspace = folder / "grounding-workspace"
    shutil.rmtree(workspace, ignore_errors=True)
    shutil.copytree(SOURCE / "sample-workspace" / "workspace", workspace)
    check = [*bench.pyramid, "check", "-w", str(workspace), "--now", NOW]
    run(check, may_end_with=(0, 1))
    best = [float("inf"), float("inf")]
    for _ in range(bench.repeats):
        for side, more in enumerate(([], ["--grounding"])):
            best[side] = min(best[side], usage_of([*check, *more], (0, 1))[0])
    report = json.loads(output_of([*check, "--grounding", "--json"]))
    kilobytes = report["grounding"]["bytes"] / 1000
    print(f"grounding: {(best[1] - best[0]) * 1e3 / kilobytes:.2f} ms of one processor a kilobyte of "
          f"{kilobytes:.0f}  goal 2", flush=True)


def bench_sources():
    folder = SOURCE / "build" / "bench-sources"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def compare_engines(bench):
    compare_engine(bench, bench_sources())
    remove_put_away(bench_sources())
    time_grounding(bench, bench_sources())


def compare_imports(bench, options):
    folder = bench_sources()
    bench.workspace = str(folder)
    compare_import(bench, folder, options.import_mb)
    compare_import_again(bench, folder, 10_000)
    remove_put_away(folder)


def write_rows(bench, options):
    if options.json:
        Path(options.json).write_text(json.dumps(bench.rows, indent=1) + "\n")


def compare_git(bench, workspace, options):
    """On a copy: these rows add to the memory."""
    run(bench.command("sync"))
    grown = workspace.parent / f"{workspace.name}-git"
    shutil.rmtree(grown, ignore_errors=True)
    shutil.copytree(workspace, grown, symlinks=True)
    bench.workspace = str(grown)
    git_rows.compare_all(bench, grown, BUILD, options.syncs, RARE_WORDS, run, seconds)
    bench.workspace = str(workspace)


def take_up(bench, workspace):
    """The first sync of what was generated; later ones of a workspace at rest."""
    run([*GIT, "add", "-A"], workspace)
    run([*GIT, "commit", "-q", "--allow-empty", "-m", "all"], workspace)
    run([*GIT, "gc", "-q"], workspace)
    report_cost(bench, "first sync (summaries, models, commit)", ["sync"])
    run([*GIT, "gc", "-q"], workspace)
    run(bench.command("sync"))


def compare_facts(bench, workspace):
    report_loaded(bench)
    compare_one_fact(bench, workspace)
    compare_lookers(bench)
    compare_forget(bench, workspace)


def main():
    parser = argparse.ArgumentParser(prog="./bench")
    parser.add_argument("-n", type=int, default=100_000, help="observations")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--import-mb", type=int, default=20, help="size of the sources to import")
    parser.add_argument("--only-import", action="store_true", help="leave out the other rows")
    parser.add_argument("--only-engine", action="store_true", help="only a language model's rows")
    parser.add_argument("--million", action="store_true",
                        help="the search rows at 1,000,000 observations, after the others")
    parser.add_argument("--only-million", action="store_true", help="these alone")
    parser.add_argument("--only-git", action="store_true", help="the rows about git alone")
    parser.add_argument("--syncs", type=int, default=1000, help="for the rows about git")
    parser.add_argument("--only-facts", action="store_true",
                        help="what one fact and looking through all of them cost, alone")
    parser.add_argument("--only-agents", action="store_true", help="the rows about mcp alone")
    parser.add_argument("--only-tasks", action="store_true", help="the rows about tasks alone")
    parser.add_argument("--only-embedding", action="store_true", help="leave out the other rows")
    parser.add_argument("--json", help="also write the rows to this file")
    options = parser.parse_args()

    workspace = SOURCE / "build" / f"bench-{options.n}"
    bench = Bench(workspace, options.repeats)
    if options.only_engine:
        compare_engines(bench)
        return
    if options.only_embedding:
        compare_embeddings(bench, BUILD)
        return
    if options.only_tasks:
        compare_tasks(bench, SOURCE / "build" / "bench-tasks", options.n, run)
        write_rows(bench, options)
        return
    if options.only_import:
        compare_imports(bench, options)
        write_rows(bench, options)
        return
    if options.only_million:
        measure_million(bench)
        write_rows(bench, options)
        return
    print(f"generating {options.n} observations", flush=True)
    generate(workspace, options.n)

    if options.only_git:
        compare_git(bench, workspace, options)
        write_rows(bench, options)
        return

    if options.only_agents:
        take_up(bench, workspace)
        compare_agents(bench, BUILD, workspace, RARE_WORDS, RARE_WORDS.split()[0])
        write_rows(bench, options)
        return

    if options.only_facts:
        take_up(bench, workspace)
        compare_facts(bench, workspace)
        write_rows(bench, options)
        return

    def drop_index():
        shutil.rmtree(workspace / ".pyramid", ignore_errors=True)

    def drop_git():
        shutil.rmtree(workspace / ".git", ignore_errors=True)
        run([*GIT, "init", "-q", "-b", "main"], workspace)

    bench.compare("cold index", bench.command("internal", "embed"), [*GIT, "add", "-A"], 0.8,
                  drop_index, drop_git, repeats=2)
    take_up(bench, workspace)

    bench.compare("start", [bench.pyramid[0], "--version"], ["rg", "--version"], 2, repeats=50)
    bench.compare("no-op sync", bench.command("sync"), ["git", "status", "--porcelain"], 0.75)
    compare_search(bench, workspace, with_git=True)
    print(f"memory of a no-op sync: {peak_mb(bench.command('sync')):.0f} MB")
    compare_planning(bench, workspace)
    compare_one_change(bench, workspace)
    compare_facts(bench, workspace)
    compare_agents(bench, BUILD, workspace, RARE_WORDS, RARE_WORDS.split()[0])
    compare_tasks(bench, SOURCE / "build" / "bench-tasks", options.n, run)
    compare_engines(bench)
    if options.million:
        measure_million(bench)
    compare_git(bench, workspace, options)
    compare_embeddings(bench, BUILD)
    compare_imports(bench, options)
    write_rows(bench, options)


if __name__ == "__main__":
    main()
