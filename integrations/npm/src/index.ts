export { MemoryError, type CallOptions, type Progress } from "./connection.ts";
export { Memory, type MemoryOptions } from "./memory.ts";
export { programPath } from "./program.ts";
export type * from "./tools.ts";
