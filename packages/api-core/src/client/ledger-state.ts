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

/** Reads the ledger headers of one family. @returns `undefined` when one of them is missing or is not a number */
export function readLedgerState(headers: FetchResponse["headers"], prefix: string): LedgerState | undefined {
  const read = (name: keyof typeof ledgerHeaders): bigint | undefined => {
    const text = headers.get(prefix + name);
    return text !== null && /^[0-9]{1,20}$/.test(text) ? BigInt(text) : undefined;
  };
  const chainId = read("CHAIN-ID");
  const version = read("LEDGER-VERSION");
  const oldestVersion = read("LEDGER-OLDEST-VERSION");
  const timestampUsecs = read("LEDGER-TIMESTAMPUSEC");
  const epoch = read("EPOCH");
  const blockHeight = read("BLOCK-HEIGHT");
  const oldestBlockHeight = read("OLDEST-BLOCK-HEIGHT");
  if (chainId === undefined || version === undefined || oldestVersion === undefined) return undefined;
  if (timestampUsecs === undefined || epoch === undefined) return undefined;
  if (blockHeight === undefined || oldestBlockHeight === undefined) return undefined;
  return {
    chainId: Number(chainId),
    version,
    oldestVersion,
    timestampUsecs,
    epoch,
    blockHeight,
    oldestBlockHeight,
  };
}
