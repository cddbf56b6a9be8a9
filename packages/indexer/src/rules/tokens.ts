import { formatHex, ObjectCore } from "@ledger/types";
import { Burn, IndexedToken, ObjectTransfer, PropertyMap, Token, TokenIdentifiers } from "../layouts/tokens.ts";
import { noAccount } from "../record/event.ts";
import type { RecordView } from "../record/record-view.ts";
import type { CurrentRows, Row } from "../row.ts";
import { isBound } from "./objects.ts";
import { showProperties } from "./properties.ts";
import { textLimits, truncate } from "./truncate.ts";
import { written } from "./written.ts";

/** The table of tokens of both kinds. */
export const tokensTable = "current_token_datas_v2";
/** The table of their owners, past ones among them. */
export const ownershipsTable = "current_token_ownerships_v2";
const objectCore = "0x1::object::ObjectCore";
/** Owners by token: a table of its own among what rules look up. */
const lastOwners = "token_owners";

/** The key of a row of {@link ownershipsTable}. */
export function ownershipKey(token: string, propertyVersion: bigint, owner: string, storage: string): string {
  return `${token} ${propertyVersion} ${owner} ${storage}`;
}

/** Puts the tokens that a transaction wrote, gave away or burned, and whose they are and were. */
export function putTokens(record: RecordView, rows: CurrentRows): void {
  for (const { address, type, value } of record.resources) {
    if (type !== "0x4::token::Token" || value === undefined) continue;
    const core = record.written(address, objectCore, ObjectCore);
    if (core !== undefined) putToken(record, address, value, rows);
    putOwner(record, address, core, rows);
  }
  for (const burn of burns(record)) putBurned(record, burn, rows);
}

function putToken(record: RecordView, address: string, value: Uint8Array, rows: CurrentRows): void {
  const { collection, description, name, uri } = Token.decodePrefix(value).value;
  const identifiers = record.written(address, "0x4::token::TokenIdentifiers", TokenIdentifiers);
  const properties = record.written(address, "0x4::property_map::PropertyMap", PropertyMap);
  rows.put(tokensTable, address, {
    token_data_id: address,
    collection_id: formatHex(collection),
    token_name: truncate(identifiers?.name ?? name, textLimits.name),
    description,
    token_uri: truncate(uri, textLimits.uri),
    token_properties: properties === undefined ? null : showProperties(properties),
    is_fungible_v2: record.writes(address, "0x1::fungible_asset::Metadata"),
    ...noLegacyColumns,
    is_deleted_v2: false,
    ...written(record),
  });
}

const noLegacyColumns = {
  maximum: null,
  supply: null,
  largest_property_version_v1: null,
  decimals: 0n,
  token_standard: "v2",
} as const;

/** The owner recorded for a token that has no ObjectCore: the null account. */
function putOwner(record: RecordView, address: string, core: ObjectCore | undefined, rows: CurrentRows): void {
  const owner = core === undefined ? noAccount : formatHex(core.owner);
  const bonds = bondsOf(record, address, core);
  for (const { object, from, to } of transfers(record)) {
    if (object !== address || from === to || from === owner) continue;
    putOwnership(record, { token: address, owner: from, amount: 0n }, bonds, rows);
  }
  putOwnership(record, { token: address, owner, amount: 1n }, bonds, rows);
  rows.put(lastOwners, address, { owner_address: owner });
}

/** How bound a token without ObjectCore is, is unknown, unless it is marked. */
function bondsOf(record: RecordView, address: string, core: ObjectCore | undefined): Row {
  const isFree = core?.allowUngatedTransfer;
  const isSoulbound = isBound(record, address, isFree ?? true);
  return {
    is_soulbound_v2: isSoulbound || core !== undefined ? isSoulbound : null,
    non_transferrable_by_owner: isFree === undefined ? null : !isFree,
    is_fungible_v2: null,
  };
}

const unknownBonds: Row = { is_soulbound_v2: null, non_transferrable_by_owner: null, is_fungible_v2: null };

interface Owned {
  readonly token: string;
  readonly owner: string;
  readonly amount: bigint;
}

function putOwnership(record: RecordView, { token, owner, amount }: Owned, bonds: Row, rows: CurrentRows): void {
  rows.put(ownershipsTable, ownershipKey(token, 0n, owner, token), {
    token_data_id: token,
    property_version_v1: 0n,
    owner_address: owner,
    storage_id: token,
    amount,
    table_type_v1: null,
    token_properties_mutated_v1: null,
    ...bonds,
    token_standard: "v2",
    ...written(record),
  });
}

/** The movements of objects that a transaction tells of. */
function transfers({ events }: RecordView): { readonly object: string; readonly from: string; readonly to: string }[] {
  return events
    .filter(({ type }) => type === "0x1::object::Transfer" || type === "0x1::object::TransferEvent")
    .map(({ data }) => {
      const { object, from, to } = ObjectTransfer.decodePrefix(data).value;
      return { object: formatHex(object), from: formatHex(from), to: formatHex(to) };
    });
}

/** A token that was burned. */
interface Burned {
  readonly token: string;
  readonly collection: string;
  /** As the event says; events of a stream do not. */
  readonly previousOwner: string | undefined;
}

function burns({ events }: RecordView): Burned[] {
  return events.flatMap(({ type, account, data }): Burned[] => {
    if (type === "0x4::collection::Burn") {
      const { collection, token, previousOwner } = Burn.decodePrefix(data).value;
      const [id, owner] = [formatHex(token), formatHex(previousOwner)];
      return [{ token: id, collection: formatHex(collection), previousOwner: owner }];
    }
    if (type !== "0x4::collection::BurnEvent") return [];
    const { token } = IndexedToken.decodePrefix(data).value;
    return [{ token: formatHex(token), collection: account, previousOwner: undefined }];
  });
}

function putBurned(record: RecordView, burned: Burned, rows: CurrentRows): void {
  const { token, collection } = burned;
  if (!record.touches(token)) return;
  const before = rows.find(tokensTable, token) ?? { ...unknownToken, token_data_id: token, collection_id: collection };
  rows.put(tokensTable, token, { ...before, is_deleted_v2: true, ...written(record) });
  for (const [owner, bonds] of endsOf(record, burned, rows)) endOwnership(record, { token, owner }, bonds, rows);
}

/**
 * Whose ownership of a burned token ends, and what a new row says of it. An ObjectCore that is left names its owner; whatever else was
 * written or removed, the owner before. The last of the changes has its say.
 */
function endsOf(record: RecordView, { token, previousOwner }: Burned, rows: CurrentRows): Map<string, Row> {
  const core = record.written(token, objectCore, ObjectCore);
  const left = core && formatHex(core.owner);
  const before =
    previousOwner ?? (rows.find(lastOwners, token)?.owner_address as string | undefined) ?? left ?? "unknown";
  const ends = new Map<string, Row>();
  for (const { address, type } of record.resources) {
    if (address !== token) continue;
    if (left === undefined || type !== objectCore) ends.set(before, unknownBonds);
    // The indexers of the family call what is left of any burned token bound.
    else ends.set(left, { ...bondsOf(record, token, core), is_soulbound_v2: true, is_fungible_v2: false });
  }
  return ends;
}

/** The bonds of an existing row stay. */
function endOwnership(
  record: RecordView,
  { token, owner }: Omit<Owned, "amount">,
  bonds: Row,
  rows: CurrentRows,
): void {
  const before = rows.find(ownershipsTable, ownershipKey(token, 0n, owner, token));
  const kept = before ?? bonds;
  const { is_soulbound_v2 = null, non_transferrable_by_owner = null } = kept;
  const { is_fungible_v2 = null } = bonds;
  putOwnership(
    record,
    { token, owner, amount: 0n },
    { is_soulbound_v2, non_transferrable_by_owner, is_fungible_v2 },
    rows,
  );
}

const unknownToken: Row = {
  token_name: "",
  description: "",
  token_uri: "",
  token_properties: {},
  is_fungible_v2: false,
  ...noLegacyColumns,
};
