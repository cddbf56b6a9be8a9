import { copyFileSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import {
  createDataDir,
  launchNodeIn,
  type NodeProcess,
  runCommand,
  startNode,
  untilServing,
} from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { cases } from "@ledger/test-run";
import { needs } from "@ledger/test-run/needs";
import { describe, expect, test } from "vitest";
import { readHealth } from "./support/health.ts";
import { crashWhenAsked, preload } from "./support/preload.ts";
import { shared } from "./support/shared.ts";
import { startUpstream } from "./support/upstream.ts";
import { waitFor } from "./support/wait-for.ts";

const readHeight = async (url: string): Promise<bigint> => {
  const info = (await (await fetch(`${url}/v1`)).json()) as { readonly block_height: string };
  return BigInt(info.block_height);
};

/** The files beside a database that a node which has ended in order takes away. */
const logsIn = (folder: string): string[] => readdirSync(folder).filter((name) => /-(wal|shm)$/.test(name));

/** Many blocks, which cost little. */
const blocks = ["--block-interval", "50", "--workload", "off", "--index", "off"];

describe("a signal", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s ends the node in order", async (signal) => {
    const { code, output, logs } = await (signal === "SIGINT" ? crashedThread() : lostFiles()).then(({ end }) => end);
    expect(code).toBe(0);
    expect(output).toContain(`${signal}: stopping`);
    expect(output).toContain("stopped");
    // Who copies the file has all of it.
    expect(logs).toEqual([]);
  });

  test("that comes before the program is loaded ends it in order", async () => {
    using dataDir = createDataDir();
    // The first thing that the program asks of this module is said when only its entry is loaded.
    const env = preload(`
      import module from "node:module";
      import { isMainThread } from "node:worker_threads";
      const real = module.enableCompileCache;
      if (isMainThread) module.enableCompileCache = () => (process.kill(process.pid, "SIGTERM"), real());
      module.syncBuiltinESMExports();
    `);
    const node = launchNodeIn(env, "--data-dir", join(dataDir.path, "data"));
    expect(await node.exited).toBe(0);
    expect(node.output()).toContain("stopped");
    expect(readdirSync(dataDir.path)).toEqual([]);
  });
});

test.each(["throws", "rejects"])(
  "a fault that nothing caught (%s) ends the node as one that may be started again",
  async (how) => {
    using dataDir = createDataDir();
    const trigger = join(dataDir.path, "fault");
    const env = preload(`
    import { existsSync } from "node:fs";
    import { isMainThread } from "node:worker_threads";
    if (isMainThread) setInterval(() => {
      if (!existsSync(${JSON.stringify(trigger)})) return;
      const fault = new Error("a fault on purpose");
      if (${how === "throws"}) throw fault;
      void Promise.reject(fault);
    }, 20).unref();
  `);
    const node = await untilServing(
      launchNodeIn(env, "--data-dir", join(dataDir.path, "data"), "--log-format", "json"),
    );
    writeFileSync(trigger, "");
    expect(await node.exited).toBe(2);
    expect(node.output()).toMatch(/"level":"error".*a fault on purpose.*"msg":"fault that nothing caught"/);
  },
);

/** Ends a node by a signal once it has made a few blocks. */
async function endOnceGrown(node: NodeProcess, signal: NodeJS.Signals, folder: string) {
  await waitFor(
    () => readHeight(node.url),
    (height) => height > 10n,
  );
  node.child.kill(signal);
  return { code: await node.exited, output: node.output(), logs: logsIn(folder) };
}

/** A node whose thread crashes, which recovers, and is told to stop. */
const crashedThread = shared(async () => {
  using dataDir = createDataDir();
  using triggerDir = createDataDir();
  const trigger = join(triggerDir.path, "crash");
  const env = crashWhenAsked(trigger);
  await using node = await untilServing(launchNodeIn(env, "--data-dir", dataDir.path, ...blocks));
  const before = await readHealth(node.url);
  writeFileSync(trigger, "");
  const hurt = await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 503,
  );
  await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 200,
  );
  const height = await readHeight(node.url);
  await waitFor(
    () => readHeight(node.url),
    (later) => later > height + 5n,
  );
  return { before, hurt, end: await endOnceGrown(node, "SIGINT", dataDir.path) };
});

test("a thread that crashes is started again, and health says so meanwhile", async () => {
  const { before, hurt, end } = await crashedThread();
  expect(before.status).toBe(200);
  expect(hurt.message).toContain("a crash on purpose");
  expect(hurt.message).toContain("crash 1 in a row");
  expect(end.output).toMatch(/worker_crashed: .*trying again in 0\.5 s/s);
  expect(end.output).toContain("ledger    resumed");
});

test(
  "a thread that checks records and crashes is counted, and the ledger goes on",
  needs("two processors", availableParallelism() >= 2),
  async () => {
    using dataDir = createDataDir();
    await using upstream = await startUpstream(80);
    const trigger = join(dataDir.path, "trigger");
    writeFileSync(trigger, "");
    const env = preload(
      `
      import { existsSync, rmSync } from "node:fs";
      import { parentPort, threadName } from "node:worker_threads";
      if (threadName === "check") parentPort.on("message", () => {
        if (!existsSync(trigger)) return;
        rmSync(trigger);
        throw new Error("a crash on purpose");
      });
    `.replaceAll("trigger", JSON.stringify(trigger)),
    );
    await using node = await untilServing(
      launchNodeIn(
        env,
        "--data-dir",
        join(dataDir.path, "data"),
        "--follow",
        `${upstream.url}/v1`,
        "--admin-listen",
        "0",
      ),
    );
    await waitFor(
      () => readHeight(node.url),
      (height) => height > 60n,
    );
    expect((await readHealth(node.url)).status).toBe(200);
    await expect.poll(() => node.output()).toContain("will be replaced: Error: a crash on purpose");
    const [, admin] = /admin(?:\s+|":")(http:\/\/[^\s"/]+)/.exec(node.output()) ?? [];
    expect(await (await fetch(`${admin}/metrics`)).text()).toContain('ledger_thread_crashes_total{thread="check"} 1');
  },
);

test("health names what is not answered, until it is again", async () => {
  using dataDir = createDataDir();
  const trigger = join(dataDir.path, "trigger");
  const env = preload(
    `
      import { existsSync } from "node:fs";
      import { parentPort, threadName } from "node:worker_threads";
      if (threadName === "queries") parentPort.on("message", () => {
        if (existsSync(trigger)) throw new Error("a crash on purpose");
      });
    `.replaceAll("trigger", JSON.stringify(trigger)),
  );
  const options = ["--data-dir", join(dataDir.path, "data"), "--block-interval", "0", "--workload", "off"];
  await using node = await untilServing(launchNodeIn(env, ...options));
  const query = async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ query: "{ ledger_infos { chain_id } }" });
    return (await fetch(`${node.url}/v1/graphql`, { method: "POST", headers, body })).status;
  };
  expect(await query()).toBe(200);
  writeFileSync(trigger, "");
  expect(await query()).toBe(503);
  expect(await (await fetch(`${node.url}/v1/-/healthy`)).json()).toMatchObject({
    message: "ledger-node:ok",
    degraded: "queries have not been answered since their thread ended (a crash on purpose)",
  });
  rmSync(trigger);
  expect(await query()).toBe(200);
  expect(await (await fetch(`${node.url}/v1/-/healthy`)).json()).not.toHaveProperty("degraded");
});

/** Files that a node keeps open, by what it says when one of them is gone. */
const openFiles = {
  "write-ahead log": "ledger.db-wal",
  "index of the write-ahead log": "ledger.db-shm",
  "writer lock": "ledger.db-lock",
};

/** A node that loses one file after the other, is started again each time, and is told to stop at last. */
const lostFiles = shared(async () => {
  using folder = createDataDir();
  const start = () => startNode("--data-dir", folder.path, ...blocks);
  const losses = new Map<
    string,
    { readonly code: number | null; readonly output: string; readonly verified: string }
  >();
  let node = await start();
  for (const [name, file] of Object.entries(openFiles)) {
    rmSync(join(folder.path, file));
    const code = await node.exited;
    const { output } = node;
    // What was committed is in the database: it is verified, and goes on.
    node = await start();
    const { output: verified } = await runCommand("verify", "--data-dir", folder.path);
    losses.set(name, { code, output: output(), verified });
  }
  return { losses, end: await endOnceGrown(node, "SIGTERM", folder.path) };
});

/** Nodes that only serve a folder, the database of which is replaced, and which is deleted then. */
const lostReaders = shared(async () => {
  using folder = createDataDir();
  const data = join(folder.path, "data");
  const writer = await composeNode("--data-dir", data, ...blocks);
  const copy = join(folder.path, "copy.db");
  expect((await runCommand("backup", copy, "--data-dir", data)).code).toBe(0);
  const readers = {
    "replaced by another copy": await composeNode("--data-dir", data, "--role", "api"),
    deleted: await startNode("--data-dir", data, "--role", "api"),
  };
  // The writer may come and go.
  expect(await writer.stop()).toBe(0);
  await using again = await composeNode("--data-dir", data, ...blocks);
  for (const reader of Object.values(readers)) {
    const height = await readHeight(reader.url);
    await waitFor(
      () => readHeight(reader.url),
      (later) => later > height,
    );
  }
  await again.stop();
  for (const reader of Object.values(readers)) expect((await readHealth(reader.url)).status).toBe(200);
  // One of them sees only what comes after.
  readers.deleted.child.kill("SIGSTOP");
  renameSync(copy, join(data, "ledger.db"));
  await readers["replaced by another copy"].exited;
  rmSync(data, { recursive: true });
  readers.deleted.child.kill("SIGCONT");
  await readers.deleted.exited;
  return readers;
});

describe("a data folder", () => {
  test.each([
    ["deleted", (path: string) => rmSync(path, { recursive: true })],
    [
      "replaced",
      (path: string) => {
        renameSync(path, `${path}-before`);
        mkdirSync(path);
        writeFileSync(join(path, "ledger.db"), "");
      },
    ],
  ])("that is %s while the node runs ends it with an exit code", async (_, lose) => {
    using folder = createDataDir();
    const data = join(folder.path, "data");
    const node = await composeNode("--data-dir", data, ...blocks);
    lose(data);
    expect(await node.exited).toBe(2);
    expect(node.output()).toMatch(/data_lost: the database .*(gone|replaced)/);
  });

  test.each(["deleted", "replaced by another copy"] as const)(
    "that is %s ends a node that only serves it, too",
    async (what) => {
      const reader = (await lostReaders())[what];
      expect(await reader.exited).toBe(2);
      expect(reader.output()).toMatch(/data_lost: the .*(gone|replaced): what is served is not what is there now/);
    },
  );

  test.each(Object.entries(openFiles))(
    "that loses only the %s while the node runs ends it with an exit code",
    async (name) => {
      const { code, output, verified } = (await lostFiles()).losses.get(name)!;
      expect(code).toBe(2);
      expect(output).toContain(`data_lost: the ${name} `);
      expect(verified).toContain("verified");
    },
  );
});

/** Reads an answer that may be cut. `fetch` has an assertion that fails when a node ends while a large one is read. */
function readToEnd(url: string): Promise<void> {
  return new Promise((resolve) => {
    get(url, (answer) =>
      answer
        .on("error", () => undefined)
        .once("close", resolve)
        .resume(),
    ).once("error", () => resolve());
  });
}

test.each([
  ["of one process", []],
  ["of several processes", ["--workers", "2"]],
])("an orderly stop %s leaves one file that holds every block", async (_, args) => {
  using folder = createDataDir();
  const data = join(folder.path, "data");
  const node = await startNode("--data-dir", data, ...blocks, ...args);
  const reading = new AbortController();
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (!reading.signal.aborted) {
        // Small and large answers are read by different threads.
        for (const path of ["transactions?limit=50", "accounts/0x1/modules", "accounts/0x1"]) {
          await readToEnd(`${node.url}/v1/${path}`);
        }
      }
    }),
  );
  const reader = await composeNode("--data-dir", data, "--role", "api");
  await setTimeout(cases(500));
  const stopped = node.stop();
  expect(await stopped).toBe(0);
  reading.abort();
  await load;
  // A node that still reads it keeps no block out of the file.
  copyFileSync(join(data, "ledger.db"), join(folder.path, "ledger.db"));
  const { ledger_version: head } = (await (await fetch(`${reader.url}/v1`)).json()) as { ledger_version: string };
  expect(await reader.stop()).toBe(0);
  expect(logsIn(data)).toEqual([]);
  const copied = await runCommand("stats", "--data-dir", folder.path);
  expect(copied.output).toContain(`head         version ${head}, block `);
});
