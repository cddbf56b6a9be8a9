import { bytes } from "@ledger/bcs";
import {
  bytesToHex,
  decodeStateKey,
  deriveGenesis,
  frameworkKey,
  hexToBytes,
  Path,
  parseAddress,
  parseModuleId,
  sha3_256,
  Transaction,
} from "@ledger/types";
import { describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { createEnvironment, Features, GasSchedule, MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { executeGenesis, type GenesisCall } from "../src/index.ts";
import type { PublishedModule } from "../src/session/session-changes.ts";
import { remakeGenesis } from "./genesis/remake.ts";

interface Argument {
  readonly bcs: string | null;
  readonly bcs_len: number;
  readonly bcs_from?: { readonly package: number } | { readonly resource: readonly string[] };
  readonly signer?: string;
}
interface Call {
  readonly module: string;
  readonly function: string;
  readonly args: readonly Argument[];
}
interface Recipe {
  readonly environment: { readonly vm_features_bytes: string };
  readonly sessions: readonly { readonly calls: readonly Call[] }[];
  readonly packages: readonly { readonly offset_in_blob_file: number; readonly bytes: number }[];
}

describeVectors("the genesis of devnet of November 2025", () => {
  const blob = readVectorBytes("genesis/devnet-2025-11.genesis.blob");
  const recipe = readVectorJson<Recipe>("execution/genesis_devnet_2025_11.json");

  test("executing the framework's own functions makes the published bytes", async () => {
    const modules = modulesOf(blob);
    expect(modules).toHaveLength(160);
    // The proofs of possession were not published; everything else follows from the recipe.
    const natives = new Map([
      ...frameworkNatives,
      ["0x1::bls12381::verify_proof_of_possession_internal", () => true] as const,
    ]);
    const transaction = await executeGenesis(new MoveVm({ natives }), {
      environment: createEnvironment({
        chainId: 14,
        features: new Features(hexToBytes(recipe.environment.vm_features_bytes.slice(2))),
        gas: new GasSchedule({ featureVersion: 43, entries: [] }),
      }),
      modules,
      sessions: recipe.sessions.map(({ calls }) => calls.map((call) => toCall(call, blob, recipe))),
    });
    expect(bytesToHex(sha3_256(Transaction.encode(transaction)))).toBe(bytesToHex(sha3_256(blob)));
  });
});

for (const network of ["devnet-2025-11", "devnet", "randomnet", "previewnet3", "testnet"]) {
  describeVectors(`genesis/${network}.genesis.blob`, () => {
    test(`what ${network} was made of is read off its genesis, and makes the published bytes`, async () => {
      expect(await remakeGenesis(readVectorBytes(`genesis/${network}.genesis.blob`))).toEqual([]);
    });
  });
}

function modulesOf(genesis: Uint8Array): PublishedModule[] {
  return deriveGenesis(genesis).writes.flatMap(({ key, value }) => {
    const decoded = decodeStateKey(key);
    if (decoded.kind !== "AccessPath" || value === undefined) return [];
    const path = Path.decode(decoded.value.path);
    return path.kind === "Code" ? [{ address: path.value.address, name: path.value.name, bytes: value }] : [];
  });
}

function toCall({ module, function: name, args }: Call, genesis: Uint8Array, { packages }: Recipe): GenesisCall {
  const { address, name: moduleName } = parseModuleId(module);
  return {
    address,
    module: moduleName,
    name,
    args: args.map(({ bcs, signer, bcs_from }) => {
      if (signer !== undefined) return { signer: parseAddress(signer) };
      if (bcs !== null) return hexToBytes(bcs.slice(2));
      if (bcs_from !== undefined && "package" in bcs_from) {
        const { offset_in_blob_file, bytes } = packages[bcs_from.package]!;
        return genesis.subarray(offset_in_blob_file, offset_in_blob_file + bytes);
      }
      return bytes.encode(gasScheduleOf(genesis));
    }),
  };
}

function gasScheduleOf(genesis: Uint8Array): Uint8Array {
  const key = bytesToHex(frameworkKey("gas_schedule", "GasScheduleV2"));
  return deriveGenesis(genesis).writes.find((write) => bytesToHex(write.key) === key)!.value!;
}
