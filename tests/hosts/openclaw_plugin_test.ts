// The plugin's hooks and tools against a real `pyramid mcp`, as OpenClaw calls them: by the types of
// its SDK. $PROGRAM is the built program, $SCHEMAS the folder of its tools' definitions.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { AnyAgentTool, OpenClawPluginApi } from "openclaw/plugin-sdk/plugin-entry";
import plugin from "./plugin/index.ts";
import manifest from "./plugin/openclaw.plugin.json" with { type: "json" };
import { readSettings } from "./plugin/src/settings.ts";

declare const on: OpenClawPluginApi["on"];
type HookName = Parameters<OpenClawPluginApi["on"]>[0];
type Handler<K extends HookName> = Parameters<typeof on<K>>[1];
type Given<K extends HookName> = Parameters<Handler<K>>[0];
type Context<K extends HookName> = NonNullable<Parameters<Handler<K>>[1]>;
type Capability = Parameters<OpenClawPluginApi["registerMemoryCapability"]>[0];

const program = process.env.PROGRAM ?? "";
const folder = mkdtempSync(join(tmpdir(), "openclaw-plugin-"));
const hosts: Host[] = [];
after(async () => {
  for (const host of hosts) await host.stop();
  rmSync(folder, { recursive: true });
});

let made = 0;
function memoryOf(...facts: string[]): string {
  const root = join(folder, `memory-${++made}`);
  execFileSync(program, ["init", root, "-q"]);
  for (const fact of facts) execFileSync(program, ["observe", fact, "-w", root, "-q"]);
  return root;
}

/** The turns that the memory keeps. */
function said(root: string): string[] {
  const sessions = join(root, "sessions");
  const names = existsSync(sessions) ? readdirSync(sessions, { recursive: true, encoding: "utf8" }) : [];
  const pages = names.filter((name) => name.endsWith(".md")).map((name) => readFileSync(join(sessions, name), "utf8"));
  const turns = pages.flatMap((page) => page.split("\n## ").slice(1));
  return turns.map((turn) => {
    const [head, ...lines] = turn.split("\n");
    return `${head?.split(" ").at(-1)}: ${lines.filter((line) => line !== "" && !/^(\^|<!--)/.test(line)).join("\n")}`;
  });
}

/** What OpenClaw is to a plugin. */
class Host {
  readonly warnings: string[] = [];
  readonly tools: AnyAgentTool[] = [];
  capability: Capability = {};
  readonly #disposals: (() => void | Promise<void>)[] = [];
  readonly #handlers = new Map<string, (event: unknown, ctx: unknown) => unknown>();
  readonly #factories: ((agentId: string) => unknown)[] = [];

  constructor(config: Record<string, unknown>, agents: string[] = []) {
    const api: Pick<
      OpenClawPluginApi,
      "config" | "pluginConfig" | "logger" | "on" | "registerTool" | "registerMemoryCapability" | "lifecycle"
    > = {
      config: { agents: { entries: Object.fromEntries(agents.map((id) => [id, {}])) } },
      pluginConfig: { program, ...config },
      logger: { info() {}, error() {}, warn: (line) => void this.warnings.push(line) },
      on: (name, handler) => void this.#handlers.set(name, handler as (event: unknown, ctx: unknown) => unknown),
      registerTool: (tool) => {
        assert.equal(typeof tool, "function");
        if (typeof tool === "function") this.#factories.push((agentId) => tool({ agentId }));
      },
      registerMemoryCapability: (capability) => {
        this.capability = capability;
      },
      lifecycle: {
        onDispose: (dispose) => {
          this.#disposals.push(dispose);
          return () => {};
        },
        registerRuntimeLifecycle() {},
      },
    };
    plugin.register?.(api as OpenClawPluginApi);
    this.tools.push(...this.toolsFor(agents[0] ?? "main"));
    hosts.push(this);
  }

  toolsFor(agentId: string): AnyAgentTool[] {
    return this.#factories.flatMap((make) => (make(agentId) ?? []) as AnyAgentTool[]);
  }

  async fire<K extends HookName>(name: K, event: Given<K>, ctx: Context<K>): Promise<Awaited<ReturnType<Handler<K>>>> {
    return (await this.#handlers.get(name)?.(event, ctx)) as Awaited<ReturnType<Handler<K>>>;
  }

  async stop(): Promise<void> {
    for (const dispose of this.#disposals) await dispose();
  }

  async recall(prompt: string, ctx: Context<"before_prompt_build"> = {}): Promise<string | undefined> {
    const result = await this.fire("before_prompt_build", { prompt, messages: [] }, { ...main, ...ctx });
    return result?.prependContext;
  }

  async use(name: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
    const tool = this.tools.find((one) => one.name === name);
    assert(tool);
    const result = await tool.execute("call-1", given);
    const [content] = result.content;
    assert(content?.type === "text");
    assert.deepEqual(JSON.parse(content.text), result.details);
    return result.details as Record<string, unknown>;
  }
}

const main = { agentId: "main", sessionId: "s1", sessionKey: "agent:main:main", trigger: "user" };
let clock = Date.parse("2026-03-01T09:00:00Z");
const tick = () => (clock += 10_000);
const user = (text: string) => ({ role: "user", content: [{ type: "text", text }], timestamp: tick() });
const agent = (text: string) => ({
  role: "assistant",
  content: [{ type: "thinking", thinking: "hm" }, { type: "text", text }],
  timestamp: tick(),
});

/** A run, as OpenClaw does it: the history before, then the same with what was said. */
async function run(host: Host, history: object[], added: object[], ctx: Context<"agent_end"> = {}): Promise<object[]> {
  const whole = { ...main, runId: `run-${tick()}`, ...ctx };
  const prompt = "…";
  await host.fire("before_prompt_build", { prompt, messages: history }, whole);
  const messages = [...history, ...added];
  await host.fire("agent_end", { messages, success: true }, whole);
  return messages;
}

/** A program that counts its starts, then is the real one. */
function counted(): { path: string; starts: () => string[] } {
  const path = join(folder, `counted-${++made}`);
  const log = `${path}.log`;
  writeFileSync(path, `#!/bin/sh\necho $$ >> ${log}\nexec ${program} "$@"\n`, { mode: 0o755 });
  return { path, starts: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []) };
}

test("a prompt gets what memory knows about it, in the bounds of the settings", async () => {
  const workspace = memoryOf("User's boat is called Luna.", ...[1, 2, 3, 4, 5, 6, 7, 8].map((n) => `User's boat number ${n} is at pier ${n} of the old harbour of Porto.`));
  const known = await new Host({ workspace }).recall("What is my boat called?");
  assert.match(known ?? "", /^<relevant-memories>\n[^<]*never an instruction[^<]*Luna[^<]*\n<\/relevant-memories>$/);
  const short = await new Host({ workspace, maxCharacters: 400 }).recall("Which boats have I got at the harbour?");
  assert(short !== undefined && short.length < 400 + 250, short);
  assert.equal(await new Host({ workspace, autoRecall: false }).recall("What is my boat called?"), undefined);
  assert.equal(await new Host({ workspace }).recall("  "), undefined);
});

test("the person's request is what is asked for, where the prompt holds more", async () => {
  const host = new Host({ workspace: memoryOf("User's boat is called Luna.", "User's cat is called Tom.") });
  const event = { prompt: "earlier: my boat\n\nnow: my cat", currentUserMessage: "", messages: [] };
  assert.equal(await host.fire("before_prompt_build", event, main), undefined);
  const asked = await host.fire("before_prompt_build", { ...event, currentUserMessage: "my cat" }, main);
  assert.match(asked?.prependContext ?? "", /Tom/);
});

test("an agent that may not search is told nothing", async () => {
  const host = new Host({ workspace: memoryOf("User's boat is called Luna.") });
  const authority = (name: string) => ({ fingerprint: "f", allows: (tool: string) => tool === name, assertActive() {} });
  assert.equal(await host.recall("my boat", { toolAuthority: authority("exec") }), undefined);
  assert.match((await host.recall("my boat", { toolAuthority: authority("memory_search") })) ?? "", /Luna/);
});

test("each turn is kept once, though the whole history comes with each", async () => {
  const workspace = memoryOf();
  const host = new Host({ workspace });
  let history = await run(host, [], [user("My cat is called Tom."), agent("Noted.")]);
  // What is stored has other clocks and forms than what was just said.
  history = history.map((message, i) => (i === 0 ? { ...message, content: "My cat is called Tom.", timestamp: clock - 60_000 } : message));
  history = await run(host, history, [user("And the dog is called Rex."), agent("Let me see."), { role: "toolResult", content: [{ type: "text", text: "found" }], timestamp: tick() }, agent("Noted.")]);
  await host.fire("agent_end", { messages: history, success: true }, { ...main, runId: "again" });
  history = await run(host, history, [user("Yes."), agent("Good.")]);
  await run(host, history, [user("Yes."), agent("Good.")]);
  assert.deepEqual(said(workspace), [
    "User: My cat is called Tom.", "Assistant: Noted.",
    "User: And the dog is called Rex.", "Assistant: Let me see.", "Assistant: Noted.",
    "User: Yes.", "Assistant: Good.",
    "User: Yes.", "Assistant: Good.",
  ]);
  assert.deepEqual(host.warnings, []);
  const found = await host.use("memory_search", { query: "What is the cat called?" });
  assert.match(JSON.stringify(found), /Tom/);
});

test("after a compaction the last turn is kept, and nothing again", async () => {
  const workspace = memoryOf();
  const host = new Host({ workspace });
  const history = await run(host, [], [user("One."), agent("1"), user("Two."), agent("2")]);
  const ctx = { ...main, runId: "compacted" };
  await host.fire("before_prompt_build", { prompt: "Three.", messages: history }, ctx);
  const messages = [{ role: "compactionSummary", summary: "One and two." }, user("Three."), agent("3")];
  await host.fire("agent_end", { messages, success: true }, ctx);
  assert.deepEqual(said(workspace).slice(-3), ["Assistant: 2", "User: Three.", "Assistant: 3"]);
  assert.equal(said(workspace).length, 6);
});

test("what memory and OpenClaw put into a prompt is not kept", async () => {
  const workspace = memoryOf("User's boat is called Luna.");
  const host = new Host({ workspace });
  const injected = await host.recall("What is my boat called?");
  const context = 'Conversation info ⟦openclaw:ctx⟧\n```json\n{"chat": "x"}\n```\n\nHistory ⟦openclaw:ctx⟧\nAnna: hello\n\n';
  await run(host, [], [
    user(`${injected}\n\n${context}It is at the pier.`),
    { ...user("Sub-agents: none"), runtimeContextCarrier: true },
    agent("NO_REPLY"),
    agent("Good."),
  ]);
  assert.deepEqual(said(workspace), ["User: It is at the pier.", "Assistant: Good."]);
});

test("what others say, and programs, is not kept, and memory is not told to them", async () => {
  const workspace = memoryOf("User's boat is called Luna.");
  const host = new Host({ workspace });
  const turn = () => [user("My boat is red."), agent("Noted.")];
  for (const ctx of [
    { sessionKey: "agent:main:telegram:group:-100" },
    { sessionKey: "agent:main:discord:channel:1:thread:2" },
    { sessionKey: "agent:main:subagent:1" },
    { sessionKey: "agent:main:cron:1", trigger: "cron" },
    { trigger: "heartbeat" },
    { agentId: "work", sessionKey: "agent:work:main" },
    { inputProvenance: { kind: "inter_session" as const } },
  ]) {
    assert.equal(await host.recall("my boat", ctx), undefined);
    await run(host, [], turn(), ctx);
  }
  // Told when the run begins, and not when it ends.
  const begun = { ...main, runId: "told", inputProvenance: { kind: "internal_system" as const } };
  await host.fire("before_prompt_build", { prompt: "x", messages: [] }, begun);
  await host.fire("agent_end", { messages: turn(), success: true }, { ...main, runId: "told" });
  const others = { ...user("My boat is red."), __openclaw: { senderIsOwner: false } };
  await run(host, [], [others, agent("Noted.")]);
  assert.deepEqual(said(workspace), []);
  await run(new Host({ workspace, autoCapture: false }), [], turn());
  assert.deepEqual(said(workspace), []);
});

test("memory is of the agents that the settings name, else of main, or of the only one", async () => {
  const names = (host: Host, id: string) => host.toolsFor(id).map((tool) => tool.name);
  const both = ["memory_search", "memory_get"];
  assert.deepEqual(names(new Host({}), "main"), both);
  assert.deepEqual(names(new Host({}), "work"), []);
  assert.deepEqual(names(new Host({}, ["mia"]), "mia"), both);
  assert.deepEqual(names(new Host({}, ["main", "work"]), "work"), []);
  assert.deepEqual(names(new Host({ agents: ["work"] }, ["main", "work"]), "work"), both);
  assert.deepEqual(names(new Host({ agents: ["all"] }, ["main", "work"]), "work"), both);
  const prompt = (id: string, ...tools: string[]) =>
    new Host({}).capability.promptBuilder?.({ availableTools: new Set(tools), agentId: id });
  assert.match(prompt("main", "memory_search")?.join("\n") ?? "", /memory_search/);
  assert.deepEqual(prompt("main"), []);
  assert.deepEqual(prompt("work", "memory_search"), []);
});

test("the tools answer as OpenClaw's own", async () => {
  const host = new Host({ workspace: memoryOf("User's boat is called Luna.") });
  const found = await host.use("memory_search", { query: "boat", maxResults: 1, corpus: "memory" });
  const [hit] = found.results as Record<string, unknown>[];
  assert(hit && typeof hit.path === "string" && typeof hit.startLine === "number" && typeof hit.score === "number");
  assert.equal(hit.snippet, "User's boat is called Luna.");
  const got = await host.use("memory_get", { path: hit.path, from: hit.startLine, lines: 1, corpus: "memory" });
  assert.deepEqual([got.status, got.text?.toString().trim()], ["ok", "User's boat is called Luna."]);
  assert.equal((await host.use("memory_get", { path: "none.md" })).status, "not_found");
  await assert.rejects(host.use("memory_search", { query: "" }), /^MemoryError: the query holds no word[^\n]*$/);
  const wanted = AbortSignal.abort();
  await assert.rejects(host.tools[0]?.execute("call-2", { query: "boat" }, wanted) ?? Promise.resolve());
});

test("manifest, settings and tools are those of the program", () => {
  const host = new Host({});
  assert.deepEqual(host.tools.map((tool) => tool.name), manifest.contracts.tools);
  for (const tool of host.tools) {
    const schema = JSON.parse(readFileSync(join(process.env.SCHEMAS ?? "", `${tool.name}.json`), "utf8"));
    assert.deepEqual([tool.label, tool.description, tool.parameters], [schema.title, schema.description, schema.inputSchema]);
  }
  const settings = readSettings(undefined, []);
  for (const [name, property] of Object.entries(manifest.configSchema.properties)) {
    const value = settings[name as keyof typeof settings];
    if ("default" in property) assert.equal(value, property.default, name);
  }
  assert.deepEqual(Object.keys(settings).sort(), Object.keys(manifest.configSchema.properties).sort());
  assert.equal(plugin.id, manifest.id);
});

test("one process is started when it is first needed, again once it died, and ended with the plugin", async () => {
  const { path, starts } = counted();
  const host = new Host({ workspace: memoryOf("User's boat is called Luna."), program: path });
  assert.equal(starts().length, 0);
  await Promise.all([host.recall("my boat"), host.use("memory_search", { query: "boat" })]);
  await host.use("memory_search", { query: "boat" });
  assert.equal(starts().length, 1);
  process.kill(Number(starts()[0]), "SIGKILL");
  assert.match((await host.recall("my boat")) ?? "", /Luna/);
  assert.equal(starts().length, 2);
  assert.deepEqual(host.warnings, []);
  await host.stop();
  const isThere = () => {
    try {
      return process.kill(Number(starts()[1]), 0);
    } catch {
      return false;
    }
  };
  for (let tries = 0; tries < 300 && isThere(); ++tries) await sleep(100);
  assert(!isThere());
});

test("where no memory can be had a reply goes on, and one line says why", async () => {
  for (const [config, why] of [
    [{ program: "/nowhere/pyramid" }, /cannot start \/nowhere\/pyramid/],
    [{ workspace: join(folder, "none") }, /no such folder/],
  ] as const) {
    const host = new Host(config);
    assert.equal(await host.recall("my boat"), undefined);
    await run(host, [], [user("My boat is red."), agent("Noted.")]);
    assert(host.warnings.length >= 2);
    for (const line of host.warnings) {
      assert.match(line, why);
      assert(!line.includes("\n"));
    }
  }
});

test("a reply waits no longer for a recall than the settings say", async () => {
  const path = join(folder, "slow");
  writeFileSync(path, "#!/bin/sh\nexec sleep 3\n", { mode: 0o755 });
  const host = new Host({ program: path, recallTimeoutMs: 50 });
  assert.equal(await host.recall("my boat"), undefined);
  assert.deepEqual(host.warnings, ["pyramid-memory: nothing was recalled: no answer in time"]);
});

test("the end of a session brings summaries up to date", async () => {
  const workspace = memoryOf();
  const host = new Host({ workspace });
  await run(host, [], [user("My boat is called Luna."), agent("Noted.")]);
  await host.fire("session_end", { sessionId: "s1", messageCount: 2 }, { agentId: "main", sessionId: "s1", sessionKey: "agent:main:main" });
  const shown = () => readFileSync(join(workspace, "MEMORY.md"), "utf8").includes("Luna");
  for (let tries = 0; tries < 300 && !shown(); ++tries) await sleep(100);
  assert(shown());
});
