import { type FeatureChanges, readLocalGenesis } from "@ledger/local-chain";
import { ModuleCode } from "@ledger/move";
import {
  bytesToHex,
  decodeStateKey,
  deriveGenesis,
  moduleKey,
  Path,
  parseModuleId,
  type StateItem,
  type StateView,
} from "@ledger/types";
import { environmentKeys, readEnvironment } from "@ledger/vm";
import type { TestBench } from "@ledger/vm/testing";
import type { TestBuild } from "./test-package.ts";

/** The state of the local network's genesis, by the hex of its keys. */
async function loadGenesis(features: FeatureChanges): Promise<ReadonlyMap<string, StateItem>> {
  const items = new Map<string, StateItem>();
  for (const { key, value } of deriveGenesis(await readLocalGenesis(features)).writes)
    if (value !== undefined) items.set(bytesToHex(key), { bytes: value });
  return items;
}

/**
 * The state that each test begins with, and its rules: the modules of the build, those of the local network's framework that it has
 * not, and the feature flags. There are no accounts and no other resources, as where the reference compiler runs tests.
 */
export async function openTestState(
  { modules, dependencies }: TestBuild,
  features: FeatureChanges,
): Promise<Pick<TestBench, "state" | "environment">> {
  const genesis = await loadGenesis(features);
  const own = new Map<string, StateItem>();
  for (const { bytecode: bytes } of [...dependencies, ...modules.values()]) {
    const { address, name } = parseModuleId(new ModuleCode(bytes).id);
    own.set(bytesToHex(moduleKey(address, name)), { bytes });
  }
  const flags = bytesToHex(environmentKeys.features);
  const state: StateView = {
    get(key) {
      const id = bytesToHex(key);
      return own.get(id) ?? (id === flags || isCode(key) ? genesis.get(id) : undefined);
    },
  };
  return { state, environment: await readEnvironment({ get: (key) => genesis.get(bytesToHex(key)) }) };
}

function isCode(encoded: Uint8Array): boolean {
  const key = decodeStateKey(encoded);
  return key.kind === "AccessPath" && Path.decode(key.value.path).kind === "Code";
}
