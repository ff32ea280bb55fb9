// One `pyramid mcp`, asked over its standard input and output by the Model Context Protocol,
// revision 2026-07-28: each request stands for itself, there is no session to set up.
//
// integrations/openclaw/src has the same file, which a test checks: a plugin that is linked from its
// folder can have no dependency. It is written here.
import { type ChildProcess, spawn } from "node:child_process";

const ASKED_WITH = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "pyramid-memory", version: "0.2.0" },
};
const MOST_BYTES = 64 * 2 ** 20; // of a message; the server does not tell which one was longer
// Tools that do more when they are called again.
const ONCE = ["memory_log", "memory_revert", "memory_ledger_record"];

/** Why a call has no result: one line.
 *
 *  `kind` is "refused" where the memory cannot do what it is asked for, and the message is its own; "gone" where there
 *  is no process: it could not be started, or ended before it answered. */
export class MemoryError extends Error {
  override readonly name = "MemoryError";
  readonly kind: "refused" | "gone";

  constructor(kind: "refused" | "gone", message: string) {
    super(message);
    this.kind = kind;
  }
}

export interface Progress {
  /** Only grows; where it ends is not known. */
  progress: number;
  /** What is being done. */
  message: string;
}

export interface CallOptions {
  /** Calls it off: the promise is rejected with the signal's reason at once, and the program stops as soon as it can
   *  without leaving anything half done. `AbortSignal.timeout(ms)` bounds a call. */
  signal?: AbortSignal | undefined;
  /** Hears of what takes longer, ten times a second at most. */
  onProgress?: ((step: Progress) => void) | undefined;
}

export interface Answer {
  text: string;
  structured: Record<string, unknown>;
}

interface Reply {
  id?: number;
  method?: string;
  params?: Progress & { progressToken: number };
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
  onProgress: CallOptions["onProgress"];
}

/** As one line. Half a character, as slicing leaves it, is no JSON to most readers. */
function lineOf(message: object): string {
  const whole = (_: string, value: unknown) =>
    typeof value === "string" ? value.replace(/\p{Surrogate}/gu, "\ufffd") : value;
  return `${JSON.stringify({ jsonrpc: "2.0", ...message }, whole)}\n`;
}

/** A process, from its start to its end. */
class Server {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, Waiting>();
  readonly #ended: Promise<void>;
  #rest = ""; // of what came, what is no whole line yet
  #lastWords = "";
  #asked = 0;
  #closing = false;
  hasAnswered = false;
  gone = false;

  constructor(program: string, args: string[]) {
    const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
    this.#child = child;
    this.#ended = new Promise((resolve) => {
      const end = (why: string) => {
        this.#end(why);
        resolve();
      };
      child.once("error", (error) => end(`cannot start ${program}: ${error.message}`));
      child.once("close", (code, signal) =>
        end(this.#lastWords || `${program} ended (${signal ?? code}) before it answered`),
      );
    });
    child.stdin.on("error", () => {}); // its end is told by "close"
    child.stderr.setEncoding("utf8").on("data", (words: string) => {
      this.#lastWords = words.trim().split("\n").at(-1)?.slice(0, 300) ?? "";
    });
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    this.#holdOrLetGo();
  }

  // Lines end with "\n" alone: readline would end them at U+2028, too.
  #read(text: string): void {
    this.#rest += text;
    if (!text.includes("\n")) return;
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.#hear(line);
  }

  #hear(line: string): void {
    let reply: Reply;
    try {
      reply = JSON.parse(line) as Reply;
    } catch {
      return;
    }
    this.hasAnswered = true;
    if (reply.method === "notifications/progress" && reply.params) {
      const { progressToken, progress, message } = reply.params;
      this.#waiting.get(progressToken)?.onProgress?.({ progress, message });
    } else if (typeof reply.id === "number") {
      this.#waiting.get(reply.id)?.take(reply);
    }
  }

  #end(why: string): void {
    this.gone = true;
    for (const waiting of this.#waiting.values()) waiting.fail(new MemoryError("gone", why));
  }

  /** The process keeps this one alive only while somebody waits for it. */
  #holdOrLetGo(): void {
    const hold = this.#waiting.size > 0 || this.#closing;
    const { stdin, stdout, stderr } = this.#child;
    for (const one of [this.#child, stdin, stdout, stderr] as { ref?(): void; unref?(): void }[]) {
      if (hold) one.ref?.();
      else one.unref?.();
    }
  }

  async ask(method: string, params: object, { signal, onProgress }: CallOptions): Promise<Reply> {
    const id = ++this.#asked;
    const token = onProgress === undefined ? {} : { progressToken: id };
    const line = lineOf({ id, method, params: { ...params, _meta: { ...ASKED_WITH, ...token } } });
    if (Buffer.byteLength(line) > MOST_BYTES) throw new MemoryError("refused", "more than 64 MiB");
    const reply = new Promise<Reply>((take, fail) => this.#waiting.set(id, { take, fail, onProgress }));
    const abort = () => {
      this.#waiting.get(id)?.fail(signal?.reason);
      this.#write(lineOf({ method: "notifications/cancelled", params: { requestId: id } }));
    };
    signal?.addEventListener("abort", abort, { once: true });
    this.#holdOrLetGo();
    this.#write(line);
    try {
      return await reply;
    } finally {
      signal?.removeEventListener("abort", abort);
      this.#waiting.delete(id);
      this.#holdOrLetGo();
    }
  }

  #write(line: string): void {
    if (this.#child.stdin?.writable) this.#child.stdin.write(line);
  }

  /** It answers what it was asked, then ends. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#child.stdin?.end();
    if (this.gone) return;
    this.#holdOrLetGo();
    await this.#ended;
  }
}

/** A `pyramid mcp` that is started when it is first asked, and again when it died. */
export class Connection {
  readonly #start: () => Server;
  #server: Server | undefined;

  constructor(program: string, args: string[]) {
    this.#start = () => new Server(program, args);
  }

  /** Calls a tool. Any number of calls may be under way; the server does four at once.
   *
   *  Rejects with a MemoryError, or with the reason of `options.signal`. A process that had answered before and died
   *  is started again, and asked again where that does not do the same twice. */
  async call(tool: string, given: object, options: CallOptions = {}): Promise<Answer> {
    const params = { name: tool, arguments: given };
    options.signal?.throwIfAborted();
    const server = this.#running();
    const reply = await server.ask("tools/call", params, options).catch((error: unknown) => {
      if (!server.gone || !server.hasAnswered || ONCE.includes(tool)) throw error;
      options.signal?.throwIfAborted();
      return this.#running().ask("tools/call", params, options);
    });
    const text = reply.result?.content?.[0]?.text ?? "";
    if (reply.error) throw new MemoryError("refused", reply.error.message);
    if (reply.result?.isError) throw new MemoryError("refused", text);
    return { text, structured: reply.result?.structuredContent ?? {} };
  }

  #running(): Server {
    if (this.#server === undefined || this.#server.gone) this.#server = this.#start();
    return this.#server;
  }

  /** Ends the process, when it has answered all that it was asked. A later call starts another. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await server?.close();
  }
}
