import { vector } from "@ledger/bcs";
import { createMoveCache, listGroupMembers, MoveView, moduleAbi, scriptAbi } from "@ledger/move";
import {
  ContractEvent,
  formatAddress,
  formatTypeTag,
  type LedgerRecord,
  Path,
  parseTypeTag,
  type StateKey,
  Transaction,
  TransactionInfo,
  type TypeTag,
  tableItemKey,
} from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { DEVNET_TABLES } from "../src/index.ts";
import { Replay } from "./support/replay.ts";
import { runBlocks } from "./support/run.ts";

const tables = new Map(Object.values(DEVNET_TABLES).map((table) => [formatAddress(table.handle), table]));

let records: readonly LedgerRecord[];

beforeAll(async () => {
  records = (await runBlocks(121)).flat();
});

/** Types seen so far, with a value of each. */
class Decoder {
  readonly types = new Map<string, unknown>();
  readonly #view: MoveView;

  constructor(view: MoveView) {
    this.#view = view;
  }

  async decode(tag: TypeTag, bytes: Uint8Array): Promise<unknown> {
    const value = await this.#view.decodeToJson(tag, bytes);
    this.types.set(formatTypeTag(tag), value);
    return value;
  }

  /** Decodes whatever stands under a key. */
  async decodeItem(key: StateKey, data: Uint8Array): Promise<void> {
    if (key.kind === "TableItem") {
      const table = tables.get(formatAddress(key.value.handle));
      if (table === undefined) throw new Error(`no table ${formatAddress(key.value.handle)}`);
      const json = await this.#view.decodeToJson(parseTypeTag(table.keyType), key.value.key);
      expect(await this.#view.encodeFromJson(parseTypeTag(table.keyType), json)).toEqual(key.value.key);
      await this.decode(parseTypeTag(table.valueType), data);
      return;
    }
    if (key.kind !== "AccessPath") throw new Error(`unexpected ${key.kind} key`);
    const path = Path.decode(key.value.path);
    if (path.kind === "Code") {
      const abi = moduleAbi(data);
      expect([abi.address, abi.name]).toEqual([formatAddress(path.value.address), path.value.name]);
      return;
    }
    const tag = path.value;
    if (path.kind === "Resource") {
      expect(await this.#view.resourceGroupOf(tag)).toBeUndefined();
      await this.decode({ kind: "Struct", value: tag }, data);
      return;
    }
    for (const member of listGroupMembers(data)) {
      expect(await this.#view.resourceGroupOf(member.tag)).toEqual(tag);
      await this.decode({ kind: "Struct", value: member.tag }, member.value);
    }
  }
}

describe("everything decodes with the modules in force", () => {
  test("state values, table keys, events and arguments", async () => {
    const replay = new Replay();
    const cache = createMoveCache();
    const seen = new Set<string>();
    for (const record of records) {
      const changes = replay.apply(record);
      const view = new MoveView(replay, cache);
      const decoder = new Decoder(view);
      for (const { key, op } of changes) {
        const data =
          "value" in op ? (op.value instanceof Uint8Array ? op.value : "data" in op.value && op.value.data) : false;
        if (data) await decoder.decodeItem(key, data);
      }
      for (const event of vector(ContractEvent).decode(record.events)) {
        await decoder.decode(event.value.typeTag, event.value.data);
      }
      const transaction = Transaction.decode(record.transaction);
      if (transaction.kind === "UserTransaction") await checkArguments(view, transaction.value.rawTxn.payload);
      const { status } = TransactionInfo.decode(record.info).value;
      if (status.kind === "MoveAbort" && status.value.location.kind === "Module") {
        const { address, name } = status.value.location.value;
        const described = await view.describeAbort(address, name, status.value.code);
        expect(described).toEqual({
          codeName: status.value.info!.reasonName,
          codeDescription: status.value.info!.description,
        });
      }
      for (const type of decoder.types.keys()) seen.add(type);
    }
    for (const type of [
      "0x1::account::Account",
      "0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>",
      "0x1::coin::CoinStore<0xcafe::voucher::Voucher>",
      "0x1::fungible_asset::ConcurrentFungibleBalance",
      "0x1::nonce_validation::Bucket",
      "0x1::stake::StakePool",
      "0x1::code::PackageRegistry",
      "0x1::coin::CoinStoreDeletion",
      "0x1::reconfiguration::NewEpoch",
      "0x1::transaction_fee::FeeStatement",
      "0xcafe::shop::Order",
      "0xcafe::shop::Survey",
      "0xcafe::shop::Served",
      "0xcafe::cup::Smashed",
      "0xcafe::stock::Shelf<vector<u8>, 0xcafe::stock::Beans>",
    ]) {
      expect(seen).toContain(type);
    }
  });

  test("the documented table items exist from block 10 on", async () => {
    const replay = new Replay();
    const keys = new Map<string, Uint8Array>();
    let height = -1;
    for (const record of records) {
      replay.apply(record);
      if (TransactionInfo.decode(record.info).value.stateCheckpointHash === undefined) continue;
      height += 1;
      const view = new MoveView(replay, createMoveCache());
      for (const [name, { handle, keyType, valueType, exampleKey }] of Object.entries(DEVNET_TABLES)) {
        const key = keys.get(name) ?? (await view.encodeFromJson(parseTypeTag(keyType), exampleKey));
        keys.set(name, key);
        const value = replay.find(tableItemKey(handle, key));
        if (height >= 10) expect(value, `${name}, block ${height}`).toBeDefined();
        if (height === 120 && name === "orders") {
          expect(await view.decodeToJson(parseTypeTag(valueType), value!)).toMatchObject({
            drinks: [{ __variant__: expect.stringMatching(/Espresso|Latte|Tea/) }],
            status: { __variant__: expect.stringMatching(/Open|Served/) },
            total: expect.stringMatching(/^\d+$/),
          });
        }
      }
    }
    expect(height).toBe(120);
  });
});

async function checkArguments(
  view: MoveView,
  payload: Extract<Transaction, { kind: "UserTransaction" }>["value"]["rawTxn"]["payload"],
): Promise<void> {
  const executable = payload.kind === "Payload" ? payload.value.value.executable : payload;
  if (executable.kind === "Script") {
    expect(scriptAbi(executable.value.code).params).toEqual(["&signer", "u64"]);
    return;
  }
  if (executable.kind !== "EntryFunction") throw new Error(`unexpected ${executable.kind}`);
  const { module, function: name, typeArgs, args } = executable.value;
  const id = { address: module.address, module: module.name, name };
  const json = await view.decodeFunctionArguments(id, typeArgs, args);
  // What a function takes as an Object is shown as `{ inner }` and given as an address.
  const given = json.map((value) =>
    typeof value === "object" && value !== null && "inner" in value ? (value.inner as string) : value,
  );
  expect(await view.encodeEntryFunction(id, typeArgs, given)).toEqual([...args]);
}
