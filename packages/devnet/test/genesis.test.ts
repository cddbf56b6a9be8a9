import { createMoveCache, type MoveModuleAbi, MoveView, moduleAbi } from "@ledger/move";
import {
  bytesToHex,
  deriveGenesis,
  formatAddress,
  formatModuleId,
  formatWaypoint,
  parseModuleId,
  parseStructTag,
  parseTypeTag,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
  Transaction,
  tableItemKey,
} from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { describe, expect, test } from "vitest";
import { buildDevnetGenesis, DEVNET_ACCOUNTS, DEVNET_ASSETS, DEVNET_TABLES } from "../src/index.ts";
import { deriveBytes } from "../src/random.ts";
import { Replay } from "./support/replay.ts";

const blob = buildDevnetGenesis();
const genesis = deriveGenesis(blob);
const replay = new Replay();
replay.apply(genesis.record);
const view = new MoveView(replay, createMoveCache());

function modules(): MoveModuleAbi[] {
  return [...replay.items.values()].flatMap(({ key, data }) =>
    data[0] === 0xa1 && key.kind === "AccessPath" ? [moduleAbi(data)] : [],
  );
}

describe("genesis", () => {
  test("is one direct transaction, the same every time", () => {
    expect(Transaction.decode(blob)).toMatchObject({ kind: "GenesisTransaction", value: { kind: "Direct" } });
    expect(buildDevnetGenesis()).toEqual(blob);
  });

  test("is that of the releases before: stored development ledgers go on, and nodes of other releases can follow", () => {
    expect(formatWaypoint(genesis.waypoint)).toBe("0:19abca7807750278f98d7f62490ee0919984ad374a9d6f09ddcca1391c79bc7a");
  });

  test("begins a ledger with chain id 4, one validator and the first epoch", () => {
    expect(genesis.chainId).toBe(4);
    expect(genesis.epochState.epoch).toBe(1n);
    expect(genesis.epochState.verifier.validatorInfos).toHaveLength(1);
    expect(genesis.waypoint.version).toBe(0n);
  });

  test("has a validator key that is a point of the curve", () => {
    const secret = deriveBytes("key", "validator");
    secret[0]! &= 0x3f;
    const key = bls12_381.longSignatures.getPublicKey(secret).toBytes();
    expect(bytesToHex(genesis.epochState.verifier.validatorInfos[0]!.publicKey)).toBe(bytesToHex(key));
  });

  test("holds the resources that every network begins with", async () => {
    const read = async (address: string, type: string): Promise<unknown> => {
      const bytes = replay.find(resourceKey(parseModuleId(`${address}::m`).address, parseStructTag(type)));
      return bytes && view.decodeToJson(parseTypeTag(type), bytes);
    };
    expect(await read("0x1", "0x1::chain_id::ChainId")).toEqual({ id: 4 });
    expect(await read("0x1", "0x1::timestamp::CurrentTimeMicroseconds")).toEqual({ microseconds: "0" });
    expect(await read("0x1", "0x1::block::BlockResource")).toMatchObject({
      height: "0",
      new_block_events: { counter: "1", guid: { id: { addr: "0x1", creation_num: "3" } } },
    });
    expect(await read("0x1", "0x1::reconfiguration::Configuration")).toMatchObject({
      epoch: "1",
      events: { counter: "1", guid: { id: { addr: "0x1", creation_num: "2" } } },
    });
    expect(await read("0xa11ce", "0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>")).toMatchObject({
      coin: { value: "50000000000000" },
      deposit_events: { counter: "1", guid: { id: { addr: "0xa11ce", creation_num: "2" } } },
    });
    expect(await read("0xada", "0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>")).toBeUndefined();
  });

  test("keeps fungible balances in object groups at derived addresses", async () => {
    const group = parseStructTag("0x1::object::ObjectGroup");
    for (const { address } of [DEVNET_ACCOUNTS.ada, DEVNET_ACCOUNTS.dee, DEVNET_ACCOUNTS.abe]) {
      const store = primaryStoreAddress(address, DEVNET_ASSETS.apt.metadata);
      expect(replay.find(resourceGroupKey(store, group)), formatAddress(address)).toBeDefined();
    }
  });

  test("has an item in the table of coin conversions", async () => {
    const { handle, keyType, exampleKey } = DEVNET_TABLES.coinConversion;
    const key = await view.encodeFromJson(parseTypeTag(keyType), exampleKey);
    expect(replay.find(tableItemKey(handle, key))).toEqual(new Uint8Array([...new Uint8Array(31), 10]));
  });
});

describeVectors("the framework's modules against those of a public network", () => {
  interface Vector {
    readonly cases: readonly { readonly address: string; readonly name: string; readonly abi: MoveModuleAbi }[];
  }
  const published = new Map(
    readVectorJson<Vector>("genesis/devnet.modules_abi.json").cases.map((item) => [
      `${item.address}::${item.name}`,
      item.abi ?? item,
    ]),
  );
  const own = modules().filter(({ address }) => address === "0x1");

  test("there are some", () => expect(own.length).toBeGreaterThan(30));

  test.each(own.map((abi) => [formatModuleId(parseModuleId(`${abi.address}::${abi.name}`)), abi] as const))(
    "%s declares nothing that is not there, and nothing otherwise",
    (name, abi) => {
      const other = published.get(name) as MoveModuleAbi | undefined;
      expect(other, "published").toBeDefined();
      for (const struct of abi.structs) {
        expect(other!.structs.find((candidate) => candidate.name === struct.name)).toEqual(struct);
      }
      for (const declared of abi.exposed_functions) {
        expect(other!.exposed_functions.find((candidate) => candidate.name === declared.name)).toEqual(declared);
      }
      for (const friend of abi.friends) expect(other!.friends).toContain(friend);
    },
  );
}, ["genesis/devnet.modules_abi.json"]);
