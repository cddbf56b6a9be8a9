import { readFileSync } from "node:fs";
import {
  createDataDir,
  launchNodeIn,
  type NodeProcess,
  runNodeToEnd,
  startNode,
  untilServing,
} from "@ledger/node-process";
import { expect, test } from "vitest";
import { expectLedgerHeaders } from "./support/ledger-headers.ts";
import { preload } from "./support/preload.ts";
import { servingProcesses } from "./support/serving-processes.ts";
import { shared } from "./support/shared.ts";
import { waitFor } from "./support/wait-for.ts";

/** Asks on a connection of its own, so that the processes take turns. */
async function ask(node: NodeProcess): Promise<Response> {
  const response = await fetch(`${node.url}/v1`, { headers: { connection: "close" } });
  expect(response.status).toBe(200);
  expectLedgerHeaders(response);
  return response;
}

/** What Node makes of a message to a process that is gone before its channel is seen closed. */
const unreachable = preload(`
  import cluster from "node:cluster";
  if (cluster.isPrimary) cluster.on("listening", ({ process: { pid }, process: child }) => {
    console.log("cannot reach " + pid);
    child.emit("error", Object.assign(new Error("write EPIPE"), { code: "EPIPE", syscall: "write" }));
  });
`);

/** A node that is followed for a few blocks, and then told to stop while it answers. */
const stopped = shared(async () => {
  using dataDir = createDataDir();
  const at = ["--data-dir", dataDir.path, "--workers", "2", "--block-interval", "50"];
  await using node = await untilServing(launchNodeIn(unreachable, ...at));
  const processes = servingProcesses(node);
  const versions: bigint[] = [];
  for (let i = 0; i < 5; i++) {
    const { headers } = await waitFor(
      () => ask(node),
      ({ headers }) => BigInt(headers.get("x-svc-ledger-version") ?? "") > (versions[0] ?? -1n),
    );
    versions.push(BigInt(headers.get("x-svc-ledger-version") ?? ""));
  }
  const answers = Promise.all(Array.from({ length: 50 }, () => fetch(`${node.url}/v1/spec.json`)));
  await ask(node);
  const ended = node.stop();
  const statuses = (await answers).map(({ status }) => status);
  return { processes, versions, statuses, code: await ended, output: node.output() };
});

/** A node of several processes that goes on, until it is killed. */
const running = shared(async () => {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workers", "2");
  const taken = await startOn(new URL(node.url).host);
  const processes = servingProcesses(node);
  for (const pid of processes) process.kill(pid, "SIGKILL");
  const replaced = await waitFor(
    async () => servingProcesses(node).filter((pid) => !processes.includes(pid)),
    (pids) => pids.length === 2,
  );
  await waitFor(
    () => ask(node).catch(() => undefined),
    (response) => response !== undefined,
  );
  node.child.kill("SIGKILL");
  return { taken, processes, replaced, output: node.output() };
});

/** Starts a node where another one listens. @returns what it says */
async function startOn(host: string) {
  using dataDir = createDataDir();
  return runNodeToEnd("--data-dir", dataDir.path, "--workers", "2", "--listen", host);
}

test("several processes answer on one port, follow the ledger, and all end with the node", async () => {
  const { processes, versions, code } = await stopped();
  expect(processes).toHaveLength(2);
  for (const version of versions.slice(1)) expect(version).toBeGreaterThan(versions[0]!);
  expect(code).toBe(0);
  for (const pid of processes) expect(() => process.kill(pid, 0), `process ${pid} is gone`).toThrow();
});

test("a serving process that dies is replaced, and the port goes on answering", async () => {
  const { processes, replaced, output } = await running();
  expect(processes).toHaveLength(2);
  expect(replaced).toHaveLength(2);
  expect(output).toContain("will be replaced");
});

test("a serving process that cannot be told what was committed, because it has just been killed, does not end the node", async () => {
  const { output, code } = await stopped();
  expect(output.match(/cannot reach/g)).toHaveLength(2);
  expect(code).toBe(0);
});

test("requests under way are answered when the node is told to stop", async () => {
  const { statuses, code } = await stopped();
  expect(statuses).toEqual(Array.from({ length: 50 }, () => 200));
  expect(code).toBe(0);
});

test("serving processes do not outlive a node that is killed", async () => {
  const { replaced } = await running();
  await waitFor(
    async () => replaced.filter(isRunning),
    (still) => still.length === 0,
  );
});

test("an address that is taken ends the start with one line", async () => {
  const { code, output } = (await running()).taken;
  expect(code).toBe(1);
  expect(output).toMatch(/cannot_listen: cannot listen on 127\.0\.0\.1:\d+ \(EADDRINUSE\)/);
});

/** A process that has ended and was not collected by its new parent counts as gone. */
function isRunning(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}
