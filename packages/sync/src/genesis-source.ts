import { hashTransaction, type LedgerRecord } from "@ledger/types";
import { SyncError } from "./error.ts";
import type { LedgerSource } from "./source.ts";
import { type GenesisReport, verifyGenesis } from "./verify-genesis.ts";

/**
 * A source of one record: version 0.
 *
 * @param blob - BCS of one direct genesis transaction, decoded when it is first needed
 * @param name - for people, e.g. the file name
 * @returns a source whose methods throw {@link SyncError} `invalid_genesis` when the blob is none
 * @see Ledger specification, ingest §4
 */
export function genesisSource(blob: Uint8Array, name?: string): LedgerSource {
  let derived: GenesisReport | undefined;
  const derive = (): GenesisReport => {
    derived ??= verifyGenesis(blob);
    return derived;
  };
  return {
    name: name === undefined ? "genesis" : `genesis ${name}`,
    head: 0n,
    // The hash alone tells networks apart; a stored ledger of this genesis continues without decoding it again.
    identify: async () => ({ genesisHash: hashTransaction(blob) }),
    async *records(from): AsyncGenerator<readonly LedgerRecord[]> {
      if (from === 0n) yield [derive().record];
    },
  };
}
