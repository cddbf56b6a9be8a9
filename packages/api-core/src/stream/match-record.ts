import type { JsonWriter, MoveView } from "@ledger/move";
import type { BlockEntry } from "@ledger/state-store";
import {
  type Awaitable,
  bytesToHex,
  ContractEvents,
  compareStateItems,
  decodeStateKey,
  decodeTransaction,
  eventTopics,
  formatAddress,
  formatAddressLong,
  formatHash,
  formatHex,
  formatModuleId,
  formatStructTag,
  hashStateKey,
  type LedgerRecord,
  Path,
  type StateWrite,
  stateWrites,
  TransactionInfo,
  WriteSet,
} from "@ledger/types";
import { writeEvent } from "../json/event.ts";
import { transactionTypeOf } from "../json/transaction.ts";
import { typeTopic } from "./filter.ts";
import type { FilterIndex } from "./filter-index.ts";
import { endIndex, firstChangeIndex, transactionIndex } from "./place.ts";
import { senderOf, touchedAccounts } from "./read-record.ts";

/** Names of what is in a stream. */
export type StreamItemName = "block" | "event" | "transaction" | "change";

/** Something of a version that some filters want. */
export interface Match {
  readonly name: StreamItemName;
  /** Its place in the version. */
  readonly index: number;
  /** Positions of the filters that want it, ascending. */
  readonly filters: readonly number[];
  /** Appends its JSON. */
  readonly write: (output: JsonWriter, view: MoveView) => Awaitable<void>;
}

/** Finds what the filters want of a record, in the order of its places. Of a record that nothing is wanted of, nothing is decoded. */
export function matchRecord(filters: FilterIndex, record: LedgerRecord, block: BlockEntry): Match[] {
  const parts = new RecordParts(record);
  return [
    ...matchEvents(filters, parts, block),
    ...matchChanges(filters, parts),
    ...matchTransaction(filters, parts, block),
    ...matchBlock(filters, parts, block),
  ];
}

/** The parts of a record, each decoded when it is first asked for. */
class RecordParts {
  readonly record: LedgerRecord;
  #transaction: ReturnType<typeof decodeTransaction> | null = null;
  #events: ReturnType<typeof ContractEvents.decode> | undefined;
  #writes: readonly StateWrite[] | undefined;

  constructor(record: LedgerRecord) {
    this.record = record;
  }

  get transaction() {
    if (this.#transaction === null) this.#transaction = decodeTransaction(this.record);
    return this.#transaction;
  }

  get events() {
    this.#events ??= ContractEvents.decode(this.record.events);
    return this.#events;
  }

  /** In the order of their keys. */
  get writes() {
    this.#writes ??= stateWrites(WriteSet.decode(this.record.writeSet)).sort((a, b) => compareStateItems(a.key, b.key));
    return this.#writes;
  }
}

function matchEvents({ events: filters }: FilterIndex, parts: RecordParts, block: BlockEntry): Match[] {
  const { all, byType, byAccount, types } = filters;
  if (all.length + byType.size + byAccount.size === 0) return [];
  const { events } = parts;
  const wanted = new Map<number, Set<number>>();
  const want = (position: number, filter: number): void => {
    const set = wanted.get(position);
    if (set === undefined) wanted.set(position, new Set([filter]));
    else set.add(filter);
  };
  for (const position of events.keys()) for (const filter of all) want(position, filter);
  if (byType.size + byAccount.size > 0) {
    const sender = byAccount.size > 0 ? senderOf(parts.transaction) : undefined;
    const typeTopics: string[] = [];
    const typeTopicAt = (position: number): string => {
      typeTopics[position] ??= typeTopic(events[position]!.value.typeTag);
      return typeTopics[position];
    };
    for (const { key, positions } of eventTopics(events, sender)) {
      const topic = bytesToHex(key);
      for (const filter of byType.find(topic)) for (const position of positions) want(position, filter);
      for (const filter of byAccount.find(topic)) {
        const only = types.get(filter);
        for (const position of positions) {
          if (only === undefined || only.has(typeTopicAt(position))) want(position, filter);
        }
      }
    }
  }
  const { version } = parts.record;
  const { timestampUsecs } = block;
  return [...wanted.keys()]
    .sort((a, b) => a - b)
    .map((index) => ({
      name: "event",
      index,
      filters: ascending(wanted.get(index)!),
      write: (output, view) => writeEvent(output, view, events[index]!, { version, index, timestampUsecs }),
    }));
}

function matchChanges({ changes: { all, byAccount, byKey } }: FilterIndex, parts: RecordParts): Match[] {
  if (all.length + byAccount.size + byKey.size === 0) return [];
  const found: Match[] = [];
  for (const [i, write] of parts.writes.entries()) {
    const wanted = new Set([...all, ...byKey.find(bytesToHex(write.key))]);
    if (byAccount.size > 0) {
      const decoded = decodeStateKey(write.key);
      const account =
        decoded.kind === "AccessPath"
          ? decoded.value.address
          : decoded.kind === "TableItem"
            ? decoded.value.handle
            : undefined;
      if (account !== undefined) for (const filter of byAccount.find(bytesToHex(account))) wanted.add(filter);
    }
    if (wanted.size === 0) continue;
    found.push({
      name: "change",
      index: firstChangeIndex + i,
      filters: ascending(wanted),
      write: (output) => output.data(changeToJson(parts.record.version, write)),
    });
  }
  return found;
}

/** A change, without its value: that is read at its version. */
function changeToJson(version: bigint, { key, value }: StateWrite): object {
  return {
    version: `${version}`,
    type: value === undefined ? "delete" : "write",
    state_key: formatHex(key),
    state_key_hash: formatHash(hashStateKey(key)),
    ...placeOfKey(key),
  };
}

function placeOfKey(encoded: Uint8Array): object {
  const { kind, value } = decodeStateKey(encoded);
  if (kind === "TableItem") return { handle: formatAddressLong(value.handle), key: formatHex(value.key) };
  if (kind !== "AccessPath") return {};
  const path = Path.decode(value.path);
  const address = formatAddress(value.address);
  return path.kind === "Code"
    ? { address, module: formatModuleId(path.value) }
    : { address, resource: formatStructTag(path.value) };
}

function matchTransaction({ transactions }: FilterIndex, parts: RecordParts, block: BlockEntry): Match[] {
  const { all, byAccount } = transactions;
  const wanted = new Set(all);
  if (byAccount.size > 0) {
    for (const account of touchedAccounts(parts.transaction, parts.events, parts.writes)) {
      for (const filter of byAccount.find(account)) wanted.add(filter);
    }
  }
  if (wanted.size === 0) return [];
  const write = (output: JsonWriter): void => {
    const { value: info } = TransactionInfo.decode(parts.record.info);
    const { transaction } = parts;
    const sender = senderOf(transaction);
    output.data({
      version: `${parts.record.version}`,
      type: transactionTypeOf(transaction),
      hash: formatHash(info.transactionHash),
      ...(sender !== undefined && { sender: formatAddress(sender) }),
      success: info.status.kind === "Success",
      gas_used: `${info.gasUsed}`,
      timestamp: `${block.timestampUsecs}`,
    });
  };
  return [{ name: "transaction", index: transactionIndex, filters: ascending(wanted), write }];
}

function matchBlock({ blocks }: FilterIndex, { record }: RecordParts, block: BlockEntry): Match[] {
  if (blocks.length === 0 || record.version !== block.lastVersion) return [];
  const write = (output: JsonWriter): void => {
    const { stateCheckpointHash: root } = TransactionInfo.decode(record.info).value;
    output.data({
      block_height: `${block.height}`,
      block_hash: formatHash(block.hash),
      block_timestamp: `${block.timestampUsecs}`,
      first_version: `${block.firstVersion}`,
      last_version: `${block.lastVersion}`,
      ...(root !== undefined && { state_root: formatHash(root) }),
    });
  };
  return [{ name: "block", index: endIndex, filters: blocks, write }];
}

function ascending(filters: ReadonlySet<number>): readonly number[] {
  return [...filters].sort((a, b) => a - b);
}
