import { formatStructTag, hexToBytes, parseStructTag, parseTypeTag, type TypeTag } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { createMoveCache, type JsonValue, listGroupMembers, MoveView } from "../src/index.ts";
import { networksByFramework, readGenesisState } from "./genesis-state.ts";

interface EventCase {
  readonly type: string;
  readonly data: JsonValue;
  readonly data_bcs: string;
}

interface ResourceCase {
  readonly type: string;
  readonly data: JsonValue;
  readonly bcs: string;
}

interface TableItemCase {
  readonly key_type: string;
  readonly key: JsonValue;
  readonly key_bcs: string;
  readonly value_type: string;
  readonly value: JsonValue;
  readonly value_bcs?: string;
}

interface GroupCase {
  readonly network: string;
  readonly version: string;
  readonly address: string;
  readonly group: string;
  readonly group_bcs: string;
  readonly members: { readonly [type: string]: JsonValue };
}

describeVectors("values of real transactions", () => {
  // The values come from many framework versions: each is read with the newest genesis that knows its type.
  const cache = createMoveCache();
  const views = networksByFramework.map((network) => new MoveView(readGenesisState(network), cache));

  async function findView(tag: TypeTag): Promise<MoveView> {
    for (const view of views) {
      const found = await view.layout(tag).catch(() => undefined);
      if (found !== undefined) return view;
    }
    throw new Error("no genesis knows the type");
  }

  async function expectBothWays(type: string, json: JsonValue, bytes: Uint8Array): Promise<void> {
    const tag = parseTypeTag(type);
    const view = await findView(tag);
    expect(await view.decodeToJson(tag, bytes)).toEqual(json);
    const layout = await view.layout(tag);
    expect(layout.encodeFromJson(json)).toEqual(bytes);
  }

  const events = readVectorJson<{ cases: EventCase[] }>("values/events.json").cases;
  test.each(events)("event $type at $version/$index", async ({ type, data, data_bcs }) => {
    await expectBothWays(type, data, fromHex(data_bcs));
  });

  const resources = readVectorJson<{ cases: ResourceCase[] }>("values/resources.json").cases;
  test.each(resources)("resource $type of $address", async ({ type, data, bcs }) => {
    await expectBothWays(type, data, fromHex(bcs));
  });

  const items = readVectorJson<{ cases: TableItemCase[] }>("values/table_items.json").cases;
  test.each(items)("table item $key_type → $value_type in $handle", async (item) => {
    const keyType = parseTypeTag(item.key_type);
    const view = await findView(keyType);
    expect(await view.encodeFromJson(keyType, item.key)).toEqual(fromHex(item.key_bcs));
    await expectBothWays(item.key_type, item.key, fromHex(item.key_bcs));
    if (item.value_bcs !== undefined) await expectBothWays(item.value_type, item.value, fromHex(item.value_bcs));
  });

  const groups = readVectorJson<{ cases: GroupCase[] }>("values/resource_groups.json").cases;
  test.each(groups)("resource group of $address at $version", async ({ group, group_bcs, members }) => {
    const listed = listGroupMembers(fromHex(group_bcs));
    expect(listed.map(({ tag }) => formatStructTag(tag)).sort()).toEqual(Object.keys(members).sort());
    for (const { tag, value } of listed) {
      const type = formatStructTag(tag);
      await expectBothWays(type, members[type]!, value);
      const view = await findView({ kind: "Struct", value: tag });
      expect(await view.resourceGroupOf(tag)).toEqual(parseStructTag(group));
      expect(await view.isResourceGroup(parseStructTag(group))).toBe(true);
    }
  });
});

function fromHex(text: string): Uint8Array {
  return hexToBytes(text.slice(2));
}
