import type { MoveModuleBytecode, MoveResource } from "@aptos-labs/ts-sdk";
import { demoAccounts, demoAssets, demoTables } from "@ledger/demo-ledger";
import {
  AccountResource,
  type Address,
  FungibleStore,
  formatAddress,
  formatAddressLong,
  formatHex,
  moduleKey,
  ObjectCore,
  parseAddress,
  primaryStoreAddress,
} from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { refusalOf } from "./support/refusal.ts";
import { ReplayedState } from "./support/replayed-state.ts";
import { openStillLedger, type StillLedger } from "./support/still-ledger.ts";

// The state as the official client reads it, compared with what the write sets of the ledger add up to.

const { ada, ben, eve, cafe } = demoAccounts;
const framework = parseAddress("0x1");
const accountType = "0x1::account::Account";

let ledger: StillLedger;
let state: ReplayedState;
/** A version to look back to. */
const early = 40;
let earlyState: ReplayedState;

beforeAll(async () => {
  ledger = await openStillLedger();
  state = new ReplayedState(ledger.records);
  earlyState = new ReplayedState(ledger.records.slice(0, early + 1));
});

describe("ledger", () => {
  test("info and chain id", async () => {
    const info = await ledger.aptos.getLedgerInfo();
    expect(info).toMatchObject({
      chain_id: 4,
      ledger_version: `${ledger.records.length - 1}`,
      oldest_ledger_version: "0",
      oldest_block_height: "0",
      block_height: "62",
      epoch: "3",
      node_role: "full_node",
    });
    expect(await ledger.aptos.getChainId()).toBe(4);
  });

  test("gas estimate", async () => {
    const estimate = await ledger.aptos.getGasPriceEstimation();
    expect(estimate).toEqual(await (await fetch(`${ledger.url}/estimate_gas_price`)).json());
    expect(estimate.gas_estimate).toBeGreaterThanOrEqual(100);
  });
});

describe("account", () => {
  test.each(Object.values(demoAccounts))("info of $name", async ({ address }) => {
    const resource = state.findResource(address, "0x1::account::Account");
    expect(resource).toBeDefined();
    const { sequenceNumber, authenticationKey } = AccountResource.decode(resource!);
    expect(await ledger.aptos.getAccountInfo({ accountAddress: formatAddressLong(address) })).toEqual({
      sequence_number: `${sequenceNumber}`,
      authentication_key: formatHex(authenticationKey),
    });
  });

  test("info of an address that nobody used", async () => {
    const accountAddress = `0x${"5eed".repeat(16)}`;
    const info = await ledger.aptos.getAccountInfo({ accountAddress });
    expect(info).toEqual({ sequence_number: "0", authentication_key: accountAddress });
  });

  test("transactions, to the newest and from one on", async () => {
    const accountAddress = formatAddressLong(cafe.address);
    const { sequence_number } = await ledger.aptos.getAccountInfo({ accountAddress });
    const count = Number(sequence_number);
    expect(count).toBeGreaterThan(8);
    const all = await ledger.aptos.getAccountTransactions({ accountAddress, options: { offset: 0, limit: 100 } });
    expect(all.map((one) => "sequence_number" in one && one.sequence_number)).toEqual(
      Array.from({ length: count }, (_, index) => `${index}`),
    );
    expect(all.every((one) => "sender" in one && one.sender === formatAddress(cafe.address))).toBe(true);
    const page = await ledger.aptos.getAccountTransactions({ accountAddress, options: { offset: 3, limit: 4 } });
    expect(page).toEqual(all.slice(3, 7));
    const newest = await ledger.aptos.getAccountTransactions({ accountAddress, options: { limit: 5 } });
    expect(newest).toEqual(all.slice(-5));
  });

  test("to whom a key belongs that was never rotated", async () => {
    const unknown = `0x${"5eed".repeat(16)}`;
    const found = await ledger.aptos.lookupOriginalAccountAddress({ authenticationKey: unknown });
    expect(found.toString()).toBe(unknown);
  });
});

describe("modules", () => {
  function expectModules(modules: readonly MoveModuleBytecode[], address: Address): void {
    expect(modules.length).toBeGreaterThan(1);
    expect(modules.length).toBe(state.countModules(address));
    for (const { bytecode, abi } of modules) {
      const stored = state.find(moduleKey(address, abi?.name ?? ""));
      expect(bytecode, abi?.name).toBe(stored && formatHex(stored));
      expect(abi?.address).toBe(formatAddress(address));
    }
  }

  test.each([
    ["the framework", framework],
    ["the shop", cafe.address],
  ])("all of %s", async (_name, address) => {
    expectModules(await ledger.aptos.getAccountModules({ accountAddress: formatAddressLong(address) }), address);
  });

  test.each([
    ["the framework", framework, 7],
    ["the shop", cafe.address, 1],
  ])("all of %s, page by page", async (_name, address, limit) => {
    const accountAddress = formatAddressLong(address);
    const modules: MoveModuleBytecode[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await ledger.aptos.getAccountModulesPage({
        accountAddress,
        options: { limit, ...(cursor === undefined ? {} : { cursor }) },
      });
      expect(page.modules.length).toBeLessThanOrEqual(limit);
      modules.push(...page.modules);
      cursor = page.cursor;
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBe(Math.ceil(modules.length / limit));
    expectModules(modules, address);
    expect(modules).toEqual(await ledger.aptos.getAccountModules({ accountAddress }));
  });

  test("one, with its functions and structs", async () => {
    const { bytecode, abi } = await ledger.aptos.getAccountModule({ accountAddress: "0x1", moduleName: "coin" });
    expect(bytecode).toBe(formatHex(state.find(moduleKey(framework, "coin"))!));
    expect(abi?.structs.find(({ name }) => name === "CoinStore")?.generic_type_params).toEqual([{ constraints: [] }]);
    expect(abi?.exposed_functions.find(({ name }) => name === "transfer")).toMatchObject({
      is_entry: true,
      params: ["&signer", "address", "u64"],
    });
  });

  test("one as it was at a version", async () => {
    const version = (ledgerVersion: number) =>
      ledger.aptos.getAccountModule({
        accountAddress: formatAddressLong(cafe.address),
        moduleName: "season",
        options: { ledgerVersion },
      });
    const latest = await version(ledger.records.length - 1);
    expect(latest.bytecode).toBe(formatHex(state.find(moduleKey(cafe.address, "season"))!));
    const { status, data } = await refusalOf(version(1));
    expect([status, data.error_code]).toEqual([404, "module_not_found"]);
  });
});

describe("resources", () => {
  test("one that changes, at a version and now", async () => {
    const read = (options: { ledgerVersion?: number }) =>
      ledger.aptos.getAccountResource<{ sequence_number: string }>({
        accountAddress: cafe.address,
        resourceType: accountType,
        options,
      });
    const numbers = await Promise.all(
      (
        [
          [{ ledgerVersion: early }, earlyState],
          [{}, state],
        ] as const
      ).map(async ([options, values]) => {
        const { sequenceNumber } = AccountResource.decode(values.findResource(cafe.address, accountType)!);
        expect(await read(options)).toMatchObject({ sequence_number: `${sequenceNumber}` });
        return sequenceNumber;
      }),
    );
    expect(numbers[1]).toBeGreaterThan(numbers[0]!);
  });

  test("one in an object's group", async () => {
    const accountAddress = primaryStoreAddress(ada.address, demoAssets.apt.metadata);
    const stored = state.findObjectMember(accountAddress, "0x1::fungible_asset::FungibleStore");
    expect(
      await ledger.aptos.getAccountResource({ accountAddress, resourceType: "0x1::fungible_asset::FungibleStore" }),
    ).toEqual({
      metadata: { inner: formatAddress(demoAssets.apt.metadata) },
      balance: `${FungibleStore.decode(stored!).balance}`,
      frozen: false,
    });
    const core = await ledger.aptos.getAccountResource({ accountAddress, resourceType: "0x1::object::ObjectCore" });
    const { owner } = ObjectCore.decode(state.findObjectMember(accountAddress, "0x1::object::ObjectCore")!);
    expect(core.owner).toBe(formatAddress(owner));
  });

  test("all of an account, in one page and in many", async () => {
    const accountAddress = "0x1";
    const all = await ledger.aptos.getAccountResources({ accountAddress });
    expect(new Set(all.map(({ type }) => type)).size).toBe(all.length);
    expect(all).toContainEqual({ type: "0x1::chain_id::ChainId", data: { id: 4 } });
    const paged: MoveResource[] = [];
    let pages = 0;
    let cursor: string | undefined;
    do {
      const page = await ledger.aptos.getAccountResourcesPage({
        accountAddress,
        options: { limit: 3, ...(cursor === undefined ? {} : { cursor }) },
      });
      paged.push(...page.resources);
      cursor = page.cursor;
      pages++;
    } while (cursor !== undefined);
    expect(pages).toBeGreaterThan(3);
    expect(paged).toEqual(all);
  });

  test("all of an object are the members of its group", async () => {
    const resources = await ledger.aptos.getAccountResources({ accountAddress: demoAssets.bean.metadata });
    expect(resources.map(({ type }) => type)).toEqual(
      expect.arrayContaining(["0x1::object::ObjectCore", "0x1::fungible_asset::Metadata"]),
    );
  });

  test("none", async () => {
    const { status, data } = await refusalOf(
      ledger.aptos.getAccountResource({ accountAddress: ada.address, resourceType: "0xcafe::shop::Shop" }),
    );
    expect([status, data.error_code]).toEqual([404, "resource_not_found"]);
    const beyond = await refusalOf(
      ledger.aptos.getAccountResource({
        accountAddress: cafe.address,
        resourceType: accountType,
        options: { ledgerVersion: 9_999_999 },
      }),
    );
    expect([beyond.status, beyond.data.error_code]).toEqual([404, "version_not_found"]);
  });
});

describe("tables", () => {
  const items = Object.entries(demoTables);

  test.each(items)("an item of %s", async (_name, { handle, keyType, valueType, exampleKey }) => {
    const data = { key_type: keyType, value_type: valueType, key: exampleKey };
    const address = formatAddressLong(handle);
    const item = await ledger.aptos.getTableItem({ handle: address, data });
    const direct = await fetch(`${ledger.url}/tables/${address}/item`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(data),
    });
    expect(item).toEqual(await direct.json());
  });

  test("items with known values", async () => {
    const { coinConversion, commits } = demoTables;
    expect(
      await ledger.aptos.getTableItem({
        handle: formatAddress(coinConversion.handle),
        data: {
          key_type: coinConversion.keyType,
          value_type: coinConversion.valueType,
          key: coinConversion.exampleKey,
        },
      }),
    ).toEqual({ inner: formatAddress(demoAssets.apt.metadata) });
    const commit = await ledger.aptos.getTableItem<{ height: string; hash: string }>({
      handle: formatAddress(commits.handle),
      data: { key_type: commits.keyType, value_type: commits.valueType, key: 7 },
      options: { ledgerVersion: ledger.records.length - 1 },
    });
    const block = await ledger.aptos.getBlockByHeight({ blockHeight: 7 });
    expect(commit.height).toBe("7");
    expect(parseAddress(commit.hash)).toEqual(parseAddress(block.block_hash));
  });

  test("none", async () => {
    const { handle, keyType, valueType } = demoTables.commits;
    const { status, data } = await refusalOf(
      ledger.aptos.getTableItem({
        handle: formatAddress(handle),
        data: { key_type: keyType, value_type: valueType, key: 4_000_000 },
      }),
    );
    expect([status, data.error_code]).toEqual([404, "table_item_not_found"]);
  });
});

describe("balance", () => {
  test.each([ben, eve, ada, cafe])("of $name, by coin and by metadata object", async ({ address }) => {
    const accountAddress = formatAddressLong(address);
    for (const asset of Object.values(demoAssets)) {
      // Who asks by the metadata object is not told of coins that were never migrated.
      const fungible = state.fungibleBalance(address, asset.metadata);
      expect(await ledger.aptos.getBalance({ accountAddress, asset: formatAddress(asset.metadata) })).toBe(
        Number(fungible),
      );
      if (!("coinType" in asset)) continue;
      expect(await ledger.aptos.getBalance({ accountAddress, asset: asset.coinType })).toBe(
        Number(fungible + state.coinBalance(address, asset.coinType)),
      );
    }
  });
});
