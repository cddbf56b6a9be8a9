import { readFileSync } from "node:fs";
import { BcsError, u64 } from "@ledger/bcs";
import { bytesToHex, moduleKey, parseAddress, sha3_256 } from "@ledger/types";
import { beforeEach, describe, expect, test } from "vitest";
import {
  Coverage,
  callFunction,
  createEnvironment,
  createUnmeteredGas,
  MoveVm,
  readSourceMap,
  voidContext,
} from "../../src/index.ts";
import { viewOf } from "../support/genesis.ts";

// A package as the Move compiler builds it: sources, bytecode and source maps. It is of language 1: the
// maps of compilers 2.0 and 2.1 are some instructions off where their optimizer left one out.
const folder = new URL("vault/", import.meta.url);
const read = (name: string) => new Uint8Array(readFileSync(new URL(name, folder)));
const sources = ["sources/vault.move", "sources/checks.move"].map((path) => ({
  path,
  text: readFileSync(new URL(path, folder), "utf8"),
}));
const address = parseAddress("0xcafe");
const modules = ["checks", "idle", "vault"].map((name) => ({
  name,
  code: read(`build/Vault/bytecode_modules/${name}.mv`),
  map: read(`build/Vault/source_maps/${name}.mvsm`),
}));
const stored = new Map(modules.map(({ name, code }) => [bytesToHex(moduleKey(address, name)), code]));

async function run(coverage: Coverage, name: string, args: readonly bigint[]): Promise<void> {
  const session = new MoveVm({ natives: new Map() }).createSession({
    environment: createEnvironment({}),
    state: viewOf(stored),
    meter: createUnmeteredGas(),
    context: voidContext,
    tracer: coverage.tracer,
  });
  const values = args.map((argument) => u64.encode(argument));
  expect(await callFunction(session, { address, module: "vault", name }, [], values)).toMatchObject({
    kind: "returned",
  });
}

/** How often each line ran, by file. */
function linesOf(lcov: string): Record<string, Record<number, number>> {
  const files: Record<string, Record<number, number>> = {};
  let lines: Record<number, number> = {};
  for (const text of lcov.split("\n")) {
    if (text.startsWith("SF:")) {
      lines = {};
      files[text.slice(3)] = lines;
    }
    const data = /^DA:(\d+),(\d+)$/.exec(text);
    if (data) lines[Number(data[1])] = Number(data[2]);
  }
  return files;
}

describe("readSourceMap", () => {
  const map = readSourceMap(modules[2]!.map, sources);

  test("knows where functions are declared", () => {
    expect([0, 1, 2].map((index) => map.declarationOf(index))).toEqual(
      [8, 17, 27].map((line) => ({ file: "sources/vault.move", line })),
    );
    expect(map.declarationOf(3)).toBeUndefined();
  });

  test("leads inline code back to the file that it was written in", () => {
    // `pay` loads its argument; then comes the body of `checks::assert_rate`, and then its own.
    expect([0, 1, 5, 6].map((offset) => map.placeOf(1, offset))).toEqual([
      { file: "sources/vault.move", line: 18 },
      { file: "sources/checks.move", line: 4 },
      { file: "sources/checks.move", line: 5 },
      { file: "sources/vault.move", line: 19 },
    ]);
  });

  test("has no place for code of files that it does not get, and of other texts", () => {
    const [vault] = sources;
    expect(readSourceMap(modules[2]!.map, []).declarationOf(0)).toBeUndefined();
    const edited = [{ path: vault!.path, text: `${vault!.text}\n` }];
    expect(readSourceMap(modules[2]!.map, edited).declarationOf(0)).toBeUndefined();
  });

  test("reads maps of before enums, and refuses what is none", () => {
    const old = fieldsWithoutVariants(modules[2]!.map);
    expect(readSourceMap(old, sources).declarationOf(1)).toEqual({ file: "sources/vault.move", line: 17 });
    expect(() => readSourceMap(modules[2]!.map.subarray(0, 100), sources)).toThrow(BcsError);
    expect(() => readSourceMap(new Uint8Array(2_000).fill(255), sources)).toThrow(BcsError);
  });
});

describe("Coverage.lcov", () => {
  let coverage: Coverage;
  beforeEach(() => {
    coverage = new Coverage();
    for (const { code, map } of modules) coverage.addModule(code, readSourceMap(map, sources));
  });

  test("says which lines ran, and how often", async () => {
    await run(coverage, "area", [5n]);
    await run(coverage, "pay", [20n, 3n]);
    const lines = linesOf(coverage.lcov());
    expect(lines["sources/vault.move"]).toMatchObject({
      // `if (side == 0)` ran, its first branch did not, its second did.
      9: 1,
      10: 0,
      12: 1,
      14: 1,
      // The loop went round three times, so its condition ran four times.
      20: 4,
      21: 3,
      22: 3,
      24: 1,
      // Nothing called `unused`, nor the module `idle` in the same file.
      28: 0,
      29: 0,
      36: 0,
    });
    // The inline function's check ran, what it guards against did not; `least` is not called.
    expect(lines["sources/checks.move"]).toMatchObject({ 4: 1, 5: 0, 10: 0 });
  });

  test("has one record for a file, whatever number of modules are in it", async () => {
    await run(coverage, "area", [5n]);
    const text = coverage.lcov();
    expect(text.split("\n").filter((line) => line.startsWith("SF:"))).toEqual([
      "SF:sources/checks.move",
      "SF:sources/vault.move",
    ]);
    const record = text.slice(text.indexOf("SF:sources/vault.move"));
    expect(record.split("\n").filter((line) => /^(FN|FNDA|FNF|FNH):/.test(line))).toEqual([
      "FN:8,0xcafe::vault::area",
      "FN:17,0xcafe::vault::pay",
      "FN:27,0xcafe::vault::unused",
      "FN:35,0xcafe::idle::one",
      "FN:39,0xcafe::idle::nothing",
      "FNDA:1,0xcafe::vault::area",
      "FNDA:0,0xcafe::vault::pay",
      "FNDA:0,0xcafe::vault::unused",
      "FNDA:0,0xcafe::idle::one",
      "FNDA:0,0xcafe::idle::nothing",
      "FNF:5",
      "FNH:1",
    ]);
    expect(record).toMatch(/^end_of_record\n$/m);
  });

  test("counts modules without tests 0 %, and leaves out those without a map", async () => {
    expect(coverage.modules.map(({ module, share }) => [module, share])).toEqual([
      ["0xcafe::checks", 0],
      ["0xcafe::idle", 0],
      ["0xcafe::vault", 0],
    ]);
    const lines = linesOf(coverage.lcov());
    expect(Object.values(lines).flatMap((file) => Object.values(file))).not.toContain(1);
    const bare = new Coverage();
    await run(bare, "area", [5n]);
    expect(bare.modules).toMatchObject([{ hash: bytesToHex(sha3_256(modules[2]!.code)), module: "0xcafe::vault" }]);
    expect(bare.lcov()).toBe("");
    // A map that comes later counts for what has run.
    bare.addModule(modules[2]!.code, readSourceMap(modules[2]!.map, sources));
    expect(linesOf(bare.lcov())["sources/vault.move"]).toMatchObject({ 12: 1 });
  });
});

/** The map of `vault` as a compiler without enums writes it: the fields of its one struct without the list around them. */
function fieldsWithoutVariants(map: Uint8Array): Uint8Array {
  // A location has 40 bytes. Before the fields: the module's location and name, one struct with index and location, no
  // type parameters. Then comes a list of one variant, of one field.
  const before = 40 + 1 + 32 + 6 + 1 + 2 + 40 + 1;
  expect([...map.subarray(before, before + 2)]).toEqual([1, 1]);
  return Uint8Array.from([...map.subarray(0, before), ...map.subarray(before + 1)]);
}
