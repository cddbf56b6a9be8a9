import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { createDataDir, launchNodeIn, runCommand, runNodeToEnd, startNode, untilServing } from "@ledger/node-process";
import { needs } from "@ledger/test-run/needs";
import { describeVectors, vectorPath } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { crashWhenAsked, preload } from "./support/preload.ts";
import { waitFor } from "./support/wait-for.ts";

const readHealth = async (url: string): Promise<{ status: number; message: string; waypoint?: string }> => {
  const answer = await fetch(`${url}/v1/-/healthy`);
  return { status: answer.status, ...((await answer.json()) as { message: string }) };
};

const readHeight = async (url: string): Promise<bigint> => {
  const info = (await (await fetch(`${url}/v1`)).json()) as { readonly block_height: string };
  return BigInt(info.block_height);
};

describe("a signal", () => {
  test.each(["SIGINT", "SIGTERM"] as const)("%s ends the node in order", async (signal) => {
    using dataDir = createDataDir();
    const node = await startNode("--data-dir", dataDir.path, "--block-interval", "50");
    await waitFor(
      () => readHeight(node.url),
      (height) => height > 10n,
    );
    node.child.kill(signal);
    expect(await node.exited).toBe(0);
    expect(node.output()).toContain(`${signal}: stopping`);
    expect(node.output()).toContain("stopped");
    // Who copies the file has all of it.
    expect(readdirSync(dataDir.path).filter((name) => /-(wal|shm)$/.test(name))).toEqual([]);
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

test("a thread that crashes is started again, and health says so meanwhile", async () => {
  using dataDir = createDataDir();
  const trigger = join(dataDir.path, "crash");
  const env = crashWhenAsked(trigger);
  await using node = await untilServing(launchNodeIn(env, "--data-dir", dataDir.path, "--block-interval", "100"));
  expect((await readHealth(node.url)).status).toBe(200);
  writeFileSync(trigger, "");
  const hurt = await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 503,
  );
  expect(hurt.message).toContain("a crash on purpose");
  expect(hurt.message).toContain("crash 1 in a row");
  await waitFor(
    () => readHealth(node.url),
    ({ status }) => status === 200,
  );
  const height = await readHeight(node.url);
  await waitFor(
    () => readHeight(node.url),
    (later) => later > height + 5n,
  );
  expect(node.output()).toMatch(/worker_crashed: .*trying again in 0\.5 s/s);
  expect(node.output()).toContain("ledger    resumed");
});

test(
  "a thread that checks records and crashes is counted, and the ledger goes on",
  needs("two processors", availableParallelism() >= 2),
  async () => {
    using leaderDir = createDataDir();
    using dataDir = createDataDir();
    await using leader = await startNode("--data-dir", leaderDir.path, "--block-interval", "20");
    await waitFor(
      () => readHeight(leader.url),
      (height) => height > 60n,
    );
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
        `${leader.url}/v1`,
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
    const node = await startNode("--data-dir", data, "--block-interval", "100");
    lose(data);
    expect(await node.exited).toBe(2);
    expect(node.output()).toMatch(/data_lost: the database .*(gone|replaced)/);
  });

  test.each(["deleted", "replaced by another copy"])(
    "that is %s ends a node that only serves it, too",
    async (what) => {
      using folder = createDataDir();
      const data = join(folder.path, "data");
      const writer = await startNode("--data-dir", data, "--block-interval", "100");
      const copy = join(folder.path, "copy.db");
      expect((await runCommand("backup", copy, "--data-dir", data)).code).toBe(0);
      const reader = await startNode("--data-dir", data, "--role", "api");
      // The writer may come and go.
      expect(await writer.stop()).toBe(0);
      await using again = await startNode("--data-dir", data, "--block-interval", "100");
      const height = await readHeight(reader.url);
      await waitFor(
        () => readHeight(reader.url),
        (later) => later > height,
      );
      await again.stop();
      expect((await readHealth(reader.url)).status).toBe(200);
      if (what === "deleted") rmSync(data, { recursive: true });
      else renameSync(copy, join(data, "ledger.db"));
      expect(await reader.exited).toBe(2);
      expect(reader.output()).toMatch(/data_lost: the .*(gone|replaced): what is served is not what is there now/);
    },
  );

  test.each([
    ["write-ahead log", "ledger.db-wal"],
    ["index of the write-ahead log", "ledger.db-shm"],
    ["writer lock", "ledger.db-lock"],
  ])("that loses only the %s while the node runs ends it with an exit code", async (name, file) => {
    using folder = createDataDir();
    const node = await startNode("--data-dir", folder.path, "--block-interval", "100");
    rmSync(join(folder.path, file));
    expect(await node.exited).toBe(2);
    expect(node.output()).toContain(`data_lost: the ${name} `);
    // What was committed is in the database: it is verified, and goes on.
    const again = await startNode("--data-dir", folder.path, "--block-interval", "100");
    await again.stop();
    expect((await runCommand("verify", "--data-dir", folder.path)).output).toContain("verified");
  });
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
  const node = await startNode("--data-dir", data, "--block-interval", "20", ...args);
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
  const reader = await startNode("--data-dir", data, "--role", "api");
  await setTimeout(1_500);
  const stopped = node.stop();
  expect(await stopped).toBe(0);
  reading.abort();
  await load;
  // A node that still reads it keeps no block out of the file.
  copyFileSync(join(data, "ledger.db"), join(folder.path, "ledger.db"));
  const { ledger_version: head } = (await (await fetch(`${reader.url}/v1`)).json()) as { ledger_version: string };
  expect(await reader.stop()).toBe(0);
  expect(readdirSync(data).sort()).toEqual(["ledger.db", "ledger.db-lock"]);
  const copied = await runCommand("stats", "--data-dir", folder.path);
  expect(copied.output).toContain(`head         version ${head}, block `);
});

describe("a refused start", () => {
  test("leaves no folder and no file", async () => {
    using folder = createDataDir();
    const taken = createServer().listen(0, "127.0.0.1");
    await once(taken, "listening");
    const { port } = taken.address() as AddressInfo;
    const at = ["--data-dir", join(folder.path, "deep", "data")];
    const genesis = join(folder.path, "no.genesis");
    writeFileSync(genesis, "not a genesis");
    for (const [code, args] of [
      ["cannot_listen", ["--listen", `127.0.0.1:${port}`]],
      ["cannot_listen", ["--faucet-listen", `127.0.0.1:${port}`]],
      ["cannot_listen", ["--indexer-listen", `127.0.0.1:${port}`]],
      ["invalid_genesis", ["--genesis", genesis]],
      ["unreadable", ["--genesis", join(folder.path, "missing")]],
      ["invalid_waypoint", ["--waypoint", "0:12"]],
      ["wrong_waypoint", ["--waypoint", `0:${"12".repeat(32)}`]],
      ["unreadable", ["--backup", join(folder.path, "missing")]],
    ] as const) {
      const refused = await runNodeToEnd(...at, ...args);
      expect(refused.output).toContain(code);
      expect(refused.code).toBe(1);
      expect(existsSync(join(folder.path, "deep")), code).toBe(false);
    }
    taken.close();
  });

  test("leaves a folder that was there, and what is in it", async () => {
    using folder = createDataDir();
    writeFileSync(join(folder.path, "notes.txt"), "mine");
    const refused = await runNodeToEnd("--data-dir", folder.path, "--waypoint", `0:${"12".repeat(32)}`);
    expect(refused.code).toBe(1);
    expect(readdirSync(folder.path)).toEqual(["notes.txt"]);
  });
});

describeVectors("a waypoint", () => {
  const genesis = ["--genesis", vectorPath("genesis/mainnet.genesis.blob")];
  const later = "1638030465:a124a5ae68d2bc6cc0ee3d4eec21d4d63eb9ec0b36b7dd8b0e9f3e8e9bd4c9e5";

  test("that nothing leads to is refused with what to do, before and after the ledger is stored", async () => {
    using folder = createDataDir();
    const data = ["--data-dir", join(folder.path, "data")];
    const refused = await runNodeToEnd(...genesis, "--waypoint", later, ...data);
    expect(refused.code).toBe(1);
    expect(refused.output).toMatch(/waypoint_unreachable: .*1638030465.*--follow/);
    expect(refused.output).not.toContain("verified");
    expect(readdirSync(folder.path)).toEqual([]);

    const node = await startNode(...genesis, "--waypoint", vectorPath("genesis/mainnet.waypoint.txt"), ...data);
    expect(await readHealth(node.url)).toMatchObject({ status: 200, waypoint: "matched" });
    expect(await node.stop()).toBe(0);
    for (const source of [genesis, []]) {
      const again = await runNodeToEnd(...source, "--waypoint", later, ...data);
      expect(again.code).toBe(1);
      expect(again.output).toContain("waypoint_unreachable");
    }
    const wrong = await runNodeToEnd("--waypoint", `0:${"12".repeat(32)}`, ...data);
    expect(wrong.code).toBe(1);
    expect(wrong.output).toContain("wrong_waypoint");
  });

  test("that the ledger will come to is announced, and health says that it was not compared yet", async () => {
    using folder = createDataDir();
    await using node = await startNode("--data-dir", folder.path, "--waypoint", later);
    expect(node.output()).toContain("will be compared at version 1638030465");
    expect(await readHealth(node.url)).toMatchObject({ status: 200, waypoint: "ahead" });
  });

  test("that lies before the beginning of a lazy ledger is refused", async () => {
    using leaderDir = createDataDir();
    using folder = createDataDir();
    await using leader = await startNode("--data-dir", leaderDir.path, "--block-interval", "100");
    await waitFor(
      () => readHeight(leader.url),
      (height) => height > 5n,
    );
    const refused = await runNodeToEnd(
      ...["--follow", `${leader.url}/v1`, "--start-version", "latest"],
      ...["--waypoint", `0:${"12".repeat(32)}`, "--data-dir", join(folder.path, "data")],
    );
    expect(refused.output).toMatch(/waypoint_unreachable: .*begins at version \d+/);
    expect(refused.code).toBe(1);
    expect(readdirSync(folder.path)).toEqual([]);
  });
});
