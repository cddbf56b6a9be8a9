import { hashTransaction, type LedgerRecord } from "@ledger/types";
import { genesisRecord } from "../verify/verify-genesis.ts";
import type { LedgerSource } from "./ledger-source.ts";

/**
 * A source of one record: version 0.
 *
 * @param blob - BCS of one direct genesis transaction; it is decoded when it is read, which throws {@link SyncError}
 * `invalid_genesis` when it is none
 * @param name - for people, e.g. the file name
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#4 | Specification, ingest 4}
 */
export function genesisSource(blob: Uint8Array, name?: string): LedgerSource {
  return {
    name: name === undefined ? "genesis" : `genesis ${name}`,
    head: 0n,
    // The hash alone tells networks apart; a stored ledger of this genesis continues without decoding it again.
    identify: async () => ({ genesisHash: hashTransaction(blob) }),
    async *records(from): AsyncGenerator<readonly LedgerRecord[]> {
      if (from === 0n) yield [genesisRecord(blob)];
    },
  };
}
