// What a run of CI has left behind, printed one thing a line: processes that carry the run's mark, and files in its folder for
// temporary ones. Fails where there is any.
//   node tooling/test-run/src/leftovers.ts
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { findStarted, startedBy } from "./started-processes.ts";

const mark = process.env[startedBy] ?? "";
if (mark === "") throw new Error(`${startedBy} is not set: nothing can be found`);

/** Milliseconds that processes have to end. */
const patience = 5_000;

/** The shell that calls this program, and those that wait for it. */
const parents = new Set([process.ppid]);

function findLeftovers(): string[] {
  const processes = findStarted((starter) => starter.startsWith(mark)).filter(({ pid }) => !parents.has(pid));
  return [
    ...processes.map(({ pid, command, starter }) => {
      const file = starter.slice(mark.length + 1);
      return `process ${pid}${file === "" ? "" : ` of ${file}`}: ${command.slice(0, 300)}`;
    }),
    ...readdirSync(tmpdir())
      .filter((name) => name !== "node-compile-cache")
      .map((name) => `temporary ${name}`),
  ];
}

let left = findLeftovers();
for (const end = performance.now() + patience; left.length > 0 && performance.now() < end; left = findLeftovers()) {
  await delay(200);
}
for (const line of left) process.stdout.write(`left behind: ${line}\n`);
process.exitCode = left.length === 0 ? 0 : 1;
