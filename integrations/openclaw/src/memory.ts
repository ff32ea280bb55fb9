// One `pyramid mcp`, asked over its standard input and output by the Model Context Protocol,
// revision 2026-07-28: each request stands for itself, there is no session to set up.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

const ASKED_WITH = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "openclaw", version: "0.1.0" },
};

export type Arguments = Record<string, unknown>;
export interface Answer {
  text: string;
  structured: Record<string, unknown>;
}
export interface Limits {
  timeoutMs: number;
  signal?: AbortSignal | undefined;
}

interface Reply {
  id?: number;
  error?: { message: string };
  result?: {
    isError?: boolean;
    content?: { text?: string }[];
    structuredContent?: Record<string, unknown>;
  };
}
interface Waiting {
  take: (reply: Reply) => void;
  fail: (why: Error) => void;
}

/** The server is gone, or could not be started: what it was asked it may be asked again. */
class Gone extends Error {}

/** A process, from its start to its end. */
class Server {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  #lastWords = "";
  #asked = 0;
  gone = false;

  constructor(program: string, workspace: string | undefined) {
    const where = workspace === undefined ? [] : ["-w", workspace];
    const child = spawn(program, ["mcp", ...where], { stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    child.once("error", (error) => this.#end(`cannot start ${program}: ${error.message}`));
    child.once("close", (code, signal) =>
      this.#end(this.#lastWords || `${program} mcp ended (${signal ?? code})`),
    );
    child.stdin.on("error", () => {}); // its end is told by "close"
    child.stderr.setEncoding("utf8").on("data", (words: string) => {
      this.#lastWords = words.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
    });
    createInterface({ input: child.stdout }).on("line", (line) => this.#hear(line));
    // It keeps nobody alive; a request that waits does, by its timer.
    child.unref();
    for (const stream of [child.stdin, child.stdout, child.stderr]) {
      (stream as { unref?: () => void }).unref?.();
    }
  }

  #hear(line: string): void {
    let reply: Reply;
    try {
      reply = JSON.parse(line) as Reply;
    } catch {
      return;
    }
    if (typeof reply.id === "number") this.#waiting.get(reply.id)?.take(reply);
  }

  #end(why: string): void {
    this.gone = true;
    for (const waiting of this.#waiting.values()) waiting.fail(new Gone(why));
  }

  ask(method: string, params: Arguments, { timeoutMs, signal }: Limits): Promise<Reply> {
    const id = ++this.#asked;
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    const tooLong = () => reject(new Error(`no answer within ${timeoutMs} ms`));
    const timer = setTimeout(tooLong, timeoutMs);
    const abort = () => reject(new Error("no longer wanted"));
    signal?.addEventListener("abort", abort, { once: true });
    if (signal?.aborted) abort();
    this.#waiting.set(id, { take: resolve, fail: reject });
    const request = { jsonrpc: "2.0", id, method, params: { ...params, _meta: ASKED_WITH } };
    this.#child.stdin?.write(`${JSON.stringify(request)}\n`);
    return promise.finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      this.#waiting.delete(id);
    });
  }

  close(): void {
    this.#child.stdin?.end(); // it ends what it is at, then itself
  }
}

/** The memory, whose server is started when it is first asked. */
export class Memory {
  readonly #start: () => Server;
  #server: Server | undefined;

  constructor(program: string, workspace: string | undefined) {
    this.#start = () => new Server(program, workspace);
  }

  /** Rejects with one line that says why. A server that is gone is started again, once a call. */
  async call(tool: string, given: Arguments, limits: Limits): Promise<Answer> {
    const params = { name: tool, arguments: given };
    const ask = () => this.#running().ask("tools/call", params, limits);
    const reply = await ask().catch((error: unknown) => {
      if (error instanceof Gone) return ask();
      throw error;
    });
    const text = reply.result?.content?.[0]?.text ?? "";
    if (reply.error) throw new Error(reply.error.message);
    if (reply.result?.isError) throw new Error(text);
    return { text, structured: reply.result?.structuredContent ?? {} };
  }

  #running(): Server {
    if (this.#server === undefined || this.#server.gone) this.#server = this.#start();
    return this.#server;
  }

  close(): void {
    this.#server?.close();
    this.#server = undefined;
  }
}
