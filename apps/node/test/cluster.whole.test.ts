import { readFileSync } from "node:fs";
import { createDataDir, launchNodeIn, type NodeProcess, startNode, untilServing } from "@ledger/node-process";
import { expect, test } from "vitest";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { preload } from "./support/preload.ts";
import { servingProcesses } from "./support/serving-processes.ts";
import { waitFor } from "./support/wait-for.ts";

/** Asks on a connection of its own, so that the processes take turns. */
async function ask(node: NodeProcess): Promise<Response> {
  const response = await fetch(`${node.url}/v1`, { headers: { connection: "close" } });
  expect(response.status).toBe(200);
  expectLedgerHeaders(response);
  return response;
}

test("several processes answer on one port, follow the ledger, and all end with the node", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workers", "2", "--block-interval", "50");
  const processes = servingProcesses(node);
  expect(processes).toHaveLength(2);

  const first = await ask(node);
  const before = BigInt(first.headers.get("x-svc-ledger-version") ?? "");
  for (let i = 0; i < 4; i++) {
    await waitFor(
      async () => BigInt((await ask(node)).headers.get("x-svc-ledger-version") ?? ""),
      (version) => version > before,
    );
  }

  expect(await node.stop()).toBe(0);
  for (const pid of processes) expect(() => process.kill(pid, 0), `process ${pid} is gone`).toThrow();
});

test("a serving process that dies is replaced, and the port goes on answering", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workers", "2");
  const processes = servingProcesses(node);
  for (const pid of processes) process.kill(pid, "SIGKILL");

  const replaced = await waitFor(
    async () => servingProcesses(node).filter((pid) => !processes.includes(pid)),
    (pids) => pids.length === 2,
  );
  expect(replaced).toHaveLength(2);
  await waitFor(
    () => ask(node).catch(() => undefined),
    (response) => response !== undefined,
  );
  expect(node.output()).toContain("will be replaced");
});

test("a serving process that cannot be told what was committed, because it has just been killed, does not end the node", async () => {
  using dataDir = createDataDir();
  // What Node makes of a message to a process that is gone before its channel is seen closed.
  const env = preload(`
    import cluster from "node:cluster";
    if (cluster.isPrimary) cluster.on("listening", ({ process: { pid }, process: child }) => {
      console.log("cannot reach " + pid);
      child.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" }));
    });
  `);
  await using node = await untilServing(launchNodeIn(env, "--data-dir", dataDir.path, "--workers", "2"));
  await ask(node);
  expect(node.output().match(/cannot reach/g)).toHaveLength(2);
  expect(await node.stop()).toBe(0);
});

test("requests under way are answered when the node is told to stop", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workers", "2");
  const answers = Promise.all(Array.from({ length: 50 }, () => fetch(`${node.url}/v1/spec.json`)));
  await ask(node);
  const stopped = node.stop();
  for (const response of await answers) expect(response.status).toBe(200);
  expect(await stopped).toBe(0);
});

test("serving processes do not outlive a node that is killed", async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workers", "2");
  const processes = servingProcesses(node);
  node.child.kill("SIGKILL");
  await waitFor(
    async () => processes.filter(isRunning),
    (running) => running.length === 0,
  );
});

test("an address that is taken ends the start with one line", async () => {
  using dataDir = createDataDir();
  using otherDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path);
  const { host } = new URL(node.url);
  await expect(startNode("--data-dir", otherDir.path, "--workers", "2", "--listen", host)).rejects.toThrow(
    /cannot_listen: cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/,
  );
});

/** A process that has ended and was not collected by its new parent counts as gone. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
