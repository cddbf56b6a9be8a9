/** The facts about an upstream in the ledger headers of its answer. */
export interface UpstreamState {
  readonly chainId: number;
  /** Latest version. */
  readonly version: bigint;
  /** Oldest version whose record is kept. */
  readonly oldestVersion: bigint;
  /** Epoch of the latest version. */
  readonly epoch: bigint;
}

/** Header families that are looked for, in this order. */
const ledgerHeaderPrefixes: readonly string[] = ["x-svc-", "x-aptos-"];

/**
 * Reads the ledger headers of an answer.
 *
 * @returns `undefined` unless one family has well-formed chain id, version, oldest version and epoch: some errors carry none
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.3 | Specification, ingest 5.3}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#5.5 | Specification, ingest 5.5}
 */
export function readLedgerHeaders(
  headers: Headers,
  prefixes: readonly string[] = ledgerHeaderPrefixes,
): UpstreamState | undefined {
  for (const prefix of prefixes) {
    const chainId = readNumber(headers.get(`${prefix}chain-id`));
    const version = readNumber(headers.get(`${prefix}ledger-version`));
    const oldestVersion = readNumber(headers.get(`${prefix}ledger-oldest-version`));
    const epoch = readNumber(headers.get(`${prefix}epoch`));
    if (chainId === undefined || version === undefined || oldestVersion === undefined || epoch === undefined) continue;
    if (chainId > 255n) continue;
    return { chainId: Number(chainId), version, oldestVersion, epoch };
  }
  return undefined;
}

function readNumber(value: string | null): bigint | undefined {
  return value !== null && /^\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}
