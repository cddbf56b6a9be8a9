import { readFile } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import {
  bytesToHex,
  moduleKey,
  type PackageMetadata,
  parseAddress,
  resourceKey,
  type StateItem,
  type StateView,
} from "@ledger/types";
import { VmError } from "@ledger/vm";
import { expect, test } from "vitest";
import { FailureSources } from "../src/index.ts";
import { PackageRegistry, packageRegistryTag } from "../src/state/package-registry.ts";

// A package as the Move compiler builds it.
const read = (path: string): Promise<Buffer> =>
  readFile(new URL(`../../../examples/cover-a-module/build/TipJar/${path}`, import.meta.url));
const [bytecode, sourceMap, source] = await Promise.all([
  read("bytecode_modules/tip_jar.mv"),
  read("source_maps/tip_jar.mvsm"),
  read("sources/tip_jar.move"),
]);

const address = parseAddress("0xcafe");
const none = new Uint8Array(0);

/** A state with the package, and what its publisher left beside it. */
function published(packed: { readonly source: Uint8Array; readonly sourceMap: Uint8Array }): StateView {
  const metadata: PackageMetadata = {
    name: "TipJar",
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: none,
    modules: [{ name: "tip_jar", ...packed, extension: undefined }],
    dependencies: [],
    extension: undefined,
  };
  const registry = PackageRegistry.encode({ packages: [{ value: metadata }] });
  const items = new Map([
    [bytesToHex(moduleKey(address, "tip_jar")), new Uint8Array(bytecode)],
    [bytesToHex(resourceKey(address, packageRegistryTag)), registry],
  ]);
  return {
    async get(key): Promise<StateItem | undefined> {
      const bytes = items.get(bytesToHex(key));
      return bytes && { bytes, metadata: undefined };
    },
  };
}

/** The abort of `tip` for an account without a jar. */
function abort(): VmError {
  const error = new VmError("ABORTED", "aborted with code 393217", { abortCode: 393_217n });
  const module = { address: `0x${"0".repeat(60)}cafe`, name: "tip_jar" } as const;
  error.calls = [{ module, functionIndex: 2, functionName: "tip", codeOffset: 5 }];
  return error;
}

test("lines come from the sources and source maps that a publisher left on the chain", async () => {
  const state = published({ source: gzipSync(source), sourceMap: gzipSync(sourceMap) });
  const { place } = await new FailureSources().describe(abort(), state);
  expect(place).toEqual({ file: "tip_jar.move", line: expect.any(Number), text: expect.stringContaining("assert!") });
});

test("lines of a package that was added do not need them", async () => {
  const sources = new FailureSources();
  sources.add(bytecode, sourceMap, [{ path: "sources/tip_jar.move", text: source.toString() }]);
  const { place } = await sources.describe(abort(), published({ source: none, sourceMap: none }));
  expect(place?.file).toBe("sources/tip_jar.move");
});

test.each([
  ["that is not there", none],
  ["that is not gzipped", Uint8Array.of(1, 2, 3)],
  ["that is none", gzipSync("no source map")],
  ["that unpacks to more than a source has", gzipSync(new Uint8Array(5 * 2 ** 20))],
])("a source map %s leaves the failure without a line", async (_, packed) => {
  const state = published({ source: gzipSync(source), sourceMap: packed });
  expect(await new FailureSources().describe(abort(), state)).toMatchObject({
    kind: "abort",
    place: undefined,
    calls: [{ function: "0xcafe::tip_jar::tip", codeOffset: 5 }],
  });
});
