import { type CallOptions, Connection } from "./connection.ts";
import { programPath } from "./program.ts";
import { Tools } from "./tools.ts";

export interface MemoryOptions {
  /** A folder that `pyramid init` made; else $PYRAMID_WORKSPACE, else the one around the current folder. */
  workspace?: string | undefined;
  /** Another program than programPath() has. */
  program?: string | undefined;
  /** Also the tools on tasks: taskAdd() and so on. */
  tasks?: boolean | undefined;
}

/** A memory, by way of one `pyramid mcp` of its own.
 *
 *  Each method calls the tool of its name (docs/agents.md) and gives its answer; rejects with a MemoryError, or with the
 *  reason of the signal that called it off. The process is started by the first call, and again by the next one after
 *  it died. It keeps no program alive but while an answer is waited for, and ends with the program that started it. */
export class Memory extends Tools {
  readonly #connection: Connection;

  /** Starts nothing. MemoryError where no program can be found. */
  constructor({ workspace, program, tasks }: MemoryOptions = {}) {
    super();
    const where = workspace === undefined ? [] : ["-w", workspace];
    this.#connection = new Connection(program ?? programPath(), [
      "mcp",
      ...where,
      ...(tasks ? ["--tasks"] : []),
    ]);
  }

  protected async use<Output>(
    tool: string,
    input: object,
    options: CallOptions | undefined,
  ): Promise<Output> {
    return (await this.#connection.call(tool, input, options)).structured as Output;
  }

  /** Waits for calls under way, then for the end of the process. A later call starts it again. */
  close(): Promise<void> {
    return this.#connection.close();
  }

  /** `await using memory = new Memory(…)` closes it at the end of the block. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }
}
