import type { JsonValue } from "@ledger/move";
import {
  AbstractAuthenticationData,
  type AccountAuthenticator,
  type AnyPublicKey,
  type AnySignature,
  bytesEqual,
  bytesToHex,
  ContractEvent,
  concatBytes,
  createBitVec,
  type ExecutionStatus,
  formatModuleId,
  formatTypeTag,
  hexToBytes,
  mapKey,
  parseAddress,
  parseEntryFunctionId,
  parseHex,
  parseTypeTag,
  stateWrites,
  type TransactionAuthenticator,
  WriteSet,
} from "@ledger/types";
import { readVectorJson } from "@ledger/vectors";
import { statusName } from "@ledger/vm";
import type { Output } from "../../src/index.ts";

// Real transactions as the vectors have them: with the hashes, writes and events that their network recorded.

/** One change of a record, as an API lists it: groups member by member. */
export interface RealChange {
  readonly op: "write" | "delete";
  readonly kind: "resource" | "group_member" | "group" | "table_item" | "module";
  readonly type?: string;
  readonly value_type?: string;
  /** Of a module. */
  readonly name?: string;
  /** Position of its item among the writes. */
  readonly write: number;
  readonly value_bcs?: string;
}

/** What is known of an item before the transaction. */
export interface ValueBefore {
  readonly change: number;
  readonly existed: boolean | null;
  /** Values by their paths in the decoded value. */
  readonly before: Readonly<Record<string, JsonValue>>;
  /** The whole value, or a word for what is not known. */
  readonly value_before?: JsonValue;
}

interface RealKey {
  readonly type: string;
  readonly public_key: string;
}

interface RealSigner {
  readonly type: string;
  readonly ed25519?: { readonly public_key: string; readonly signature: string };
  readonly abstraction?: { readonly function_info: string; readonly signature: string };
  readonly multi_ed25519?: {
    readonly public_keys: readonly string[];
    readonly signatures: readonly string[];
    readonly threshold: number;
    readonly public_key_indices: readonly number[];
  };
  readonly single_key_signature?: {
    readonly public_key: RealKey;
    readonly signature: { readonly type: string; readonly signature: string };
  };
}

interface RealSignature extends RealSigner {
  readonly single_sender?: { readonly sender: RealSigner };
  readonly multi_agent?: {
    readonly sender: RealSigner;
    readonly secondary_signer_addresses: readonly string[];
    readonly secondary_signers: readonly RealSigner[];
  };
}

/** A user transaction of a record. */
export interface RealRequest {
  readonly sender: string;
  readonly sequence_number: string;
  readonly max_gas_amount: string;
  readonly gas_unit_price: string;
  readonly expiration_timestamp_secs: string;
  readonly payload: {
    readonly type: string;
    readonly function: string;
    /** Of an encrypted one: what it was decrypted to. */
    readonly payload?: RealRequest["payload"];
    readonly code?: { readonly bytecode: string };
    readonly type_arguments: readonly string[];
    readonly arguments: readonly JsonValue[];
  };
  readonly signature: RealSignature;
  readonly signed_txn_bcs: string | null;
}

/** A real transaction, and what of the state before it follows from it. */
export interface RealRecord {
  readonly name: string;
  readonly what: string;
  readonly record: {
    readonly network: string;
    readonly version: string;
    readonly kind: "user" | "block_metadata" | "validator";
    readonly epoch: string;
    readonly timestamp_usecs: string;
    readonly info: {
      readonly hash: string;
      readonly state_change_hash: string;
      readonly event_root_hash: string;
      readonly gas_used: string;
      readonly success: boolean;
      readonly vm_status: string;
    };
    readonly transaction: RealRequest & Readonly<Record<string, never>>;
    readonly events: readonly {
      readonly key: { readonly account: string; readonly creation_number: string } | null;
      readonly sequence_number: string | null;
      readonly type: string;
      readonly data: Readonly<Record<string, string>>;
      readonly data_bcs: string | null;
    }[];
    readonly changes: readonly RealChange[];
    readonly writes: readonly { readonly state_key: string; readonly op: string; readonly value_bcs: string | null }[];
    readonly write_set_bcs?: string | null;
  };
  readonly before: readonly ValueBefore[];
}

/** Reads a record by its name, e.g. `mainnet-118489`. */
export function readRealRecord(name: string): RealRecord {
  return readVectorJson<RealRecord>(`execution/real/${name}.json`);
}

/**
 * Compares what execution made of a real transaction with what its network recorded, as far as that is known: status, events and values as
 * bytes, and the whole write set where the vectors have it.
 *
 * @param hasMoreEvents - whether events of modules of types that the record does not have are left aside
 * @returns what differs, a line each
 */
export function findings({ record }: RealRecord, output: Output, hasMoreEvents = false): string[] {
  const found: string[] = [];
  const { success, vm_status: recorded } = record.info;
  const status = statusText(output.status);
  if (success !== (status === "Success") || !(success || recorded.includes(status))) {
    found.push(`status: ${status}, recorded: ${recorded}`);
  }
  const events = record.events.map(readEvent);
  const types = new Set(events.filter(({ kind }) => kind === "V2").map(({ value }) => formatTypeTag(value.typeTag)));
  const own = output.events.filter(
    ({ kind, value }) => !hasMoreEvents || kind === "V1" || types.has(formatTypeTag(value.typeTag)),
  );
  for (let index = 0; index < Math.max(events.length, own.length); index++) {
    const [theirs, ours] = [events[index], own[index]];
    const isEqual = theirs && ours && bytesEqual(ContractEvent.encode(theirs), ContractEvent.encode(ours));
    if (!isEqual) found.push(`event ${index}`);
  }
  found.push(...writeFindings(record, output));
  const whole = record.write_set_bcs;
  if (found.length === 0 && whole && bytesToHex(WriteSet.encode(output.writeSet)) !== whole.slice(2)) {
    found.push("the kinds of writes");
  }
  return found;
}

function writeFindings({ writes }: RealRecord["record"], { writeSet }: Output): string[] {
  const ours = new Map(stateWrites(writeSet).map(({ key, value }) => [mapKey(key), { key, value }]));
  const found: string[] = [];
  for (const [index, { state_key: text, op, value_bcs: recorded }] of writes.entries()) {
    const id = mapKey(hexToBytes(text.replace(/^0x/, "")));
    const own = ours.get(id);
    ours.delete(id);
    if (own === undefined) found.push(`write ${index} is not made`);
    else if ((op === "delete") !== (own.value === undefined)) found.push(`write ${index} is of another kind`);
    else if (own.value && recorded !== null && bytesToHex(own.value) !== recorded.slice(2))
      found.push(`write ${index}`);
  }
  return [...found, ...[...ours.values()].map(({ key }) => `a write of 0x${bytesToHex(key)}`)];
}

function statusText(status: ExecutionStatus): string {
  if (status.kind === "MoveAbort" && status.value.location.kind === "Module") {
    const { location, code, info } = status.value;
    return `Move abort in ${formatModuleId(location.value)}: ${info?.reasonName}(0x${code.toString(16)})`;
  }
  if (status.kind !== "MiscellaneousError") return status.kind;
  return (status.value === undefined ? undefined : statusName(Number(status.value))) ?? "an error";
}

/** The event of a record. */
function readEvent(event: RealRecord["record"]["events"][number]): ContractEvent {
  const { key, sequence_number: number, type, data_bcs: data } = event;
  const common = { typeTag: parseTypeTag(type), data: data === null ? new Uint8Array() : parseHex(data) };
  if (key === null) return { kind: "V2", value: common };
  const eventKey = { creationNumber: BigInt(key.creation_number), accountAddress: parseAddress(key.account) };
  return { kind: "V1", value: { ...common, key: eventKey, sequenceNumber: BigInt(number ?? 0) } };
}

/** The authenticator of a request. */
export function readAuthenticator(signature: RealSignature): TransactionAuthenticator {
  const { single_sender: single, multi_agent: agents } = signature;
  if (single !== undefined) return { kind: "SingleSender", value: { sender: readSigner(single.sender) } };
  if (agents === undefined) return readSigner(signature) as TransactionAuthenticator;
  return {
    kind: "MultiAgent",
    value: {
      sender: readSigner(agents.sender),
      secondarySignerAddresses: agents.secondary_signer_addresses.map(parseAddress),
      secondarySigners: agents.secondary_signers.map(readSigner),
    },
  };
}

function readSigner({
  type,
  abstraction,
  ed25519,
  multi_ed25519: multi,
  single_key_signature: single,
}: RealSigner): AccountAuthenticator {
  if (abstraction !== undefined) {
    const { address, module, name } = parseEntryFunctionId(abstraction.function_info);
    const functionInfo = { moduleAddress: address, moduleName: module, functionName: name };
    return {
      kind: "Abstract",
      value: { functionInfo, authData: AbstractAuthenticationData.decode(parseHex(abstraction.signature)) },
    };
  }
  if (ed25519 !== undefined) {
    const [publicKey, signature] = [parseHex(ed25519.public_key), parseHex(ed25519.signature)];
    return { kind: "Ed25519", value: { publicKey, signature } };
  }
  if (multi !== undefined) {
    return {
      kind: "MultiEd25519",
      value: {
        publicKey: concatBytes(...multi.public_keys.map(parseHex), Uint8Array.of(multi.threshold)),
        signature: concatBytes(...multi.signatures.map(parseHex), createBitVec(32, multi.public_key_indices)),
      },
    };
  }
  if (single === undefined) throw new Error(`signers of type ${type} are not read`);
  return {
    kind: "SingleKey",
    value: { publicKey: readKey(single.public_key), signature: readSignature(single.signature) },
  };
}

function readKey({ type, public_key: key }: RealKey): AnyPublicKey {
  const kind = schemeOf(type);
  return { kind, value: parseHex(key) } as AnyPublicKey;
}

function readSignature({ type, signature }: { readonly type: string; readonly signature: string }): AnySignature {
  return { kind: schemeOf(type), value: parseHex(signature) } as AnySignature;
}

function schemeOf(type: string): "Ed25519" | "Secp256k1Ecdsa" {
  if (type === "TYPE_ED25519") return "Ed25519";
  if (type === "TYPE_SECP256K1_ECDSA") return "Secp256k1Ecdsa";
  throw new Error(`keys of type ${type} are not read`);
}
