import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { needs } from "@ledger/test-run/needs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startMachine } from "../src/run/machine.ts";
import { Readers } from "../src/run/readers.ts";
import { Results } from "../src/run/results.ts";

const fixture = fileURLToPath(new URL("fixture/machine.ts", import.meta.url));
const order = (page: string) => ({ page, shells: ["bash"] as const });
const machines: ChildProcess[] = [];

/** Starts a program that acts as a machine, without a machine for it. */
function startFake(): ChildProcess {
  const args = ["--conditions=@ledger/source", fixture];
  const machine = spawn(process.execPath, args, { stdio: ["ignore", "inherit", "inherit", "ipc"] });
  machines.push(machine);
  return machine;
}

let ending: AbortController;
beforeEach(() => {
  ending = new AbortController();
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
  machines.length = 0;
});

const open = (start: () => ChildProcess, results: Results, silenceMs?: number) =>
  new Readers(results, start, ending.signal, silenceMs);

test("a page that stands still is ended, and told with what it had begun; the next one is read", async () => {
  const results = new Results();
  const readers = open(startFake, results, 3_000);
  await readers.read([[order("still")], [order("next")]], 1);
  await readers.end();
  const printed = results.close();
  expect(printed).toMatch(/FAIL still: 0 of 1\n.*\n *it stands still, at still:7 bash: sleep\n/);
  expect(printed).toMatch(/ok {3}next: 1 of 1/);
  expect(printed).toMatch(/\n1 passed, 1 failed\n$/);
  expect(machines.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual(["SIGKILL", 1]);
});

test("a machine that ends fails its page, and no other", async () => {
  const results = new Results();
  const readers = open(startFake, results);
  await readers.read([[order("dies"), order("one")], [order("two")]], 2);
  await readers.end();
  expect(results.close()).toMatch(/it has ended, at dies:7 bash: sleep\n[\s\S]*2 passed, 1 failed\n$/);
});

test("what is aborted is refused, and no machine is left", async () => {
  const readers = open(startFake, new Results());
  const reading = readers.read([[order("still")], [order("still")]], 2);
  const refused = expect(reading).rejects.toThrow("ended by a test");
  await vi.waitFor(() => expect(machines).toHaveLength(2));
  ending.abort(new Error("ended by a test"));
  await refused;
  await readers.end();
  expect(machines.map(({ signalCode }) => signalCode)).toEqual(["SIGKILL", "SIGKILL"]);
});

const isRoot = process.getuid?.() === 0;
const unshare = [...["--net", "--mount", "--pid", "--fork"], ...(isRoot ? [] : ["--user", "--map-root-user"])];
const needsMachines = needs("namespaces of Linux", spawnSync("unshare", [...unshare, "true"]).status === 0);

test("a machine takes what it has started and written with it", needsMachines, async () => {
  const folder = mkdtempSync(join(tmpdir(), "ledger-machine-"));
  const repository = join(folder, "repository");
  mkdirSync(repository);
  writeFileSync(join(repository, "kept"), "");
  writeFileSync(join(folder, "hosts"), "127.0.0.1 localhost\n");
  const program = join(folder, "program.mjs");
  // The interval keeps the pipe of its output open: the machine is closed when that is gone, too.
  writeFileSync(
    program,
    `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
spawn(process.execPath, ["-e", "setInterval(() => undefined, 1_000)"], { stdio: "inherit", detached: true });
writeFileSync("${repository}/new", "");
process.send({ kind: "ready" });
process.once("message", () => undefined);
`,
  );
  try {
    const job = { folder, repository, genesis: "", waypoint: "" };
    const machine = startMachine("0", program, job);
    await new Promise((resolve) => machine.once("message", resolve));
    const closed = new Promise((resolve) => machine.once("close", resolve));
    machine.kill("SIGKILL");
    await closed;
    const { stdout } = spawnSync("ls", [repository], { encoding: "utf8" });
    expect(stdout).toBe("kept\n");
    expect(spawnSync("mount", { encoding: "utf8" }).stdout).not.toContain(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
