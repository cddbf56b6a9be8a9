import { formatAddressLong, frameworkAddress, moduleKey } from "@ledger/types";
import { testNetworks } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { primitiveTypes } from "../../src/type/type-table.ts";
import { genesisState, keyText, viewOf } from "../support/genesis.ts";
import { createTestMachine, createTestSession } from "../support/machine.ts";

const u64 = primitiveTypes.U64;
const framework = formatAddressLong(frameworkAddress);
const optionKey = keyText(moduleKey(frameworkAddress, "option"));

/** Calls a native that makes an option, and then the option's own code on what it made. */
async function unwrapSize(state: ReadonlyMap<string, Uint8Array>): Promise<unknown> {
  const machine = createTestMachine();
  const environment = await machine.readEnvironment(viewOf(state));
  const size = { address: framework, module: "bcs", name: "constant_serialized_size", typeArgs: [u64] };
  const made = await createTestSession(machine, environment, state).call(size, []);
  if (made.kind === "failed") throw made.error;
  const unwrap = { address: framework, module: "option", name: "destroy_some", typeArgs: [u64] };
  const unwrapped = await createTestSession(machine, environment, state).call(unwrap, made.results);
  if (unwrapped.kind === "failed") throw unwrapped.error;
  return unwrapped.results[0];
}

// Devnet of October 2025 had the flag for options that are enums, and options that were structs.
describe("an option that a native makes is what its module declares, whatever the flags say", () => {
  const state = genesisState("devnet-2025-11");
  test("an enum", async () => {
    expect(await unwrapSize(state)).toBe(8);
  });

  testNetworks(["mainnet", "testnet", "randomnet"], "the struct of %s", async (network) => {
    const struct = genesisState(network).get(optionKey)!;
    expect(struct).not.toEqual(state.get(optionKey));
    expect(await unwrapSize(new Map(state).set(optionKey, struct))).toBe(8);
  });
});
