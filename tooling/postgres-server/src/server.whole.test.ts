import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { childrenOf } from "./programs.ts";
import { needsPostgres, startPostgres } from "./server.ts";

/** Process ids of the servers that this process started, and of their children. */
function serverProcesses(): readonly number[] {
  return childrenOf(process.pid).flatMap((pid) => [pid, ...childrenOf(pid)]);
}

/** Which of some processes are still there, stopped or not. */
function stillThere(pids: readonly number[]): string[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=,stat=,args=", "-p", pids.join(",")], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line !== "" && !/^\s*\d+\s+Z/.test(line));
}

test("a server that is stalled leaves no process when it is killed or closed", needsPostgres, async () => {
  const server = await startPostgres({ settings: { fsync: "off" } });
  const first = serverProcesses();
  server.stall();
  await server.kill();
  expect(first.length).toBeGreaterThan(3);
  await expect.poll(() => stillThere(first)).toEqual([]);
  await server.start();
  const second = serverProcesses();
  server.stall();
  await server.close();
  await expect.poll(() => stillThere(second)).toEqual([]);
});
