import { expect, test } from "vitest";
import { objectGroup } from "./second/plain-record.ts";
import { type MadeEvent, makeRecord, type Resources } from "./support/made-record.ts";
import { type MadeRows, rowsOf } from "./support/rows-of.ts";
import { openVector } from "./support/vector-record.ts";

// Objects whose ObjectCore is gone while another resource at their address is written.

const address = (digit: string): string => `0x${digit.repeat(64)}`;
const [token, store, owner, other, asset] = [..."abcde"].map(address) as [string, string, string, string, string];
const mark: Resources = { "0x5::app::Member": { value: "1" } };

/** Rows of a transaction that wrote members of an object's group, and told of them. */
function rows(object: string, members: Resources, events: readonly MadeEvent[]): MadeRows {
  const writes = [{ address: object, type: objectGroup, written: members }];
  return rowsOf([openVector(makeRecord({ version: 1, sender: other, writes, events }))], []);
}

const transfer: MadeEvent = {
  type: "0x1::object::TransferEvent",
  data: { object: token, from: owner, to: other },
  account: token,
};

test("a token of which anything is written has both sides of its transfer", () => {
  const [row] = rows(token, mark, [transfer]).get("token_activities_v2");
  expect(row).toMatchObject({ type: transfer.type, from_address: owner, to_address: other });
});

test("a store of which anything is written has the asset that its FungibleStore names", () => {
  const held = { metadata: { inner: asset }, balance: "1", frozen: false };
  const event: MadeEvent = { type: "0x1::fungible_asset::Deposit", data: { store, amount: "1" } };
  const [, row] = rows(store, { ...mark, "0x1::fungible_asset::FungibleStore": held }, [event]).get(
    "fungible_asset_activities",
  );
  expect(row).toMatchObject({ asset_type: asset, owner_address: null });
});
