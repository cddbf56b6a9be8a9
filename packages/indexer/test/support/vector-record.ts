import {
  type AccountAuthenticator,
  type AnyPublicKey,
  bytesToHash,
  type ContractEvent,
  ContractEvents,
  compareBytes,
  createBitVec,
  decodeStateKey,
  hexToBytes,
  KeylessPublicKey,
  type LedgerRecord,
  parseAddress,
  parseHex,
  parseStructTag,
  parseTypeTag,
  type RawTransaction,
  SignedTransaction,
  StateKey,
  Transaction,
  type TransactionAuthenticator,
  TransactionInfo,
  type TransactionPayload,
  type WriteOp,
  WriteSet,
} from "@ledger/types";
import { readVectorJson } from "@ledger/vectors";
import type { DecodeItem, FindItemTypes } from "../../src/index.ts";

// Records of the vectors in the form in which a node stores them.

interface VectorKey {
  readonly type: string;
  readonly public_key: string;
}

interface VectorSigner {
  readonly type: string;
  readonly ed25519?: { readonly public_key: string; readonly signature: string };
  readonly single_key_signature?: { readonly public_key: VectorKey };
  readonly multi_key_signature?: {
    readonly public_keys: readonly VectorKey[];
    readonly signatures: readonly { readonly index?: number }[];
    readonly signatures_required: number;
  };
}

interface VectorSignature extends VectorSigner {
  readonly single_sender?: { readonly sender: VectorSigner };
  readonly fee_payer?: {
    readonly sender: VectorSigner;
    readonly secondary_signer_addresses?: readonly string[];
    readonly secondary_signers?: readonly VectorSigner[];
    readonly fee_payer_address: string;
    readonly fee_payer_signer: VectorSigner;
  };
}

interface VectorTransaction {
  readonly sender: string;
  readonly sequence_number: string;
  readonly max_gas_amount: string;
  readonly gas_unit_price: string;
  readonly expiration_timestamp_secs: string;
  readonly payload: { readonly type: string; readonly function: string };
  readonly signature: VectorSignature;
  readonly signed_txn_bcs: string | null;
  readonly round: string;
  readonly proposer: string;
}

interface VectorChange {
  readonly kind: string;
  readonly handle: string;
  readonly key: string;
  readonly key_type: string | null;
  readonly value_type: string | null;
  readonly decoded_key: never;
  readonly decoded_value: never;
  readonly write: number;
}

/** What a record of the vectors has, as far as it is read here. */
export interface VectorRecord {
  readonly version: string;
  readonly kind: string;
  readonly block_height: string;
  readonly epoch: string;
  readonly timestamp_usecs: string;
  readonly info: { readonly gas_used: string; readonly success: boolean; readonly hash: string };
  readonly transaction: VectorTransaction;
  readonly events: readonly {
    readonly key: { readonly account: string; readonly creation_number: string } | null;
    readonly sequence_number: string | null;
    readonly type: string;
    readonly data_bcs: string | null;
  }[];
  readonly changes: readonly VectorChange[];
  readonly writes: readonly {
    readonly state_key: string;
    readonly op: string;
    readonly value_bcs?: string | null;
    readonly value_stand_in?: string | null;
    readonly value_size: number;
  }[];
}

/** A record, its place, and what its node knows of the tables that it wrote. */
export interface OpenedVector {
  readonly record: LedgerRecord;
  readonly place: { readonly blockHeight: bigint; readonly epoch: bigint; readonly timestampUsecs: bigint };
  readonly findTypes: FindItemTypes;
  readonly decode: DecodeItem;
}

const hash = bytesToHash(new Uint8Array(32));

/** Reads a record by its name, e.g. `mainnet-97963136`. */
export function readRecord(name: string): OpenedVector {
  return openVector(readVectorJson<VectorRecord>(`indexer/transactions/${name}.json`));
}

/** Brings a record from the form of the vectors into that of a node. */
export function openVector(vector: VectorRecord): OpenedVector {
  const items = vector.changes.filter(({ kind }) => kind === "table_item");
  return {
    record: {
      version: BigInt(vector.version),
      transaction: Transaction.encode(readTransaction(vector)),
      info: TransactionInfo.encode({
        kind: "V0",
        value: {
          gasUsed: BigInt(vector.info.gas_used),
          status: vector.info.success ? { kind: "Success" } : { kind: "OutOfGas" },
          transactionHash: hash,
          eventRootHash: hash,
          stateChangeHash: hash,
          stateCheckpointHash: undefined,
          auxiliaryInfoHash: undefined,
        },
      }),
      events: ContractEvents.encode(vector.events.map(readEvent)),
      writeSet: readWriteSet(vector),
      accumulatorRoot: hash,
    },
    place: {
      blockHeight: BigInt(vector.block_height),
      epoch: BigInt(vector.epoch),
      timestampUsecs: BigInt(vector.timestamp_usecs),
    },
    findTypes(handle) {
      const found = items.find((item) => item.handle === handle && item.key_type && item.value_type);
      const key = items.find((item) => item.handle === handle && item.key_type);
      const [keyType, valueType] = [key?.key_type, found?.value_type];
      // Of a removed item the value's type is not told; of the first tokens the key's type tells it.
      if (keyType === "0x3::token::TokenId" || keyType === "0x3::token_transfers::TokenOfferId")
        return { keyType, valueType: "0x3::token::Token" };
      return keyType && valueType ? { keyType, valueType } : undefined;
    },
    decode(change) {
      const hexOf = `0x${Buffer.from(change.itemKey).toString("hex")}`;
      const item = items.find(({ handle, key }) => handle === change.handle && key === hexOf);
      return item && { key: item.decoded_key, value: item.decoded_value ?? null };
    },
  };
}

function readTransaction(vector: VectorRecord): Transaction {
  const { kind, transaction } = vector;
  if (kind === "state_checkpoint") return { kind: "StateCheckpoint", value: hash };
  if (kind === "validator") {
    const metadata = { epoch: 0n, author: parseAddress("0x1") };
    return {
      kind: "ValidatorTransaction",
      value: { kind: "DKGResult", value: { metadata, transcriptBytes: new Uint8Array() } },
    } as never;
  }
  if (kind === "block_metadata") {
    const value = {
      id: hash,
      epoch: BigInt(vector.epoch),
      round: BigInt(transaction.round),
      proposer: parseAddress(transaction.proposer),
      previousBlockVotesBitvec: new Uint8Array(),
      failedProposerIndices: [],
      timestampUsecs: BigInt(vector.timestamp_usecs),
    };
    return { kind: "BlockMetadata", value };
  }
  const { signed_txn_bcs: bytes } = transaction;
  if (bytes !== null) return { kind: "UserTransaction", value: SignedTransaction.decode(parseHex(bytes)) };
  const authenticator = readAuthenticator(transaction.signature);
  return { kind: "UserTransaction", value: { rawTxn: readRequest(transaction), authenticator } };
}

function readRequest(transaction: VectorTransaction): RawTransaction {
  return {
    sender: parseAddress(transaction.sender),
    sequenceNumber: BigInt(transaction.sequence_number),
    payload: readPayload(transaction),
    maxGasAmount: BigInt(transaction.max_gas_amount),
    gasUnitPrice: BigInt(transaction.gas_unit_price),
    expirationTimestampSecs: BigInt(transaction.expiration_timestamp_secs),
    chainId: 1,
  };
}

function readPayload({ payload }: VectorTransaction): TransactionPayload {
  if (payload.type !== "entry_function_payload") {
    return { kind: "Script", value: { code: new Uint8Array(), typeArgs: [], args: [] } };
  }
  const [address, name, called] = payload.function.split("::") as [string, string, string];
  const module = { address: parseAddress(address), name };
  return { kind: "EntryFunction", value: { module, function: called, typeArgs: [], args: [] } };
}

function readAuthenticator(signature: VectorSignature): TransactionAuthenticator {
  const { fee_payer: payer, single_sender: single } = signature;
  if (single !== undefined) return { kind: "SingleSender", value: { sender: readSigner(single.sender) } };
  if (payer === undefined) return readSigner(signature) as TransactionAuthenticator;
  return {
    kind: "FeePayer",
    value: {
      sender: readSigner(payer.sender),
      secondarySignerAddresses: (payer.secondary_signer_addresses ?? []).map(parseAddress),
      secondarySigners: (payer.secondary_signers ?? []).map(readSigner),
      feePayerAddress: parseAddress(payer.fee_payer_address),
      feePayerSigner: readSigner(payer.fee_payer_signer),
    },
  };
}

function readSigner(signer: VectorSigner): AccountAuthenticator {
  const { ed25519, single_key_signature: single, multi_key_signature: multi } = signer;
  if (ed25519 !== undefined) {
    const [publicKey, signature] = [parseHex(ed25519.public_key), parseHex(ed25519.signature)];
    return { kind: "Ed25519", value: { publicKey, signature } };
  }
  // No row depends on a signature.
  const signature = { kind: "Ed25519", value: new Uint8Array(64) } as const;
  if (single !== undefined) return { kind: "SingleKey", value: { publicKey: readKey(single.public_key), signature } };
  if (multi === undefined) throw new Error(`no signer of type ${signer.type}`);
  const indices = multi.signatures.map(({ index = 0 }) => index);
  return {
    kind: "MultiKey",
    value: {
      publicKeys: { publicKeys: multi.public_keys.map(readKey), signaturesRequired: multi.signatures_required },
      signatures: indices.map(() => signature),
      signaturesBitmap: createBitVec(32, indices),
    },
  };
}

function readKey({ type, public_key: key }: VectorKey): AnyPublicKey {
  const bytes = parseHex(key);
  if (type === "TYPE_ED25519") return { kind: "Ed25519", value: bytes };
  if (type === "TYPE_SECP256K1_ECDSA") return { kind: "Secp256k1Ecdsa", value: bytes };
  if (type === "TYPE_KEYLESS") return { kind: "Keyless", value: KeylessPublicKey.decode(bytes) };
  throw new Error(`no key of type ${type}`);
}

function readEvent({
  key,
  sequence_number: number,
  type,
  data_bcs: data,
}: VectorRecord["events"][number]): ContractEvent {
  const common = { typeTag: parseTypeTag(type), data: data === null ? new Uint8Array() : parseHex(data) };
  if (key === null) return { kind: "V2", value: common };
  const eventKey = { creationNumber: BigInt(key.creation_number), accountAddress: parseAddress(key.account) };
  return { kind: "V1", value: { ...common, key: eventKey, sequenceNumber: BigInt(number ?? 0) } };
}

function readWriteSet({ writes }: VectorRecord): Uint8Array {
  const ops = writes.map(({ state_key: key, op, value_bcs: bytes, value_stand_in: standIn, value_size: size }) => {
    const value = bytes ?? standIn;
    const written = value ? parseHex(value) : new Uint8Array(size);
    const change: WriteOp = op === "delete" ? { kind: "Deletion" } : { kind: "Modification", value: written };
    return [decodeStateKey(hexToBytes(key.replace(/^0x/, ""))), change] as const;
  });
  ops.sort(([a], [b]) => compareBytes(StateKey.encode(a), StateKey.encode(b)));
  return WriteSet.encode({ kind: "V0", value: new Map(ops) });
}

/** The tag of a coin that a case begins with. */
export const readCoin = parseStructTag;
