// The tools, with OpenClaw's own names, parameters and results.
import type { AnyAgentTool } from "openclaw/plugin-sdk/plugin-entry";
import type { Connection } from "./connection.ts";

const TIMEOUT_MS = 30_000;

// As in schema/tools.
const SEARCH = {
  type: "object",
  properties: {
    query: { type: "string", description: "What to look for" },
    maxResults: { type: "integer", minimum: 1, maximum: 10000, description: "Hits at most" },
    minScore: {
      type: "number",
      minimum: 0,
      maximum: 1,
      description: "Leave out hits with a lower score",
    },
    corpus: {
      type: "string",
      enum: ["memory", "wiki", "all", "sessions"],
      description: "Where to look",
    },
    source: {
      type: "array",
      items: { type: "string" },
      description: "Only user:NAME, agent:NAME, model:NAME, tag:NAME, since:DATE, sessions, …",
    },
  },
  required: ["query"],
};
const GET = {
  type: "object",
  properties: {
    path: { type: "string", description: "File, or citation such as MEMORY.md#L3-L9" },
    from: { type: "integer", minimum: 1, default: 1, description: "First line" },
    lines: { type: "integer", minimum: 1, description: "Lines at most" },
    corpus: {
      type: "string",
      enum: ["memory", "wiki", "all", "sessions"],
      description: "As of memory_search",
    },
  },
  required: ["path"],
};

function tool(
  memory: Connection,
  of: Pick<AnyAgentTool, "name" | "label" | "description"> & { parameters: typeof SEARCH | typeof GET },
): AnyAgentTool {
  return {
    ...of,
    async execute(_call, given, signal) {
      const known = Object.entries(given as object).filter(([name]) => name in of.parameters.properties);
      const limit = AbortSignal.timeout(TIMEOUT_MS);
      const answer = await memory.call(of.name, Object.fromEntries(known), {
        signal: signal === undefined ? limit : AbortSignal.any([signal, limit]),
      });
      return { content: [{ type: "text", text: answer.text }], details: answer.structured };
    },
  };
}

export function toolsOf(memory: Connection): AnyAgentTool[] {
  return [
    tool(memory, {
      name: "memory_search",
      label: "Search memory",
      description:
        "Search memory by words and meaning. Before answering about earlier work, decisions, dates, people, preferences or todos. Cite as Source: path#line.",
      parameters: SEARCH,
    }),
    tool(memory, {
      name: "memory_get",
      label: "Read memory file",
      description:
        "Read a memory file or lines of it. After memory_search, or to follow a link.",
      parameters: GET,
    }),
  ];
}
