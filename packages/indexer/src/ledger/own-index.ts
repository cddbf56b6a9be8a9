import type { LedgerReader } from "@ledger/state-store";
import { allTableGroups } from "../tables/table-groups.ts";
import { giveWay } from "./give-way.ts";
import { IndexBuilder } from "./index-builder.ts";
import { type IndexSource, IndexUnavailable } from "./index-source.ts";
import { MemoryIndex } from "./memory-index.ts";

/** A ledger with more than this is for an index on disk. */
const limits = {
  /** Rows of what is now, and of what rules look up. */
  rows: 800_000,
  /** Kept transactions. */
  transactions: 2_000_000n,
} as const;

/**
 * An index in memory, which is built when it is asked for: from the state and the kept records once, and then from what is added.
 */
export function ownIndex(store: LedgerReader): IndexSource {
  const index = new MemoryIndex();
  const builder = new IndexBuilder(store, index, allTableGroups);
  let tooLarge: IndexUnavailable | undefined;
  const refuse = (what: string): IndexUnavailable => {
    index.clear();
    // Rows do not become fewer: what is too large once is not read again.
    tooLarge = new IndexUnavailable(
      `${what}: keep an index of it (--index), or use an indexer of the network`,
      "absent",
    );
    return tooLarge;
  };
  return {
    index,
    mostRowsSeen: 2_000_000,
    async bringTo({ version, oldestLedgerVersion }) {
      if (tooLarge !== undefined) throw tooLarge;
      if (version - oldestLedgerVersion > limits.transactions) {
        throw refuse(`the ledger keeps more than ${limits.transactions} transactions`);
      }
      for (;;) {
        const { head, isAtHead } = await builder.step();
        if (index.size > limits.rows) throw refuse("the ledger has too many objects, balances and tokens");
        if (isAtHead && head !== undefined) return head;
        await giveWay();
      }
    },
  };
}
