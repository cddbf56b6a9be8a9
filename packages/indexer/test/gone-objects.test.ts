import { expect, test } from "vitest";
import { objectGroup } from "./second/plain-record.ts";
import { type MadeEvent, makeRecord, type Resources } from "./support/made-record.ts";
import { type MadeRows, rowsOf } from "./support/rows-of.ts";
import { openVector } from "./support/vector-record.ts";

// Objects whose ObjectCore is gone while another resource at their address is written.

const address = (digit: string): string => `0x${digit.repeat(64)}`;
const [token, store, owner, other, asset] = [..."abcde"].map(address) as [string, string, string, string, string];
const mark: Resources = { "0x5::app::Member": { value: "1" } };

/** Rows of a transaction that wrote members of an object's group, removed it, or left it as it is, and told of something. */
function rows(object: string, members: Resources | "removed" | "absent", events: readonly MadeEvent[]): MadeRows {
  const group = { address: object, type: objectGroup };
  const writes = members === "absent" ? [] : [members === "removed" ? group : { ...group, written: members }];
  return rowsOf([openVector(makeRecord({ version: 1, sender: other, writes, events }))], []);
}

const handle = { counter: "0", guid: { id: { creation_num: "0", addr: token } } };
const core: Resources = {
  "0x1::object::ObjectCore": {
    guid_creation_num: "0",
    owner,
    allow_ungated_transfer: true,
    transfer_events: handle,
  },
};
const held: Resources = {
  "0x4::token::Token": {
    collection: { inner: asset },
    index: "1",
    description: "",
    name: "",
    uri: "",
    mutation_events: handle,
  },
};
const metadata: Resources = {
  "0x1::fungible_asset::Metadata": { name: "", symbol: "", decimals: 0, icon_uri: "", project_uri: "" },
};

const transfer: MadeEvent = {
  type: "0x1::object::TransferEvent",
  data: { object: token, from: owner, to: other },
  account: token,
};
const mutation: MadeEvent = {
  type: "0x4::token::MutationEvent",
  data: { mutated_field_name: "uri", old_value: "a", new_value: "b" },
  account: token,
};
const burn: MadeEvent = { type: "0x4::collection::BurnEvent", data: { index: "1", token }, account: asset };
const mint: MadeEvent = { type: "0x4::collection::MintEvent", data: { index: "1", token }, account: asset };
const nobody = `0x${"0".repeat(64)}`;

test("a token of which anything is written has both sides of its transfer", () => {
  const [row] = rows(token, mark, [transfer]).get("token_activities_v2");
  expect(row).toMatchObject({ type: transfer.type, from_address: owner, to_address: other });
});

test.each([burn, mint])("without ObjectCore a token is nobody's in the row of $type", (event) => {
  const [row] = rows(token, mark, [event]).get("token_activities_v2");
  expect(row).toMatchObject({ type: event.type, from_address: nobody, to_address: null });
});

test.each(["removed", "absent"] as const)("of a token whose group is %s, a mutation says nothing", (group) => {
  const [row] = rows(token, group, [mutation]).get("token_activities_v2");
  const unknown = { from_address: null, to_address: null, before_value: null, after_value: null, token_amount: 1n };
  expect(row).toMatchObject({ type: mutation.type, ...unknown });
});

test("a token without ObjectCore has nobody for its owner", () => {
  const [row, ...more] = rows(token, held, []).get("current_token_ownerships_v2");
  const unknown = { is_soulbound_v2: null, non_transferrable_by_owner: null };
  expect(row).toMatchObject({ token_data_id: token, owner_address: nobody, amount: 1n, ...unknown });
  expect(more).toEqual([]);
});

test("a burned token whose ObjectCore is left was its owner's, not an unknown account's", () => {
  const owners = rows(token, { ...core, ...mark }, [burn]).get("current_token_ownerships_v2");
  expect(owners.map((row) => row.owner_address)).toEqual([owner]);
});

test("the last change of a burned token says how bound it was", () => {
  const before = rows(token, { ...core, ...metadata }, [burn]).get("current_token_ownerships_v2");
  expect(before).toMatchObject([{ is_fungible_v2: false, is_soulbound_v2: true }]);
  const after = rows(token, { ...core, ...mark }, [burn]).get("current_token_ownerships_v2");
  expect(after).toMatchObject([{ is_fungible_v2: null, is_soulbound_v2: null }]);
});

const deposit: MadeEvent = { type: "0x1::fungible_asset::Deposit", data: { store, amount: "1" } };

test("a store of which anything is written has the asset that its FungibleStore names", () => {
  const balance = { metadata: { inner: asset }, balance: "1", frozen: false };
  const members = { ...mark, "0x1::fungible_asset::FungibleStore": balance };
  const [, row] = rows(store, members, [deposit]).get("fungible_asset_activities");
  expect(row).toMatchObject({ asset_type: asset, owner_address: null });
});

test("what tells of a removed store is asked only where nothing at its address is written", () => {
  const removal: MadeEvent = {
    type: "0x1::fungible_asset::FungibleStoreDeletion",
    data: { store, owner, metadata: asset },
  };
  const [, gone] = rows(store, "removed", [deposit, removal]).get("fungible_asset_activities");
  expect(gone).toMatchObject({ asset_type: asset, owner_address: owner });
  const [, left] = rows(store, mark, [deposit, removal]).get("fungible_asset_activities");
  expect(left).toMatchObject({ asset_type: null, owner_address: null });
});
