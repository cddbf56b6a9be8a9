import { decodeStateKey, formatAddressLong, hexToBytes, Path } from "@ledger/types";
import { type Network, networks, testNetworks } from "@ledger/vectors";
import { describe, expect } from "vitest";
import { readEnvironment, VmError } from "../../src/index.ts";
import { genesisState, viewOf } from "../support/genesis.ts";
import { createTestMachine, createTestSession } from "../support/machine.ts";

/** Modules in each genesis, so that none is left out by mistake. */
const counts: Record<Network, number> = {
  mainnet: 70,
  testnet: 63,
  previewnet3: 101,
  randomnet: 105,
  "devnet-2025-11": 160,
  devnet: 190,
};

describe("code that a ledger's verifier let pass", () => {
  testNetworks(networks, "every module of %s is let pass", async (network) => {
    const state = genesisState(network);
    const environment = await readEnvironment(viewOf(state));
    const session = createTestSession(createTestMachine(), environment, state);
    const refused: string[] = [];
    let modules = 0;
    for (const text of state.keys()) {
      const key = decodeStateKey(hexToBytes(text));
      if (key.kind !== "AccessPath") continue;
      const path = Path.decode(key.value.path);
      if (path.kind !== "Code") continue;
      modules++;
      try {
        await session.linkModule(formatAddressLong(path.value.address), path.value.name);
      } catch (error) {
        if (!(error instanceof VmError)) throw error;
        refused.push(`${error.status}: ${error.message}`);
      }
    }
    expect(refused).toEqual([]);
    expect(modules).toBe(counts[network]);
  });
});
