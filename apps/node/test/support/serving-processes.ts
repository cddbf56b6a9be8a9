import { execFileSync } from "node:child_process";
import type { LaunchedNode } from "@ledger/node-process";

/** Ids of the processes that a node started to serve. */
export function servingProcesses(node: LaunchedNode): number[] {
  const table = execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" });
  return table
    .split("\n")
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, ...command]) => Number(parent) === node.child.pid && /serving\.js/.test(command.join(" ")))
    .map(([pid]) => Number(pid));
}
