import type { ledgerHeaders } from "../contract/ledger-headers.ts";
import type { FetchResponse } from "./fetch.ts";

/** The ledger that an answer was read from, as its headers tell. */
export interface LedgerState {
  readonly chainId: number;
  /** Latest version. */
  readonly version: bigint;
  /** Oldest version whose state is kept. */
  readonly oldestVersion: bigint;
  /** Time of the latest block, microseconds since the Unix epoch. */
  readonly timestampUsecs: bigint;
  readonly epoch: bigint;
  readonly blockHeight: bigint;
  readonly oldestBlockHeight: bigint;
}

/** The headers that are read, all of them: the table itself stays out of the client. */
const names = {
  "CHAIN-ID": true,
  "LEDGER-VERSION": true,
  "LEDGER-OLDEST-VERSION": true,
  "LEDGER-TIMESTAMPUSEC": true,
  EPOCH: true,
  "BLOCK-HEIGHT": true,
  "OLDEST-BLOCK-HEIGHT": true,
} as const satisfies Readonly<Record<keyof typeof ledgerHeaders, true>>;

/** Reads the ledger headers of one family. @returns `undefined` when one of them is missing or is not a number */
export function readLedgerState(headers: FetchResponse["headers"], prefix: string): LedgerState | undefined {
  const values: Partial<Record<string, bigint>> = {};
  for (const name of Object.keys(names)) {
    const text = headers.get(prefix + name);
    if (text === null || !/^[0-9]{1,20}$/.test(text)) return undefined;
    values[name] = BigInt(text);
  }
  const read = values as Record<keyof typeof names, bigint>;
  return {
    chainId: Number(read["CHAIN-ID"]),
    version: read["LEDGER-VERSION"],
    oldestVersion: read["LEDGER-OLDEST-VERSION"],
    timestampUsecs: read["LEDGER-TIMESTAMPUSEC"],
    epoch: read.EPOCH,
    blockHeight: read["BLOCK-HEIGHT"],
    oldestBlockHeight: read["OLDEST-BLOCK-HEIGHT"],
  };
}
