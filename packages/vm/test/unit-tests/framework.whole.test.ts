import { bytesToHex, hexToBytes, moduleKey, parseAddress, parseEntryFunctionId, parseModuleId } from "@ledger/types";
import { readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { createEnvironment, environmentKeys, readEnvironment, type StatusName, statusCodes } from "../../src/index.ts";
import { type ExpectedFailure, runTest, type TestBench, type UnitTest } from "../../src/unit-tests/index.ts";
import { genesisState, keyText, viewOf } from "../support/genesis.ts";

/** A package of the framework, compiled in test mode. */
interface PackageFile {
  /** Bytecode as hex, by `0x1::name`. */
  readonly modules: Readonly<Record<string, string>>;
  readonly tests: readonly {
    readonly function: string;
    readonly signers?: readonly string[];
    readonly expected_failure?: {
      readonly abort_code?: string;
      readonly location?: string;
      readonly major_status?: number;
      readonly minor_status?: string;
      readonly status?: StatusName;
    };
  }[];
}

const packages = { "move-stdlib": 189, "aptos-stdlib": 297, "aptos-framework": 650 };

/** The rules of the framework's time, on the chain that tests believe to be on. */
const genesis = genesisState("devnet-2025-11");
const { features, gas } = await readEnvironment(viewOf(genesis));
const environment = createEnvironment({ chainId: 4, features, gas });

/** What the compiler's own runner begins with: the package, and the flags. */
function benchOf({ modules }: PackageFile): TestBench {
  const flags = keyText(environmentKeys.features);
  const state = new Map([[flags, genesis.get(flags)!]]);
  for (const [id, hex] of Object.entries(modules)) {
    const { address, name } = parseModuleId(id);
    state.set(bytesToHex(moduleKey(address, name)), hexToBytes(hex));
  }
  // Some of these tests use more than a transaction may: the vectors say that they ran without a bound.
  return { state: viewOf(state), environment, maxGasUnits: 1_000_000 };
}

function unitTest({ function: id, signers = [], expected_failure }: PackageFile["tests"][number]): UnitTest {
  return {
    id: parseEntryFunctionId(id),
    arguments: signers.map(parseAddress),
    expectedFailure: expected_failure && expectation(expected_failure),
  };
}

function expectation(failure: NonNullable<PackageFile["tests"][number]["expected_failure"]>): ExpectedFailure {
  const { abort_code: abort, minor_status: minor, major_status: major, status, location } = failure;
  const named = abort === undefined ? status && statusCodes[status] : statusCodes.ABORTED;
  const code = abort ?? minor;
  return { status: named ?? major, code: code === undefined ? undefined : BigInt(code), module: location };
}

describe.each(Object.entries(packages))("the framework's own tests: %s", (name, count) => {
  const file = readVectorJson<PackageFile>(`move-vm/framework-tests/${name}.json`);
  const bench = benchOf(file);

  test(`it has ${count}`, () => {
    expect(file.tests.length).toBe(count);
  });

  test.each(file.tests.map((one) => [one.function, one] as const))("%s", async (_, one) => {
    const { failure } = await runTest(unitTest(one), bench);
    expect(failure?.reason ?? "passed").toBe("passed");
  });
});
