// What the user set under plugins.entries.pyramid-memory.config; openclaw.plugin.json has its
// schema, which OpenClaw has checked it against.
import { homedir } from "node:os";
import { join } from "node:path";

export interface Settings {
  workspace: string | undefined;
  program: string;
  agents: string[];
  autoRecall: boolean;
  autoCapture: boolean;
  maxCharacters: number;
  recallTimeoutMs: number;
}

const ALL = "all";

function atHome(path: string): string {
  return path === "~" || path.startsWith("~/") ? join(homedir(), path.slice(1)) : path;
}

/** `known` are the ids of the agents that OpenClaw's configuration names. */
export function readSettings(given: Record<string, unknown> | undefined, known: string[]): Settings {
  const set = (given ?? {}) as Partial<Settings>;
  return {
    workspace: set.workspace === undefined ? undefined : atHome(set.workspace),
    program: atHome(set.program ?? "pyramid"),
    agents: set.agents ?? (known.length === 1 ? known : ["main"]),
    autoRecall: set.autoRecall ?? true,
    autoCapture: set.autoCapture ?? true,
    maxCharacters: set.maxCharacters ?? 4000,
    recallTimeoutMs: set.recallTimeoutMs ?? 1000,
  };
}

/** An agent that is not said is the one whose memory it is. */
export function serves(settings: Settings, agent: string | undefined): boolean {
  return agent === undefined || settings.agents.includes(ALL) || settings.agents.includes(agent);
}
