import { formatHex } from "@ledger/types";
import {
  AccountTokenAmount,
  CollectionData,
  Collections,
  ItemTable,
  LegacyToken,
  Offer,
  TokenData,
  TokenDataId,
  TokenId,
  TokenOfferId,
} from "../layouts/legacy-tokens.ts";
import type { ItemChange } from "../record/change.ts";
import type { ItemTypes, RecordView } from "../record/record-view.ts";
import type { CurrentRows } from "../row.ts";
import { collectionsTable } from "./collections.ts";
import { showLegacyProperties } from "./properties.ts";
import { legacyCollectionId, legacyNames } from "./token-names.ts";
import { ownershipKey, ownershipsTable, tokensTable } from "./tokens.ts";
import { textLimits, truncate } from "./truncate.ts";
import { written } from "./written.ts";

/** Says what the items of a table are, by its handle; `undefined` where that is not known. */
export type FindItemTypes = (handle: string) => ItemTypes | undefined;

/** Accounts by the tables that they hold: among what rules look up. */
const holders = "token_table_holders";

/** Resources of `0x3` that hold tables, and the first table of each. */
const holding = {
  "0x3::token::Collections": Collections,
  "0x3::token::TokenStore": ItemTable,
  "0x3::token_transfers::PendingClaims": ItemTable,
} as const;

/** Puts the tokens of the first kind that a transaction wrote or removed: their collections, owners and offers. */
export function putLegacyTokens(record: RecordView, findTypes: FindItemTypes, rows: CurrentRows): void {
  noteHolders(record, rows);
  for (const change of record.items) {
    const types = findTypes(change.handle);
    if (types === undefined) continue;
    const { keyType, valueType } = types;
    if (valueType === "0x3::token::CollectionData") putCollection(record, change, rows);
    if (valueType === "0x3::token::TokenData") putTokenData(record, change, rows);
    if (valueType !== "0x3::token::Token") continue;
    if (keyType === "0x3::token::TokenId") putToken(record, change, rows);
    if (keyType === "0x3::token_transfers::TokenOfferId") putOffer(record, change, rows);
  }
}

function noteHolders({ resources }: RecordView, rows: CurrentRows): void {
  for (const { address, type, value } of resources) {
    if (value === undefined || !Object.hasOwn(holding, type)) continue;
    const held = holding[type as keyof typeof holding].decodePrefix(value).value;
    const handle = formatHex("handle" in held ? held.handle : held.collectionData);
    rows.put(holders, handle, { owner_address: address, table_type: type });
  }
}

function holderOf(handle: string, type: keyof typeof holding, rows: CurrentRows): string | undefined {
  const row = rows.find(holders, handle);
  return row?.table_type === type ? (row.owner_address as string) : undefined;
}

function putCollection(record: RecordView, { handle, value }: ItemChange, rows: CurrentRows): void {
  const creator = holderOf(handle, "0x3::token::Collections", rows);
  if (value === undefined || creator === undefined) return;
  const data = CollectionData.decodePrefix(value).value;
  const id = legacyCollectionId(creator, data.name);
  rows.put(collectionsTable, id, {
    collection_id: id,
    creator_address: creator,
    collection_name: truncate(data.name, textLimits.name),
    description: data.description,
    uri: truncate(data.uri, textLimits.uri),
    current_supply: data.supply,
    max_supply: data.maximum,
    total_minted_v2: null,
    mutable_description: data.isDescriptionMutable,
    mutable_uri: data.isUriMutable,
    table_handle_v1: handle,
    token_standard: "v1",
    ...written(record),
  });
}

function putTokenData(record: RecordView, { itemKey, value }: ItemChange, rows: CurrentRows): void {
  if (value === undefined) return;
  const names = legacyNames(TokenDataId.decode(itemKey));
  const data = TokenData.decodePrefix(value).value;
  rows.put(tokensTable, names.tokenId, {
    token_data_id: names.tokenId,
    collection_id: names.collectionId,
    token_name: truncate(names.name, textLimits.name),
    description: data.description,
    token_uri: truncate(data.uri, textLimits.uri),
    token_properties: showLegacyProperties(data.properties),
    maximum: data.maximum,
    supply: data.supply,
    largest_property_version_v1: data.largestPropertyVersion,
    decimals: 0n,
    is_fungible_v2: null,
    is_deleted_v2: null,
    token_standard: "v1",
    ...written(record),
  });
  rows.put("current_token_royalty_v1", names.tokenId, {
    token_data_id: names.tokenId,
    payee_address: formatHex(data.payee),
    royalty_points_numerator: data.royaltyNumerator,
    royalty_points_denominator: data.royaltyDenominator,
    ...written(record),
  });
}

function putToken(record: RecordView, { handle, itemKey, value }: ItemChange, rows: CurrentRows): void {
  const id = TokenId.decode(itemKey);
  const token = value && LegacyToken.decodePrefix(value).value;
  const { tokenId } = legacyNames(id.data);
  const owner =
    holderOf(handle, "0x3::token::TokenStore", rows) ?? movedBy(record, tokenId, token === undefined ? "from" : "to");
  if (owner === undefined) return;
  rows.put(ownershipsTable, ownershipKey(tokenId, id.propertyVersion, owner, handle), {
    token_data_id: tokenId,
    property_version_v1: id.propertyVersion,
    owner_address: owner,
    storage_id: handle,
    amount: token?.amount ?? 0n,
    table_type_v1: "0x3::token::TokenStore",
    token_properties_mutated_v1: showLegacyProperties(token?.properties ?? []),
    is_soulbound_v2: null,
    is_fungible_v2: null,
    non_transferrable_by_owner: null,
    token_standard: "v1",
    ...written(record),
  });
}

/** The account that the last deposit of a token went to, or that the first withdrawal came from. */
function movedBy({ events }: RecordView, tokenId: string, side: "from" | "to"): string | undefined {
  const type = side === "to" ? "0x3::token::TokenDeposit" : "0x3::token::TokenWithdraw";
  const moved = events
    .filter((event) => event.type === type)
    .map(({ data }) => AccountTokenAmount.decodePrefix(data).value);
  const ofToken = moved.filter(({ id }) => legacyNames(id.data).tokenId === tokenId);
  const found = side === "to" ? ofToken.at(-1) : ofToken[0];
  return found && formatHex(found.account);
}

function putOffer(record: RecordView, { handle, itemKey, value }: ItemChange, rows: CurrentRows): void {
  const { to, id } = TokenOfferId.decode(itemKey);
  const names = legacyNames(id.data);
  const receiver = formatHex(to);
  const holder = holderOf(handle, "0x3::token_transfers::PendingClaims", rows);
  const from = holder ?? offeredBy(record, names.tokenId, receiver);
  if (from === undefined) return;
  const key = `${names.tokenId} ${id.propertyVersion} ${from} ${receiver}`;
  rows.put("current_token_pending_claims", key, {
    token_data_id: names.tokenId,
    token_data_id_hash: names.tokenId.slice(2),
    property_version: id.propertyVersion,
    from_address: from,
    to_address: receiver,
    collection_id: names.collectionId,
    collection_data_id_hash: names.collectionId.slice(2),
    creator_address: names.creator,
    collection_name: truncate(names.collection, textLimits.name),
    name: truncate(names.name, textLimits.name),
    amount: value === undefined ? 0n : LegacyToken.decodePrefix(value).value.amount,
    table_handle: handle,
    ...written(record),
  });
}

/** The account whose offer of a token an event tells of: offers leave the resource that holds them as it is. */
function offeredBy({ events }: RecordView, tokenId: string, receiver: string): string | undefined {
  const found = events.findLast(({ type, data }) => {
    if (!offers.includes(type)) return false;
    const { to, id } = Offer.decodePrefix(data).value;
    return formatHex(to) === receiver && legacyNames(id.data).tokenId === tokenId;
  });
  return found && formatHex(Offer.decodePrefix(found.data).value.account);
}

const offers = ["Offer", "CancelOffer", "Claim"].map((name) => `0x3::token_transfers::${name}`);
