import { readdirSync } from "node:fs";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { expect, test } from "vitest";

const network = ["--workload", "off", "--block-interval", "0"];

/** What this process has open that is a node's: sockets that listen, and threads. */
const openOfNodes = (): readonly string[] =>
  process.getActiveResourcesInfo().filter((name) => /^(TCPServerWrap|MessagePort|Worker)$/.test(name));

test("a composed node serves, says what a process says, and leaves nothing open", async () => {
  using dataDir = createDataDir();
  const before = openOfNodes();
  const node = await composeNode("--data-dir", dataDir.path, ...network);
  expect((await fetch(`${node.url}/v1`)).status).toBe(200);
  expect(openOfNodes().length).toBeGreaterThan(before.length);
  expect(await node.stop()).toBe(0);
  expect(node.output()).toMatch(/SIGTERM: stopping\n.*stopped\n$/);
  await expect(fetch(`${node.url}/v1`)).rejects.toThrow();
  await expect.poll(openOfNodes).toEqual(before);
  // As one file, and without a lock: the next one continues.
  expect(readdirSync(dataDir.path).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
  await using again = await composeNode("--data-dir", dataDir.path, ...network);
  expect(again.output()).toContain("continue  local network");
});

test("a composed node that is refused says why, with the code that a process would exit with", async () => {
  using dataDir = createDataDir();
  const waypoint = `0:${"12".repeat(32)}`;
  await expect(composeNode("--data-dir", dataDir.path, "--waypoint", waypoint)).rejects.toThrow(
    /^the node ended with 1:\n[\s\S]*ERROR: wrong_waypoint: /,
  );
  await expect(composeNode("--data-dir", dataDir.path, "--state-window", "x")).rejects.toThrow("--state-window");
  expect(readdirSync(dataDir.path)).toEqual([]);
});
