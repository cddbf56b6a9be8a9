import type { LedgerRecord } from "@ledger/types";
import type { LedgerSource } from "../../src/index.ts";

/** A source of records that lie in memory, in pages of `pageRecords`. */
export function arraySource(records: readonly LedgerRecord[], pageRecords = 2): LedgerSource {
  return {
    name: "memory",
    head: records.at(-1)?.version,
    async *records(from) {
      const rest = records.filter(({ version }) => version >= from);
      for (let i = 0; i < rest.length; i += pageRecords) yield rest.slice(i, i + pageRecords);
    },
  };
}
