import { vector } from "@ledger/bcs";
import type { JsonWriter, MoveView } from "@ledger/move";
import type { BlockEntry, LedgerReader, LedgerSummary } from "@ledger/state-store";
import {
  ContractEvent,
  decodeTransaction,
  formatAddress,
  formatHash,
  formatHex,
  type LedgerRecord,
  replayProtectorOf,
  type SignedTransaction,
  type Transaction,
  TransactionInfo,
  WriteSet,
  type WriteSetPayload,
} from "@ledger/types";
import type { LedgerCode } from "../ledger/ledger-code.ts";
import type { TransactionType } from "../schemas/transaction.ts";
import {
  blockMetadataExtToJson,
  blockMetadataToJson,
  validatorTransactionToJson,
  writeBlockEndInfo,
} from "./block-transactions.ts";
import { writeChanges } from "./changes.ts";
import { writeEvents } from "./event.ts";
import { describeStatus } from "./execution-status.ts";
import { writePayload } from "./payload.ts";
import { authenticatorToJson } from "./signature.ts";

const Events = vector(ContractEvent);

/** A ledger, its store and its code: the parts that transactions are written from. */
export interface TransactionSource {
  readonly ledger: LedgerSummary;
  readonly store: LedgerReader;
  readonly code: LedgerCode;
}

/**
 * Writes committed transactions as JSON, one after the other. Events, resources and arguments are read by the code at the
 * transaction's own version, or at the oldest one that is kept.
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#9.13 | Specification, REST API 9.13}
 */
export class TransactionJson {
  readonly #source: TransactionSource;
  /** Of the last transaction written: neighbours share their block. */
  #block: BlockEntry | undefined;

  constructor(source: TransactionSource) {
    this.#source = source;
  }

  /** Appends records as an array. */
  async writeAll(output: JsonWriter, records: readonly LedgerRecord[]): Promise<void> {
    output.beginArray();
    for (const record of records) await this.write(output.item(), record);
    output.endArray();
  }

  /** Appends one record as an object. */
  async write(output: JsonWriter, record: LedgerRecord): Promise<void> {
    const { ledger, code } = this.#source;
    const transaction = decodeTransaction(record);
    const view = code.viewOfRecord(record.version, ledger);
    output.beginObject().members({ type: transactionTypeOf(transaction), ...(await infoToJson(record, view)) });
    await writeChanges(output.member("changes"), view, WriteSet.decode(record.writeSet));
    if (transaction === undefined) await this.#writeOpaque(output, view, record);
    else await this.#writeKind(output, view, transaction, record);
    output.endObject();
  }

  /** Appends the effects of a transaction of a kind that this release cannot decode, and its bytes where they are few. */
  async #writeOpaque(output: JsonWriter, view: MoveView, record: LedgerRecord): Promise<void> {
    const { transaction } = record;
    if (transaction.length <= maxOpaqueBytes) output.members({ transaction_bytes: formatHex(transaction) });
    await writeRecordEvents(output, view, record);
    return this.#writeTimestamp(output, record.version);
  }

  async #writeKind(output: JsonWriter, view: MoveView, transaction: Transaction, record: LedgerRecord): Promise<void> {
    switch (transaction.kind) {
      case "UserTransaction":
        await writeRequest(output, view, transaction.value);
        await writeRecordEvents(output, view, record);
        return this.#writeTimestamp(output, record.version);
      case "GenesisTransaction":
        await writeGenesisPayload(output.member("payload"), view, transaction.value);
        return writeRecordEvents(output, view, record);
      case "BlockMetadata":
        output.members(blockMetadataToJson(transaction.value));
        return writeRecordEvents(output, view, record);
      case "BlockMetadataExt":
        output.members(blockMetadataExtToJson(transaction.value));
        return writeRecordEvents(output, view, record);
      case "StateCheckpoint":
        return this.#writeTimestamp(output, record.version);
      case "BlockEpilogue":
        writeBlockEndInfo(output.member("block_end_info"), transaction.value);
        return this.#writeTimestamp(output, record.version);
      case "ValidatorTransaction":
        output.members(validatorTransactionToJson(transaction.value));
        await writeRecordEvents(output, view, record);
        return this.#writeTimestamp(output, record.version);
      default:
        transaction satisfies never;
    }
  }

  async #writeTimestamp(output: JsonWriter, version: bigint): Promise<void> {
    if (this.#block === undefined || version < this.#block.firstVersion || version > this.#block.lastVersion) {
      this.#block = await this.#source.store.readBlockByVersion(version);
    }
    output.member("timestamp").integerString(this.#block.timestampUsecs);
  }
}

/** Marks a transaction of a kind that this release cannot decode. */
const opaqueType = "opaque_transaction" satisfies TransactionType;
/** Longest transaction whose bytes are shown: that of a user is bounded to 64 KiB. */
const maxOpaqueBytes = 64 * 1024;

const typeNames = {
  UserTransaction: "user_transaction",
  GenesisTransaction: "genesis_transaction",
  BlockMetadata: "block_metadata_transaction",
  BlockMetadataExt: "block_metadata_transaction",
  StateCheckpoint: "state_checkpoint_transaction",
  BlockEpilogue: "block_epilogue_transaction",
  ValidatorTransaction: "validator_transaction",
} as const satisfies Readonly<Record<Transaction["kind"], TransactionType>>;

/** The name of a transaction's kind; `undefined` for one that this release cannot decode. */
export function transactionTypeOf(transaction: Transaction | undefined): TransactionType {
  return transaction === undefined ? opaqueType : typeNames[transaction.kind];
}

async function infoToJson(record: LedgerRecord, view: MoveView): Promise<object> {
  const { value: info } = TransactionInfo.decode(record.info);
  const checkpoint = info.stateCheckpointHash;
  return {
    version: record.version.toString(),
    hash: formatHash(info.transactionHash),
    state_change_hash: formatHash(info.stateChangeHash),
    event_root_hash: formatHash(info.eventRootHash),
    state_checkpoint_hash: checkpoint && formatHash(checkpoint),
    gas_used: info.gasUsed.toString(),
    success: info.status.kind === "Success",
    vm_status: await describeStatus(info.status, view),
    accumulator_root_hash: formatHash(record.accumulatorRoot),
  };
}

/** Appends the members that say what a user asked for. */
export async function writeRequest(output: JsonWriter, view: MoveView, { rawTxn, authenticator }: SignedTransaction) {
  const protector = replayProtectorOf(rawTxn);
  output.members({
    sender: formatAddress(rawTxn.sender),
    sequence_number: rawTxn.sequenceNumber.toString(),
    max_gas_amount: rawTxn.maxGasAmount.toString(),
    gas_unit_price: rawTxn.gasUnitPrice.toString(),
    expiration_timestamp_secs: rawTxn.expirationTimestampSecs.toString(),
    replay_protection_nonce: protector.kind === "Nonce" ? protector.value.toString() : undefined,
    signature: authenticatorToJson(authenticator),
  });
  await writePayload(output.member("payload"), view, rawTxn.payload);
}

async function writeGenesisPayload(output: JsonWriter, view: MoveView, payload: WriteSetPayload): Promise<void> {
  output.beginObject().member("type").string("write_set_payload");
  output.member("write_set").beginObject();
  if (payload.kind === "Direct") {
    output.member("type").string("direct_write_set");
    await writeChanges(output.member("changes"), view, payload.value.writeSet);
    await writeEvents(output.member("events"), view, payload.value.events);
  } else {
    const { executeAs, script } = payload.value;
    output.members({ type: "script_write_set", execute_as: formatAddress(executeAs) });
    await writePayload(output.member("script"), view, { kind: "Script", value: script });
  }
  output.endObject();
  output.endObject();
}

async function writeRecordEvents(output: JsonWriter, view: MoveView, record: LedgerRecord): Promise<void> {
  await writeEvents(output.member("events"), view, Events.decode(record.events));
}
