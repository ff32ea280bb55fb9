// The client against a real `pyramid mcp`. $PYRAMID_PROGRAM is the built program, $SCHEMAS the file of what each tool
// answers, as tools.py --schemas has it.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { Memory, MemoryError, type MemoryOptions, type Progress, programPath } from "./package/src/index.ts";

const program = process.env["PYRAMID_PROGRAM"] ?? "";
const ending = extname(import.meta.url); // of the client's sources: as they are written, or packed
const folder = mkdtempSync(join(tmpdir(), "npm-client-"));
const opened: Memory[] = [];
after(async () => {
  for (const memory of opened) await memory.close();
  rmSync(folder, { recursive: true });
});

let made = 0;
function workspace(): string {
  const root = join(folder, `memory-${++made}`);
  execFileSync(program, ["init", root, "-q"]);
  return root;
}
function open(options: MemoryOptions = {}): Memory {
  const memory = new Memory({ workspace: workspace(), ...options });
  opened.push(memory);
  return memory;
}

/** The program, behind a shell that writes down its number each time, and what it is asked. */
function watched(): { path: string; starts: () => string[]; asked: () => string } {
  const [path, log, input] = ["watched", "starts", "asked"].map((name) => join(folder, `${name}-${++made}`));
  assert(path && log && input);
  writeFileSync(path, `#!/bin/bash\necho $$ >>"${log}"\nexec "${program}" "$@" < <(tee -a "${input}")\n`, { mode: 0o755 });
  return {
    path,
    starts: () => readFileSync(log, "utf8").trim().split("\n"),
    asked: () => readFileSync(input, "utf8"),
  };
}
async function until(what: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300 && !what(); ++tries) await sleep(100);
  assert(what());
}
const isAlive = (id: string | undefined) => {
  try {
    return process.kill(Number(id), 0);
  } catch {
    return false;
  }
};
const gone = (error: unknown) => error instanceof MemoryError && error.kind === "gone";
const refused = (why: RegExp) => (error: unknown) =>
  error instanceof MemoryError && error.kind === "refused" && why.test(error.message) && !error.message.includes("\n");

interface Schema {
  $ref?: string;
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
const schemas = JSON.parse(readFileSync(process.env["SCHEMAS"] ?? "", "utf8")) as Record<"records" | "tools", Record<string, Schema>>;

/** Says where a value is other than its type. */
function check(value: unknown, schema: Schema | undefined, where: string): void {
  assert(schema, `${where} is not in its type`);
  if (schema.$ref !== undefined) return check(value, schemas.records[schema.$ref], where);
  const kind = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  const kinds = Number.isInteger(value) ? [kind, "integer"] : [kind];
  assert([schema.type].flat().some((one) => kinds.includes(one ?? "")), `${where} is ${kind}, not ${schema.type}`);
  if (Array.isArray(value)) value.forEach((one, i) => check(one, schema.items, `${where}[${i}]`));
  else if (value !== null && typeof value === "object") {
    for (const name of schema.required ?? []) assert(name in value, `${where}.${name} is missing`);
    for (const [name, one] of Object.entries(value)) check(one, schema.properties?.[name], `${where}.${name}`);
  }
}

test("every tool has a method, whose answer is as its type says", async () => {
  const memory = open({ tasks: true });
  const tried = new Set<string>();
  const checked = async <T>(tool: string, answer: Promise<T>): Promise<T> => {
    tried.add(tool);
    check(await answer, schemas.tools[tool], tool);
    return answer;
  };
  const fact = await checked("observe", memory.observe({ text: "User's boat is called Luna.", importance: 7 }));
  assert(fact.added && fact.path.startsWith("observations/"));
  await checked("log", memory.log({ text: "Sailed to Porto.", channel: "telegram" }));
  const turns = [
    { role: "user", text: "I moved to Austin.", at: "2026-05-15T09:30:00+02:00" },
    { role: "assistant", text: "Noted." },
  ] as const;
  const kept = await checked("capture", memory.capture({ turns: [...turns], conversation: "chat-17", agent: undefined }));
  assert.equal(kept.turns_added, 2);
  const synced = await checked("sync", memory.sync());
  assert(!synced.nothing_to_do);
  const found = await checked("search", memory.search({ query: "boat", maxResults: 3 }));
  assert.equal(found.results[0]?.snippet, "User's boat is called Luna.");
  const read = await checked("get", memory.get({ path: "MEMORY.md", lines: 2 }));
  assert.equal(read.nextFrom, 3);
  const none = await checked("get", memory.get({ path: "none.md" }));
  assert.equal(none.status, "not_found");
  const known = await checked("recall", memory.recall({ prompt: "Where is my boat?" }));
  assert.match(known.text, /Luna/);
  const walked = await checked("walk", memory.walk({ query: "boat" }));
  assert.deepEqual(walked.taken, []); // there is no topic tree
  const { node } = await checked("why", memory.why({ what: "MEMORY.md" }));
  assert.equal(node.made_from[0]?.kind, "section");
  await checked("why", memory.why({ what: fact.path }));
  const { entries } = await checked("history", memory.history({ limit: 50 }));
  assert(entries.length > 3 && entries[0]?.commit.id === synced.commit);
  const back = await checked("revert", memory.revert({ what: synced.commit, dry_run: true }));
  assert(back.changes.length > 0);
  await checked("status", memory.status());
  await checked("task_add", memory.taskAdd({ title: "Rotate the certificates" }));
  const again = { title: "Rotate the certificates of the gateway", blocked_by: ["Rotate the certificates"] };
  await checked("task_add", memory.taskAdd(again));
  await checked("task_link", memory.taskLink({ task: "gateway", relation: "derived-from", to: fact.path }));
  await checked("task_done", memory.taskDone({ task: "gateway", text: "Nobody noticed." }));
  await checked("task_fail", memory.taskFail({ task: "gateway", text: "Somebody did." }));
  await checked("task_reopen", memory.taskReopen({ task: "gateway", text: "They want it after all." }));
  await checked("task_drop", memory.taskDrop({ task: "Rotate the certificates" }));
  await checked("task_take", memory.taskTake({ path: "SOUL.md" }));
  assert.match((await checked("task_graph", memory.taskGraph({ format: "dot" }))).text, /^digraph/);
  const { relations } = await checked("task_show", memory.taskShow({ task: "gateway" }));
  assert(relations.length > 0);
  const { tasks } = await checked("task_list", memory.taskList({ state: "all" }));
  assert.equal(tasks.length, 2);
  await checked("ledger_record", memory.ledgerRecord({ kind: "tool", event: { tool: "deploy", ok: false } }));
  const out = await checked("forget", memory.forget({ match: "Luna" }));
  assert(out.forgotten.length > 0);
  assert.deepEqual([...tried].sort(), Object.keys(schemas.tools).sort());
});

test("what cannot be done is told with the memory's own words", async () => {
  const memory = open();
  await assert.rejects(memory.search({ query: "" }), refused(/^the query holds no word/));
  await assert.rejects(memory.observe({ text: "x", at: "soon" }), refused(/^at is not a time/));
  await assert.rejects(memory.taskList(), refused(/no such tool/));
  await assert.rejects(open({ workspace: join(folder, "none") }).status(), refused(/no such folder/));
  await assert.rejects(memory.log({ text: "x".repeat(65 * 2 ** 20) }), refused(/64 MiB/));
  await assert.rejects(open({ program: "/nowhere/pyramid" }).status(), gone);
});

test("many calls at once are each answered, by one process", async () => {
  const { path, starts } = watched();
  const memory = open({ program: path });
  const facts = Array.from({ length: 40 }, (_, i) => `User's boat number ${i} is called Luna${i}.`);
  const signal = AbortSignal.timeout(300_000); // one for all of them
  const answers = await Promise.all([
    ...facts.map((text) => memory.observe({ text }, { signal })),
    ...facts.map((text) => memory.get({ path: `${text}.md` }, { signal })),
  ]);
  for (const [i, answer] of answers.entries()) {
    assert("added" in answer ? answer.added : answer.path === `${facts[i - facts.length]}.md`);
  }
  const found = await Promise.all(facts.map((_, i) => memory.search({ query: `Luna${i}`, maxResults: 1 })));
  assert.deepEqual(found.map((one) => one.results[0]?.snippet), facts);
  assert.equal(starts().length, 1);
});

test("texts come back as they are, whatever is in them", async () => {
  const memory = open();
  const text = "User writes 日本語,\u2028 and\u2029 “quotes” \\ 🛶.";
  const { path } = await memory.observe({ text });
  assert.match((await memory.get({ path })).text, /日本語,\u2028 and\u2029 “quotes” \\ 🛶\./);
  const sliced = await memory.observe({ text: "User likes canoes 🛶".slice(0, -1) }); // half of it
  assert.match((await memory.get({ path: sliced.path })).text, /canoes \ufffd/);
  const long = `${"A long line of a log. ".repeat(100_000)}The end.`;
  const logged = await memory.log({ text: long });
  assert((await memory.get({ path: logged.path })).text.includes(long));
});

test("a sync tells where it is", async () => {
  const memory = open();
  await memory.capture({ turns: [{ role: "user", text: "I moved to Austin." }] });
  const steps: Progress[] = [];
  await memory.sync({}, { onProgress: (step) => steps.push(step) });
  assert(steps.length > 0);
  assert(steps.every((step, i) => step.message !== "" && step.progress > (steps[i - 1]?.progress ?? 0)));
});

test("a call that is called off ends at once, and the program is told", async () => {
  const { path, asked } = watched();
  const memory = open({ program: path });
  await memory.status();
  const caller = new AbortController();
  const call = memory.sync({}, { signal: caller.signal });
  caller.abort(new Error("no longer wanted"));
  await assert.rejects(call, /no longer wanted/);
  await until(() => asked().includes('"method":"notifications/cancelled","params":{"requestId":2}'));
  await assert.rejects(memory.status({ signal: caller.signal }), /no longer wanted/);
  assert.equal((await memory.status()).sessions, 0);
  const slow = join(folder, "slow");
  writeFileSync(slow, "#!/bin/sh\nexec sleep 2\n", { mode: 0o755 });
  await assert.rejects(open({ program: slow }).status({ signal: AbortSignal.timeout(50) }), { name: "TimeoutError" });
});

test("a process that died is started again, and what it was asked is asked again where that is safe", async () => {
  const { path, starts, asked } = watched();
  const memory = open({ program: path });
  await memory.status();
  const stopped = starts()[0] ?? "";
  const kill = async (calls: number) => {
    await until(() => asked().split('"method":"tools/call"').length > calls);
    process.kill(Number(starts().at(-1)), "SIGKILL");
  };
  process.kill(Number(stopped), "SIGSTOP");
  const both = Promise.allSettled([memory.status(), memory.observe({ text: "User's boat is called Luna." })]);
  await kill(3);
  assert.deepEqual((await both).map((one) => one.status), ["fulfilled", "fulfilled"]);
  assert.equal(starts().length, 2);

  process.kill(Number(starts()[1]), "SIGSTOP");
  const logged = assert.rejects(memory.log({ text: "Sailed." }), gone);
  await kill(6);
  await logged;
  assert.equal((await memory.status()).observations, 1);
  assert.equal(starts().length, 3);
});

test("what may be asked again is what the program says", async () => {
  const source = readFileSync(new URL(`package/src/connection${ending}`, import.meta.url), "utf8");
  const once = JSON.parse(/const ONCE = (\[.*\]);/.exec(source)?.[1] ?? "");
  const request = {
    ...{ jsonrpc: "2.0", id: 1, method: "tools/list" },
    params: {
      _meta: {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const out = execFileSync(program, ["mcp", "--tasks", "-w", workspace()], { input: `${JSON.stringify(request)}\n` });
  const { tools } = JSON.parse(out.toString()).result as {
    tools: { name: string; annotations: { idempotentHint: boolean } }[];
  };
  assert.deepEqual(tools.filter((tool) => !tool.annotations.idempotentHint).map((tool) => tool.name), once);
});

test("closing waits for what is under way and for the end; a later call starts anew", async () => {
  const { path, starts } = watched();
  const memory = open({ program: path });
  const call = memory.observe({ text: "User's boat is called Luna." });
  await memory.close();
  assert.equal((await call).added, true);
  assert(!isAlive(starts()[0]));
  await memory.close();
  assert.equal((await memory.status()).observations, 1);
  assert.equal(starts().length, 2);
});

test("a program ends when it waits for nothing, and its memory with it", async () => {
  const { path, starts } = watched();
  const script = `
    import { Memory } from ${JSON.stringify(new URL(`package/src/index${ending}`, import.meta.url).href)};
    const memory = new Memory({ workspace: ${JSON.stringify(workspace())}, program: ${JSON.stringify(path)} });
    console.log((await memory.status()).sessions);`;
  const run = (code: string) => execFileSync(process.execPath, ["--input-type=module", "-e", code], { encoding: "utf8" });
  assert.equal(run(script), "0\n");
  await until(() => !isAlive(starts()[0]));
  assert.equal(run(`${script}\nawait memory.close();\nconsole.log("closed");`), "0\nclosed\n");
});

test("the program is the option's, else that of PYRAMID_PROGRAM, else the package's", () => {
  assert.equal(programPath(), program);
  process.env["PYRAMID_PROGRAM"] = "";
  try {
    assert.throws(() => new Memory(), /^MemoryError: this package has no pyramid for .*; PYRAMID_PROGRAM may name one$/);
    new Memory({ program });
  } finally {
    process.env["PYRAMID_PROGRAM"] = program;
  }
});
