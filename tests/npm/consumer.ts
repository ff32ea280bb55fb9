// A program of somebody who installed the package.
import { type CallOptions, Memory, MemoryError, type SearchHit } from "pyramid-memory";

const options: CallOptions = { signal: AbortSignal.timeout(60_000) };
await using memory = new Memory({ workspace: "memory" });
await memory.observe({ text: "User's boat is called Luna.", importance: 7 }, options);
const { results } = await memory.search({ query: "boat", maxResults: 1 }, options);
const [hit]: SearchHit[] = results;
console.log(hit?.snippet);
// @ts-expect-error: a query has to be given
const error: unknown = await memory.search({ maxResults: 1 }).catch((why: unknown) => why);
console.log(error instanceof MemoryError && error.kind);
