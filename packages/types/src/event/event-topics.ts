import { writeBytes } from "@ledger/bcs";
import type { Address } from "../address.ts";
import { bytesToHex } from "../text/hex.ts";
import { TypeTag } from "../type-tag/type-tag.ts";
import type { ContractEvent } from "./contract-event.ts";

/** A name under which events are found, and where the events of one transaction have it. */
export interface EventTopic {
  /** See {@link eventTypeTopic} and {@link eventAccountTopic}. */
  readonly key: Uint8Array;
  /** Positions among the transaction's events, ascending. */
  readonly positions: readonly number[];
}

/** First byte of a topic. */
const topicKinds = { type: 0, account: 1 } as const;

/** The topic of all events of a type: 0 and the BCS of its type tag. */
export function eventTypeTopic(type: TypeTag): Uint8Array {
  return writeBytes((writer) => {
    writer.u8(topicKinds.type);
    TypeTag.write(writer, type);
  });
}

/**
 * The topic of all events of an account: 1 and its address. An event of a stream is of the account in the stream's key. A module
 * event belongs to no stream: it is of the account that its type's module is published at, and of the transaction's sender.
 */
export function eventAccountTopic(account: Address): Uint8Array {
  return writeBytes((writer) => {
    writer.u8(topicKinds.account);
    writer.bytes(account);
  });
}

/**
 * The topics of a transaction's events, each once, in the order in which they are first met.
 *
 * @param sender - of a user transaction; `undefined` for others
 */
export function eventTopics(events: readonly ContractEvent[], sender: Address | undefined): EventTopic[] {
  const topics = new Map<string, { readonly key: Uint8Array; readonly positions: number[] }>();
  const add = (key: Uint8Array, position: number): void => {
    const id = bytesToHex(key);
    const topic = topics.get(id);
    if (topic === undefined) topics.set(id, { key, positions: [position] });
    else if (topic.positions.at(-1) !== position) topic.positions.push(position);
  };
  for (const [position, { kind, value }] of events.entries()) {
    add(eventTypeTopic(value.typeTag), position);
    if (kind === "V1") {
      add(eventAccountTopic(value.key.accountAddress), position);
      continue;
    }
    if (value.typeTag.kind === "Struct") add(eventAccountTopic(value.typeTag.value.address), position);
    if (sender !== undefined) add(eventAccountTopic(sender), position);
  }
  return [...topics.values()];
}
