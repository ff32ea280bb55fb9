"""What a recall costs that also goes through 100,000 tasks and the 300,000 relations between them."""

import random
import shutil

ACTS = "Deploy Migrate Renew Restart Rotate Patch Review Draft Measure Rebuild Index Archive".split()
THINGS = ("gateway database certificate proxy cluster scheduler report invoice dashboard mailer "
          "backup replica queue parser editor website roadmap contract budget sensor").split()
PLACES = "Lisbon Porto Madrid Oslo Bergen Turin Lyon Ghent Graz Linz Basel Cork Leeds York".split()
NAMES = [a + b for a in "ka lo mi ru ve do sa ne ti po gu fa".split()
         for b in "ren lan dor mit sel van tig mo rak pes".split()]
SORTS = ["Blocks", "Related to", "Derived from"]
QUESTION = "why was the karen gateway in Oslo late"


def titles_of(count, choose):
    return [f"{choose(ACTS)} the {choose(NAMES)} {choose(THINGS)} in {choose(PLACES)}"
            for _ in range(count)]


def text_of(title, titles, paths, chance):
    """A task with three relations to others."""
    month, day = chance.randrange(1, 13), chance.randrange(1, 28)
    state = chance.choice(["true", "false", "null"])
    text = (f"---\nkind: task\nat: 2025-{month:02}-{day:02}T10:00:00Z\nsuccess: {state}\n---\n"
            f"# {title}\n\nBefore the {chance.choice(THINGS)} is due.\n\n"
            f"## Outcome\n2025-{month:02}-{day:02}: The {chance.choice(NAMES)} one was full.\n")
    for sort in SORTS:
        other = chance.randrange(len(titles))
        text += f"\n## {sort}\n- [{titles[other]}]({paths[other]})\n"
    return text


def write_tasks(folder, count):
    chance = random.Random(20260514)
    titles = titles_of(count, chance.choice)
    paths = [f"{title.lower().replace(' ', '-')}-{at:06}.md" for at, title in enumerate(titles)]
    for path, title in zip(paths, titles):
        (folder / path).write_text(text_of(title, titles, paths, chance))


def compare_tasks(bench, workspace, count, run):
    """In a workspace of its own."""
    shutil.rmtree(workspace, ignore_errors=True)
    run([bench.pyramid[0], "init", str(workspace)])
    (workspace / "tasks").mkdir()
    write_tasks(workspace / "tasks", count)
    before, bench.workspace = bench.workspace, str(workspace)
    run(bench.command("sync"))
    bench.compare(f"recall, {count:,} tasks", bench.command("recall", QUESTION),
                  bench.command("search", "--raw", QUESTION), 2, yardstick="search --raw")
    # Where nobody looks for changed files, which takes most of the time of both.
    bench.compare(f"recall --no-refresh, {count:,} tasks",
                  bench.command("recall", "--no-refresh", QUESTION),
                  bench.command("search", "--raw", "--no-refresh", QUESTION), 2,
                  yardstick="search --raw --no-refresh")
    bench.workspace = before
    shutil.rmtree(workspace)
