import {
  encodeStateKey,
  formatHex,
  hashStateKey,
  Path,
  parseAddress,
  parseStructTag,
  ResourceGroup,
  type StateKey,
} from "@ledger/types";
import {
  type Json,
  objectGroup,
  type PlainChange,
  type PlainEvent,
  type PlainRecord,
  wide,
} from "../second/plain-record.ts";
import { encodeJson, layouts } from "./layouts.ts";
import type { VectorRecord } from "./vector-record.ts";

// Records in the form of the vectors, made from what resources and events hold.

/** Resources by type. */
export type Resources = Readonly<Record<string, Json>>;

/** What a transaction did to a value of the state. */
export interface MadeWrite {
  readonly address: string;
  /** Of the resource, or of the group. */
  readonly type: string;
  /** Members of a group, or the one resource; absent for a deletion. */
  readonly written?: Resources;
}

export interface MadeEvent {
  readonly type: string;
  readonly data: Json;
  /** Absent for a module event. */
  readonly account?: string;
  readonly creationNumber?: string;
}

export interface MadeTransaction {
  readonly version: number;
  /** Absent for the transaction that begins a block. */
  readonly sender?: string;
  /** Absent for a successful one. */
  readonly isFailed?: boolean;
  readonly writes: readonly MadeWrite[];
  readonly events: readonly MadeEvent[];
}

/** A record that both the plain program and the product read: the JSON and the bytes say the same. */
export type MadeRecord = PlainRecord & VectorRecord;

const groups = new Set([objectGroup, "0x5::app::Group"]);

const isGroup = (type: string): boolean => groups.has(type);

/** Makes the record of a transaction; one of a user called `0x5::app::run`. */
export function makeRecord({ version, sender, isFailed = false, writes, events }: MadeTransaction): MadeRecord {
  const made = writes
    .map((write) => ({ write, key: keyOf(write) }))
    .sort((a, b) => (orderOf(a.write) < orderOf(b.write) ? -1 : 1));
  return {
    version: `${version}`,
    kind: sender === undefined ? "block_metadata" : "user",
    block_height: `${version}`,
    epoch: "1",
    timestamp_usecs: `${1_700_000_000_000_000 + version * 1001}`,
    info: { gas_used: "7", success: !isFailed, hash: `0x${"0".repeat(64)}` },
    transaction: sender === undefined ? { round: "0", proposer: "0x1" } : requestOf(sender),
    events: events.map(makeEvent),
    changes: made.flatMap(({ write }, place) => changesOf(write, place)),
    writes: made.map(({ write, key }) => ({
      state_key: formatHex(encodeStateKey(key)),
      state_key_hash: formatHex(hashStateKey(encodeStateKey(key))),
      op: write.written === undefined ? "delete" : "write",
      value_bcs: write.written === undefined ? null : formatHex(bytesOf(write.type, write.written)),
      value_size: 0,
    })),
  } as unknown as MadeRecord;
}

const requestOf = (sender: string): Json => ({
  sender,
  sequence_number: "0",
  max_gas_amount: "100",
  gas_unit_price: "100",
  expiration_timestamp_secs: "1800000000",
  payload: { type: "entry_function_payload", function: "0x5::app::run" },
  signature: {
    type: "TYPE_ED25519",
    ed25519: { public_key: `0x${"11".repeat(32)}`, signature: `0x${"00".repeat(64)}` },
  },
  signed_txn_bcs: null,
});

function keyOf({ address, type }: MadeWrite): StateKey {
  const kind = isGroup(type) ? "ResourceGroup" : "Resource";
  const path = Path.encode({ kind, value: parseStructTag(type) });
  return { kind: "AccessPath", value: { address: parseAddress(address), path } };
}

/** Sheet, 3: by address and path, where resources come before groups. */
const orderOf = ({ address, type }: MadeWrite): string => {
  const path = Path.encode({ kind: isGroup(type) ? "ResourceGroup" : "Resource", value: parseStructTag(type) });
  return wide(address) + formatHex(path);
};

function bytesOf(type: string, written: Resources): Uint8Array {
  if (!isGroup(type)) return encodeJson(layouts[typeName(type)]!, written[type]);
  return ResourceGroup.encode(
    new Map(
      Object.entries(written).map(
        ([member, data]) => [parseStructTag(member), encodeJson(layouts[typeName(member)]!, data)] as const,
      ),
    ),
  );
}

const typeName = (type: string): string => type.split("<")[0]!;

function changesOf({ address, type, written }: MadeWrite, place: number): readonly PlainChange[] {
  if (written === undefined) {
    return [{ op: "delete", kind: isGroup(type) ? "group" : "resource", address, type, write: place }];
  }
  const kind = isGroup(type) ? "group_member" : "resource";
  // Members by address, module and name of their types: all addresses here are short.
  return Object.keys(written)
    .sort()
    .map((member) => ({ op: "write", kind, address, type: member, data: written[member], group: type, write: place }));
}

function makeEvent(
  { type, data, account, creationNumber = "1" }: MadeEvent,
  index: number,
): PlainEvent & { data_bcs: string; sequence_number: string | null } {
  return {
    index,
    key: account === undefined ? null : { account, creation_number: creationNumber },
    sequence_number: account === undefined ? null : "0",
    type,
    data,
    data_bcs: formatHex(encodeJson(layouts[type]!, data)),
  };
}
