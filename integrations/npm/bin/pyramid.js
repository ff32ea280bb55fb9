#!/usr/bin/env node
// Runs the program that this package holds, with the terminal, and ends as it ends.
import { spawn } from "node:child_process";
import { programPath } from "../dist/program.js";

function fail(why) {
  console.error(`pyramid: ${why}`);
  process.exitCode = 1;
}

function run(program) {
  const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
  child.on("error", (error) => fail(`cannot start ${program}: ${error.message}`));
  // The terminal tells both of Ctrl-C, and the program says when it has stopped.
  const heard = { SIGINT: () => {}, SIGTERM: () => child.kill("SIGTERM"), SIGHUP: () => child.kill("SIGHUP") };
  for (const [signal, hear] of Object.entries(heard)) process.on(signal, hear);
  child.on("exit", (code, signal) => {
    process.exitCode = code ?? 1;
    if (signal === null) return;
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
}

try {
  run(programPath());
} catch (error) {
  fail(error.message);
}
