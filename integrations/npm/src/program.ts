import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MemoryError } from "./connection.ts";

/** The path of the program: of $PYRAMID_PROGRAM, else the one of this package for this system.
 *  MemoryError where there is none. */
export function programPath(): string {
  const named = process.env["PYRAMID_PROGRAM"];
  if (named) return named;
  const system = `${process.platform}-${process.arch}`;
  const packed = fileURLToPath(new URL(`../program/${system}/pyramid`, import.meta.url));
  if (existsSync(packed)) return packed;
  throw new MemoryError("gone", `this package has no pyramid for ${system}; PYRAMID_PROGRAM may name one`);
}
