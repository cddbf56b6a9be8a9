import type { ExpiringTransaction } from "@ledger/executor";

/** Longest time that an orderless transaction may wait, seconds. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.5 | Specification, execution 2.5} */
const orderlessLifetime = 100n;

/**
 * The expiration that counts on a fork whose time is another one than the host's: clients stamp their transactions with the time of
 * their host, so one that cannot be of the fork's time is taken as the host's.
 *
 * @param nowUsecs - time of the fork
 * @param offsetUsecs - what the fork is ahead of the host
 * @returns seconds since the Unix epoch
 */
export function forkExpiration(
  { expirationTimestampSecs: expiration, replayProtector }: ExpiringTransaction,
  nowUsecs: bigint,
  offsetUsecs: bigint,
): bigint {
  const now = nowUsecs / 1_000_000n;
  const latest = replayProtector.kind === "Nonce" ? now + orderlessLifetime : expiration;
  return expiration > now && expiration <= latest ? expiration : expiration + offsetUsecs / 1_000_000n;
}
