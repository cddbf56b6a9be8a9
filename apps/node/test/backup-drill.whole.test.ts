import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import {
  createDataDir,
  programPath,
  runCommand,
  runNodeToEnd,
  type ServingNode,
  startNode,
} from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { needs } from "@ledger/test-run/needs";
import { describeVectors, readVectorBytes } from "@ledger/vectors";
import { afterAll, beforeAll, expect, test } from "vitest";
import { collectLocalValues } from "./support/local-values.ts";
import { makeRecords, storeGenesis, storeRecords } from "./support/made-ledger.ts";
import type { Description } from "./support/openapi-validator.ts";
import { preload } from "./support/preload.ts";
import { shared } from "./support/shared.ts";
import { waitFor } from "./support/wait-for.ts";

/** A ledger of two hundred versions and more, and a copy of it that `backup` has written. */
let made: { readonly data: string; readonly copy: string };
const madeDir = createDataDir();

beforeAll(async () => {
  made = { data: join(madeDir.path, "data"), copy: join(madeDir.path, "copy.db") };
  mkdirSync(made.data);
  await storeRecords(join(made.data, "ledger.db"), await makeRecords(60));
  expect((await runCommand("backup", made.copy, "--data-dir", made.data)).code).toBe(0);
});
afterAll(() => madeDir[Symbol.dispose]());

/** A node whose ledger has two hundred versions and more, grows, and keeps its history. */
const growing = shared(
  async () => {
    const dataDir = createDataDir();
    copyFileSync(made.copy, join(dataDir.path, "ledger.db"));
    const node = await startNode(
      ...["--data-dir", dataDir.path, "--block-interval", "200", "--state-window", "0", "--workers", "2"],
    );
    return { node, dataDir };
  },
  async ({ node, dataDir }) => {
    await node.stop();
    dataDir[Symbol.dispose]();
  },
);

/** Answers that tell of the head of the ledger, whatever is asked. */
const aboutHead: readonly string[] = ["/", "/estimate_gas_price", "/-/healthy", "/info", "/stream"];

const headOf = async ({ url }: ServingNode): Promise<bigint> =>
  BigInt(((await (await fetch(`${url}/v1`)).json()) as { ledger_version: string }).ledger_version);

/** Tells of a list whose first item is of a later version: the original may have had it after the copy was made. */
function beginsAfter(json: string, version: bigint): boolean {
  const answer: unknown = JSON.parse(json);
  const [first] = Array.isArray(answer) ? (answer as readonly { readonly version?: string }[]) : [];
  return first?.version !== undefined && BigInt(first.version) > version;
}

/** Asks both nodes for everything that can be read as of a version, and compares the bytes. @returns how many answers were 200 */
async function compareEverything(one: ServingNode, other: ServingNode, version: bigint): Promise<number> {
  const description = (await (await fetch(`${one.url}/v1/spec.json`)).json()) as Description;
  const values = (await collectLocalValues(other.url)).path;
  let found = 0;
  for (const [template, { get }] of Object.entries(description.paths)) {
    if (get === undefined || aboutHead.includes(template) || template.startsWith("/spec")) continue;
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? "1"));
    const query = new URLSearchParams();
    const names = (get.parameters ?? []).filter((parameter) => parameter.in === "query").map(({ name }) => name);
    for (const name of ["ledger_version", "version"]) if (names.includes(name)) query.set(name, `${version}`);
    const isOfAccount = template.startsWith("/accounts/");
    if (names.includes("start") && /\/(transactions|events\/.*)$/.test(template)) {
      query.set("start", isOfAccount ? "0" : "1");
    }
    if (names.includes("end_version")) query.set("end_version", `${version}`);
    // Few: what an account has sent, and its events, go on with the original.
    if (names.includes("limit")) query.set("limit", isOfAccount ? "1" : "2");
    if (names.includes("with_transactions")) query.set("with_transactions", "true");
    for (const accept of ["application/json", "application/x-bcs"]) {
      const ask = async ({ url }: ServingNode): Promise<readonly [status: number, body: string]> => {
        const answer = await fetch(`${url}/v1${path}?${query}`, { headers: { accept } });
        return [answer.status, Buffer.from(await answer.arrayBuffer()).toString("latin1")];
      };
      const [theirs, ours] = await Promise.all([ask(one), ask(other)]);
      if (isOfAccount && accept === "application/json" && beginsAfter(theirs[1], version)) break;
      // A copy is of the ledger: the index of its tables is built again where it is wanted.
      if (ours[1].includes("keeps no index of tables")) break;
      expect(ours, `${path}?${query} as ${accept}`).toEqual(theirs);
      if (ours[0] === 200) found++;
    }
  }
  return found;
}

test("the drill: back up under load, restore elsewhere, compare everything, go on", async () => {
  using elsewhere = createDataDir();
  const copy = join(elsewhere.path, "ledger.backup.db");
  const dataDir = join(elsewhere.path, "data");
  const { node, dataDir: original } = await growing();
  let isLoaded = true;
  const load = Promise.all(
    Array.from({ length: 4 }, async () => {
      while (isLoaded) await (await fetch(`${node.url}/v1/transactions?limit=100`)).arrayBuffer();
    }),
  );
  const before = await headOf(node);
  const written = await runCommand("backup", copy, "--data-dir", original.path);
  const after = await headOf(node);
  isLoaded = false;
  await load;
  expect(written.output).toMatch(/ledger\.backup\.db: [\d.]+ MiB/);
  expect(written.code).toBe(0);
  expect(readdirSync(elsewhere.path)).toEqual(["ledger.backup.db"]);

  const restored = await runCommand("restore", copy, "--data-dir", dataDir);
  expect(restored.output).toMatch(/\nverified\nrestored to /);
  expect(restored.code).toBe(0);
  expect(readdirSync(dataDir).filter((name) => !name.startsWith("ledger.db"))).toEqual([]);
  await using twin = await composeNode("--data-dir", dataDir, "--role", "api");
  const version = await headOf(twin);
  expect(version).toBeGreaterThanOrEqual(before);
  expect(version).toBeLessThanOrEqual(after);
  expect(await compareEverything(node, twin, version)).toBeGreaterThan(20);
  const executed = await runCommand("replay", "--data-dir", dataDir);
  expect(executed.output).toMatch(new RegExp(`^equal +${version + 1n}\\ndifferent +0$`, "m"));
  expect(executed.code).toBe(0);

  const going = await composeNode("--data-dir", dataDir, "--block-interval", "100");
  await waitFor(
    () => headOf(going),
    (head) => head > version,
  );
  expect(await going.stop()).toBe(0);

  const occupied = await runCommand("restore", copy, "--data-dir", dataDir);
  expect([occupied.code, occupied.output]).toEqual([1, expect.stringContaining("--replace")]);
  const used = await runCommand("restore", copy, "--replace", "--data-dir", original.path);
  expect([used.code, used.output]).toEqual([1, expect.stringContaining("store_locked")]);
  const beingRead = await runCommand("restore", copy, "--replace", "--data-dir", dataDir);
  expect([beingRead.code, beingRead.output]).toEqual([1, expect.stringContaining("store_locked")]);
  expect(await twin.stop()).toBe(0);
  expect((await runCommand("restore", copy, "--replace", "--data-dir", dataDir)).code).toBe(0);
  expect((await runCommand("stats", "--data-dir", dataDir)).output).toContain(
    `head         version ${version}, block `,
  );
});

test("start takes a copy where it has no ledger, and leaves it alone where it has one", async () => {
  using folder = createDataDir();
  const at = ["--data-dir", join(folder.path, "data"), "--backup", made.copy];
  for (const line of [/restored {2}.*chained from version 0/, /not used: the data folder already has a ledger/]) {
    const node = await composeNode(...at);
    expect(node.output()).toMatch(line);
    expect(await node.stop()).toBe(0);
  }
});

test("a copy that is not as it was written replaces nothing", async () => {
  using folder = createDataDir();
  const [data, { copy }] = [join(folder.path, "data"), made];
  mkdirSync(data);
  copyFileSync(copy, join(data, "ledger.db"));
  const size = statSync(join(data, "ledger.db")).size;

  const short = join(folder.path, "short.db");
  copyFileSync(copy, short);
  truncateSync(short, statSync(short).size / 2);
  const text = join(folder.path, "text.db");
  writeFileSync(text, "not a database at all");
  const strange = join(folder.path, "strange", "ledger.db");
  mkdirSync(dirname(strange));
  copyFileSync(copy, strange);
  const database = new DatabaseSync(strange);
  database.exec("create trigger evil after insert on records begin delete from hashes; end");
  database.close();
  for (const command of ["verify", "start", "stats"]) {
    const refused = await runCommand(command, "--data-dir", dirname(strange));
    expect([refused.code, refused.output], command).toEqual([1, expect.stringContaining("it has trigger evil")]);
  }
  const changed = join(folder.path, "changed.db");
  copyFileSync(copy, changed);
  const writable = new DatabaseSync(changed);
  writable.exec("update records set events = x'00' where version = 1");
  writable.close();
  for (const file of [short, text, strange, changed, join(folder.path, "missing.db")]) {
    const refused = await runCommand("restore", file, "--replace", "--data-dir", data);
    expect(refused.code, file).toBe(1);
    if (file === changed)
      expect(refused.output).toMatch(/^corrupt: .*changed\.db is damaged: .*; restore another copy, or/m);
    expect(statSync(join(data, "ledger.db")).size, file).toBe(size);
    expect(
      readdirSync(data).filter((name) => name.includes("restored")),
      file,
    ).toEqual([]);
    const nowhere = await runNodeToEnd("--backup", file, "--data-dir", join(folder.path, "new"));
    expect(nowhere.code, file).toBe(1);
    expect(existsSync(join(folder.path, "new", "ledger.db")), file).toBe(false);
  }
  const untrusted = await runCommand(
    "restore",
    copy,
    "--waypoint",
    `0:${"12".repeat(32)}`,
    "--replace",
    "--data-dir",
    data,
  );
  expect([untrusted.code, untrusted.output]).toEqual([1, expect.stringContaining("waypoint")]);
  expect((await runCommand("verify", "--data-dir", data)).code).toBe(0);
});

describeVectors("the ledger of another network", () => {
  test("is not replaced", async () => {
    using folder = createDataDir();
    const mainnet = join(folder.path, "mainnet");
    mkdirSync(mainnet);
    await storeGenesis(join(mainnet, "ledger.db"), readVectorBytes("genesis/mainnet.genesis.blob"));
    const refused = await runCommand("restore", made.copy, "--replace", "--data-dir", mainnet);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining("wrong_network")]);
    expect((await runCommand("stats", "--data-dir", mainnet)).output).toContain("chain id 1,");
  });
});

test("a dry run and statistics are told while a node runs", async () => {
  const { dataDir } = await growing();
  const at = ["--data-dir", dataDir.path];
  const planned = await runCommand("prune", "--dry-run", ...at, "--state-window", "50");
  expect(planned.output).toMatch(/state below version \d+: not counted, .*\nledger below version \d+: \d+ records\n/);
  expect(planned.code).toBe(0);
  const real = await runCommand("prune", ...at, "--state-window", "50");
  expect([real.code, real.output]).toEqual([1, expect.stringContaining("store_locked")]);
  const { code, output } = await runCommand("stats", "--json", ...at);
  const { ledger, store } = JSON.parse(output) as { ledger: Record<string, string>; store: Record<string, number> };
  expect(code).toBe(0);
  expect(BigInt(ledger.version ?? "")).toBeGreaterThan(150n);
  expect(ledger.genesisHash).toMatch(/^0x[0-9a-f]{64}$/);
  expect(store.fileBytes).toBeGreaterThan(4096);
});

test("a backup names what one that was killed has left, and writes over its own", async () => {
  using folder = createDataDir();
  const at = (name: string): string => join(folder.path, name);
  for (const name of ["monday.db.part", "tuesday.db.part", "film.mp4.part"]) writeFileSync(at(name), "x".repeat(2_048));
  const { code, output } = await runCommand("backup", at("tuesday.db"), "--data-dir", made.data);
  expect(code).toBe(0);
  expect(output).toMatch(/monday\.db\.part: 2(\.0)? KiB of a backup that has not ended; delete it/);
  expect(output).not.toMatch(/tuesday\.db\.part|film/);
  expect(readdirSync(folder.path).sort()).toEqual(["film.mp4.part", "monday.db.part", "tuesday.db"]);
});

test("a backup to a folder that is not there is refused in one line", async () => {
  using folder = createDataDir();
  const missing = await runCommand("backup", join(folder.path, "no", "such", "folder.db"), "--data-dir", made.data);
  expect([missing.code, missing.output]).toEqual([1, expect.stringMatching(/^[a-z_]+: .*\n$/)]);
});

/** Runs a command, and tells it to stop as soon as it looks for a file. @returns what it ended with */
async function interrupt(file: string, ...args: string[]): Promise<NodeJS.Signals | number | null> {
  const env = preload(`
    import fs from "node:fs";
    import module from "node:module";
    const real = fs.existsSync;
    fs.existsSync = (path) => {
      if (path === ${JSON.stringify(file)}) process.kill(process.pid, "SIGTERM");
      return real(path);
    };
    module.syncBuiltinESMExports();
  `);
  const child = spawn(process.execPath, [programPath, ...args], { env: { ...process.env, ...env }, stdio: "ignore" });
  const [code, signal] = (await once(child, "close")) as [number | null, NodeJS.Signals | null];
  return signal ?? code;
}

test("a backup or a restore that is interrupted leaves everything as it was, and ends by the signal", async () => {
  using folder = createDataDir();
  const at = (name: string): string => join(folder.path, name);
  mkdirSync(at("data"));
  copyFileSync(made.copy, at("data/ledger.db"));
  expect(await interrupt(at("copy.db"), "backup", at("copy.db"), "--data-dir", at("data"))).toBe("SIGTERM");
  expect(readdirSync(folder.path)).toEqual(["data"]);

  expect((await runCommand("backup", at("copy.db"), "--data-dir", at("data"))).code).toBe(0);
  const restore = ["restore", at("copy.db"), "--data-dir"];
  expect(await interrupt(at("new/ledger.db"), ...restore, at("new"))).toBe("SIGTERM");
  expect(readdirSync(folder.path).sort()).toEqual(["copy.db", "data"]);
  const before = statSync(at("data/ledger.db"));
  expect(await interrupt(at("data/ledger.db"), ...restore, at("data"), "--replace")).toBe("SIGTERM");
  expect(statSync(at("data/ledger.db"))).toMatchObject({ ino: before.ino, size: before.size });
  expect(readdirSync(at("data")).filter((name) => name.includes("restored"))).toEqual([]);
});

test(
  "a database that is a link to another file system is replaced where it is",
  needs("a second file system at /dev/shm", existsSync("/dev/shm")),
  async () => {
    using folder = createDataDir();
    const elsewhere = mkdtempSync("/dev/shm/ledger-node-test-");
    try {
      const [copy, link, file] = [
        join(folder.path, "copy.db"),
        join(folder.path, "ledger.db"),
        join(elsewhere, "l.db"),
      ];
      copyFileSync(made.copy, file);
      symlinkSync(file, link);
      expect((await runCommand("backup", copy, "--data-dir", folder.path)).code).toBe(0);
      const before = statSync(file).ino;
      const { code, output } = await runCommand("restore", copy, "--replace", "--data-dir", folder.path);
      expect([code, output]).toEqual([0, expect.stringContaining("restored to")]);
      expect(lstatSync(link).isSymbolicLink()).toBe(true);
      expect(statSync(file).ino).not.toBe(before);
      expect([...readdirSync(folder.path), ...readdirSync(elsewhere)].filter((name) => /restored/.test(name))).toEqual(
        [],
      );
    } finally {
      rmSync(elsewhere, { recursive: true, force: true });
    }
  },
);

test("a copy that is refused leaves no folder", async () => {
  using folder = createDataDir();
  const copy = join(folder.path, "copy.db");
  writeFileSync(copy, `SQLite format 3\0${"x".repeat(10_000)}`);
  const deep = join(folder.path, "deep", "data");
  for (const args of [
    ["restore", copy],
    ["start", "--listen", "127.0.0.1:0", "--backup", copy],
  ]) {
    const refused = await runCommand(...args, "--data-dir", deep);
    expect(refused.code, refused.output).toBe(1);
    expect(readdirSync(folder.path)).toEqual(["copy.db"]);
  }
});
