import { bytesToHex, type ContractEvent, ContractEvents, eventTopics, parseTypeTag } from "@ledger/types";
import type { LedgerReader } from "../../src/index.ts";
import { type RecordSpec, testAddress } from "../../src/testing/index.ts";

/** Records of user transactions with real events, of handles and of modules. */
export function manyEvents(count: number): RecordSpec[] {
  return Array.from({ length: count }, (_, i) => {
    const data = Uint8Array.of(i % 256);
    const sender = testAddress(i % 7);
    const events: ContractEvent[] = [
      { kind: "V2", value: { typeTag: parseTypeTag(`0x1::a::E${i % 5}`), data } },
      {
        kind: "V1",
        value: {
          key: { creationNumber: 2n, accountAddress: testAddress(i % 11) },
          sequenceNumber: BigInt(i),
          typeTag: parseTypeTag("0x1::a::Old"),
          data,
        },
      },
    ];
    const user = { sender, replayProtector: { kind: "SequenceNumber" as const, value: BigInt(i) } };
    return { user, events: ContractEvents.encode(events), topics: eventTopics(events, sender) };
  });
}

/** Every topic's events in a store, by the topics of records. */
export async function listTopics(
  reader: LedgerReader,
  specs: readonly Pick<RecordSpec, "topics">[],
): Promise<readonly (readonly string[])[]> {
  const keys = new Map(specs.flatMap(({ topics = [] }) => topics.map(({ key }) => [bytesToHex(key), key] as const)));
  const lists: string[][] = [];
  for (const key of keys.values()) {
    const { places } = await reader.listEventsByTopic({ topics: [key], order: "oldest_first", limit: 100_000 });
    lists.push(places.map(({ version, index }) => `${version}.${index}`));
  }
  return lists;
}
