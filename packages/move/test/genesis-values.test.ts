import { formatAddress, formatStructTag, parseAddress, parseTypeTag, type StructTag } from "@ledger/types";
import { describeVectors, type Network, networks, newestNetwork, readVectorJson, testNetworks } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  createMoveCache,
  type HeldTable,
  type JsonValue,
  type Layout,
  listGroupMembers,
  MoveView,
} from "../src/index.ts";
import { readGenesisState } from "./genesis-state.ts";

type Values = { readonly [type: string]: JsonValue };

interface GenesisValues {
  readonly resources: { readonly [address: string]: Values };
  readonly resource_groups: { readonly [addressAndContainer: string]: Values };
  readonly table_items: {
    readonly [handle: string]: readonly {
      readonly key_type: string;
      readonly key: JsonValue;
      readonly value_type: string;
      readonly value: JsonValue;
    }[];
  };
}

/** Values that hold a `String` whose bytes are no UTF-8, which JSON cannot give back. */
const unparsable = "Unparsable utf-8";

describeVectors("values of published genesis transactions", () => {
  const cache = createMoveCache();

  testNetworks(
    networks,
    "every resource, group member and event of %s is read, and made again from its JSON",
    async (network) => {
      const state = readGenesisState(network);
      const view = new MoveView(state, cache);
      const members = state.groups.flatMap(({ value }) => listGroupMembers(value));
      const events = state.events.map(({ type, data }) => ({ tag: type, value: data }));
      for (const { tag, value } of [...state.resources, ...members, ...events]) {
        const layout = await view.layout({ kind: "Struct", value: tag });
        const text = layout.decodeToJsonText(value);
        const json = JSON.parse(text) as JsonValue;
        // Sorted members, no spaces: the text is what a serializer makes of the value it parses to.
        expect(JSON.stringify(sortMembers(json))).toBe(text);
        if (!text.includes(unparsable)) expect(layout.encodeFromJson(json), layout.type).toEqual(value);
      }
    },
  );

  testNetworks(networks, "the resources of %s hold every table that its genesis writes to", async (network) => {
    const state = readGenesisState(network);
    const view = new MoveView(state, cache);
    const held = new Map<string, HeldTable>();
    const note = (layout: Layout, value: Uint8Array): void => {
      for (const table of layout.listTables(value)) held.set(formatAddress(table.handle), table);
    };
    const members = state.groups.flatMap(({ value }) => listGroupMembers(value));
    for (const { tag, value } of [...state.resources, ...members]) {
      note(await view.layout({ kind: "Struct", value: tag }), value);
    }
    // Tables inside tables.
    for (const { handle, value } of state.tableItems) {
      const table = held.get(handle);
      if (table !== undefined) note(await view.layout(table.valueType), value);
    }
    expect(state.tableItems.length).toBeGreaterThan(0);
    for (const { handle, key, value } of state.tableItems) {
      const { keyType, valueType } = held.get(handle)!;
      (await view.wholeLayout(keyType)).decodeToJson(key);
      (await view.layout(valueType)).decodeToJson(value);
    }
  });

  testNetworks(["mainnet", "devnet", "devnet-2025-11"], "the values of %s are the expected ones", async (network) => {
    const state = readGenesisState(network);
    const view = new MoveView(state, cache);
    const expected = readVectorJson<GenesisValues>(`genesis/${network}.resources.json`);
    const read = async (tag: StructTag, value: Uint8Array) => view.decodeToJson({ kind: "Struct", value: tag }, value);

    const resources = new Map(state.resources.map((item) => [`${item.address} ${formatStructTag(item.tag)}`, item]));
    for (const [address, values] of Object.entries(expected.resources)) {
      for (const [type, json] of Object.entries(values)) {
        const { tag, value } = resources.get(`${address} ${type}`)!;
        expect(await read(tag, value), type).toEqual(json);
      }
    }
    const groups = new Map(state.groups.map((item) => [`${item.address}|${formatStructTag(item.tag)}`, item]));
    for (const [key, values] of Object.entries(expected.resource_groups)) {
      const members = listGroupMembers(groups.get(key)!.value);
      const found = await Promise.all(
        members.map(async ({ tag, value }) => [formatStructTag(tag), await read(tag, value)]),
      );
      expect(Object.fromEntries(found), key).toEqual(values);
    }
    for (const [handle, items] of Object.entries(expected.table_items)) {
      for (const item of items) {
        const key = await view.encodeFromJson(parseTypeTag(item.key_type), item.key);
        const stored = state.tableItems.find((other) => other.handle === handle && equal(other.key, key));
        expect(await view.decodeToJson(parseTypeTag(item.value_type), stored!.value)).toEqual(item.value);
      }
    }
  });

  interface TableRequest {
    readonly network: Network;
    readonly handle: string;
    readonly body: { readonly key_type: string; readonly value_type: string; readonly key: JsonValue };
    readonly expected: JsonValue;
  }
  const requests = readVectorJson<{ cases: TableRequest[] }>("tables/genesis_requests.json").cases;
  testNetworks(
    [...new Set(requests.map(({ network }) => network))],
    "table requests that %s answers",
    async (network) => {
      const state = readGenesisState(network);
      const view = new MoveView(state, cache);
      for (const { handle, body, expected } of requests.filter((request) => request.network === network)) {
        const key = await view.encodeFromJson(parseTypeTag(body.key_type), body.key);
        const stored = state.tableItems.find((item) => item.handle === handle && equal(item.key, key));
        expect(await view.decodeToJson(parseTypeTag(body.value_type), stored!.value)).toEqual(expected);
      }
    },
  );

  test("a group is listed by type, not in stored order", () => {
    const { groups } = readGenesisState(newestNetwork);
    const { value } = groups.find(({ address }) => address === "0xa")!;
    expect(listGroupMembers(value).map(({ tag }) => `${tag.module}::${tag.name}`)).toEqual([
      "coin::PairedCoinType",
      "coin::PairedFungibleAssetRefs",
      "fungible_asset::ConcurrentSupply",
      "fungible_asset::Metadata",
      "object::ObjectCore",
      "primary_fungible_store::DeriveRefPod",
    ]);
  });

  test("an abort code is explained by its reason, and not by the low bits of one that is no category with a reason", async () => {
    const view = new MoveView(readGenesisState(newestNetwork), cache);
    const explain = (code: bigint) => view.describeAbort(parseAddress("0x1"), "coin", code);
    const description = await explain(0x1_0006n);
    expect(description?.codeName).toBe("EINSUFFICIENT_BALANCE");
    expect(await explain(6n)).toEqual(description);
    expect(await explain(0xfffn)).toBeUndefined();
    for (const other of [0x1006n, 0x100_0006n, 0xca26_cbd9_be0b_0006n]) expect(await explain(other)).toBeUndefined();
  });
});

function equal(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** Sorts members by name at every level: names are ASCII, so text order is byte order. */
function sortMembers(json: JsonValue): JsonValue {
  if (Array.isArray(json)) return json.map(sortMembers);
  if (typeof json !== "object" || json === null) return json;
  const members = Object.entries(json as { readonly [name: string]: JsonValue });
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, value]) => [name, sortMembers(value)]));
}
