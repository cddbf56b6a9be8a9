import { once } from "node:events";
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import {
  createDataDir,
  launchDevnet,
  launchNode,
  runCommand,
  runCommandIn,
  runNodeToEnd,
  type ServingNode,
} from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { freePort } from "@ledger/test-run/free-port";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { shared } from "./support/shared.ts";
import { waitFor } from "./support/wait-for.ts";

const count = (text: string, part: string): number => text.split(part).length - 1;

const dataDir = createDataDir();
let node: ServingNode;

beforeAll(async () => {
  node = await composeNode("--data-dir", dataDir.path);
});
afterAll(async () => {
  await node.stop();
  dataDir[Symbol.dispose]();
});

/** A node whose upstream does not answer, and whose file has a setting without effect, for as long as a fork of it is tried. */
const waiting = shared(
  async () => {
    const folder = createDataDir();
    const host = `127.0.0.1:${await freePort()}`;
    const file = join(folder.path, "node.yaml");
    writeFileSync(file, `workload: on\nfollow: http://${host}/v1\n`);
    const follower = launchNode("--data-dir", join(folder.path, "a"), "--config", file);
    const fork = ["--fork", `http://${host}/v1`, "--fork-timeout", "3000"];
    const refused = await runNodeToEnd("--data-dir", join(folder.path, "b"), ...fork);
    await waitFor(
      async () => follower.output(),
      (output) => output.includes("ECONNREFUSED"),
    );
    await follower.stop();
    return { folder, file, refused, output: follower.output() };
  },
  async ({ folder }) => folder[Symbol.dispose](),
);

test("a node says where it keeps the ledger", () => {
  expect(node.output()).toContain(`data      ${join(dataDir.path, "ledger.db")}\n`);
});

describe("config show has the values that hold:", () => {
  const show = async (...args: string[]): Promise<ReadonlyMap<string, string>> => {
    const { output } = await runCommand("config", "show", ...args);
    return new Map(output.split("\n").map((line) => line.split(/ {2,}/) as [string, string]));
  };

  test("a local network's", async () => {
    const shown = await show();
    expect(shown.get("state-roots")).toBe("every_block");
    expect(shown.get("time-window")).toBe("1d");
    expect(shown.get("faucet-listen")).toBe("127.0.0.1:8081");
    expect(shown.get("indexer-listen")).toBe("127.0.0.1:8090");
    expect(shown.get("header-prefix")).toBe("X-SVC-,X-Aptos-");
    expect(shown.get("max-page")).toContain("transactions=100,");
  });

  test("a follower's", async () => {
    const shown = await show("--follow", "https://node.example/v1", "--state-window", "50", "--listen", "0.0.0.0:80");
    expect(shown.get("state-roots")).toBe("off");
    expect(shown.get("time-window")).toBe("none");
    expect(shown.get("ledger-window")).toBe("50");
    expect([shown.get("faucet-listen"), shown.get("workload")]).toEqual(["off", "off"]);
    expect(shown.get("allow-host")).toBe("every host");
  });
});

test("a setting without effect is refused where it is typed, and is a warning where a file or a variable has it", async () => {
  const { folder, file, output } = await waiting();
  const env = { LEDGER_FORK_TIMEOUT: "200" };
  const checked = await runCommandIn(env, "config", "check", "--config", file);
  expect(checked.code).toBe(0);
  expect(checked.output).toContain(`warning: ${file}:1: workload: has no effect`);
  expect(checked.output).toContain("warning: LEDGER_FORK_TIMEOUT: needs --fork");
  const typed = await runCommand("config", "check", "--config", file, "--fork-timeout", "200");
  expect([typed.code, typed.output]).toEqual([1, expect.stringContaining("error: --fork-timeout: needs --fork")]);

  // Images set the folder for every node.
  const stored = ["config", "check", "--store", "postgres://db.example/ledger"] as const;
  const both = await runCommand(...stored, "--data-dir", folder.path);
  expect([both.code, both.output]).toEqual([
    0,
    expect.stringContaining("warning: --data-dir: has no effect with --store"),
  ]);
  expect((await runCommandIn({ LEDGER_DATA_DIR: folder.path }, ...stored)).output).not.toContain("warning");

  expect(output).toContain(`WARN: ${file}:1: workload: has no effect`);
});

test("what is not there is said in a sentence, with its name once", async () => {
  using folder = createDataDir();
  const restored = await runCommand("restore", "nope.db", "--data-dir", join(folder.path, "data"));
  expect(restored).toEqual({ code: 1, output: "invalid_argument: there is no file nope.db\n" });
  expect(existsSync(join(folder.path, "data"))).toBe(false);
  const checked = await runCommand("config", "check", "--tls-cert", "/nope", "--tls-key", "/nope");
  expect(checked).toEqual({ code: 1, output: "invalid_config: --tls-cert: cannot read /nope (ENOENT)\n" });
});

test("a database server that does not answer is said soon, and may answer later: supervisors try again", async () => {
  const store = `postgres://ledger@127.0.0.1:${await freePort()}/ledger`;
  const refused = await runNodeToEnd("--store", store);
  expect([refused.code, refused.output]).toEqual([75, expect.stringContaining("unavailable: ")]);
  expect(refused.output).toContain(`WARN: waiting for the database server of ${store}, for 3 s so far`);
});

describe("an upstream at a wrong address", () => {
  test("is refused at once, with the right one", async () => {
    using folder = createDataDir();
    const said = `there is no API of a node at ${node.url}; it is at ${node.url}/v1`;
    const at = ["--data-dir", folder.path];
    for (const [code, ...args] of [
      ["upstream_unsupported", "--follow", node.url],
      ["upstream_unsupported", "--follow", `${node.url}/`, "--start-version", "latest"],
      ["refused", "--fork", node.url],
    ]) {
      const refused = await runNodeToEnd(...at, ...args);
      expect([refused.code, count(refused.output, said)], refused.output).toEqual([1, 1]);
      expect(refused.output).toContain(`ERROR: ${code}: ${said}`);
    }
    const deeper = await runNodeToEnd(...at, "--follow", `${node.url}/v1/spec`);
    expect(deeper.output).toContain(`at ${node.url}/v1/spec; it is at ${node.url}/v1\n`);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  test("that takes connections and says nothing is said after three seconds, by a follower and by a fork", async () => {
    using folder = createDataDir();
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const host = `127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const follower = launchNode("--data-dir", folder.path, "--follow", `http://${host}/v1`);
    const fork = launchDevnet("--port", "0", "--fork", `http://${host}/v1`);
    await waitFor(
      async () => follower.output() + fork.output(),
      (text) => text.includes("has not answered") && text.includes("no answer yet"),
    );
    expect(follower.output()).toContain(
      `WARN: upstream ${host} has not answered for 3 s; it is asked again and again\n`,
    );
    expect(fork.output()).toContain(
      `WARN: ${host} did not give the ledger's chain id: no answer yet; trying for 27 s more\n`,
    );
    await fork.stop();
    await waitFor(
      async () => follower.output(),
      (text) => text.includes("WARN: follow    stalled: no upstream has answered for "),
    );
    await follower.stop();
    expect(follower.output()).toMatch(/stalled: [^\n]*\n[^\n]*SIGTERM: stopping\n[^\n]*stopped\n$/);
    silent.close();
  });

  test("that is closed is said at once, and not again and again", async () => {
    const { refused, output } = await waiting();
    // It may answer later: supervisors try again.
    expect(refused.code).toBe(75);
    expect(refused.output).toMatch(
      /WARN: 127\.0\.0\.1:\d+ did not give the ledger's chain id: .*ECONNREFUSED\); trying for \d s more\n.*ERROR: unreachable/,
    );
    // Meanwhile the follower has tried a few times.
    expect(count(output, "no connection (ECONNREFUSED)")).toBe(1);
  });
});
