import type { LedgerReader } from "@ledger/state-store";
import type { Awaitable } from "@ledger/types";
import type { NodeHealth } from "./node-health.ts";

/** Inputs of the probes. */
export interface Probed {
  readonly health: NodeHealth;
  /** Of the ledger; a promise while it is being opened, of `undefined` where there is none. */
  readonly reader: Awaitable<LedgerReader | undefined>;
}

/** Longest time that a probe waits for the store, milliseconds: who asks decides by the answer where requests go. */
const patience = 3_000;

/**
 * Tells if requests should be sent here: there is a ledger that may be served, and it can be read. A ledger that has stopped is
 * still served, so it is ready and not healthy: otherwise one upstream that fails would take all its followers out of service.
 *
 * @param durationSecs - greatest age of the latest block, if that matters
 * @returns why not; `undefined` when ready
 */
export async function findUnready({ health, reader }: Probed, durationSecs?: number): Promise<string | undefined> {
  if (health.withheld !== undefined) return health.withheld;
  try {
    const ledger = await answerSoon(async () => (await reader)?.summary());
    if (ledger === undefined) return "the ledger is still empty";
    const age = Date.now() / 1_000 - Number(ledger.timestampUsecs) / 1e6;
    if (durationSecs !== undefined && age > durationSecs) {
      return `the latest block is ${Math.floor(age)} seconds old, more than the allowed ${durationSecs}`;
    }
    return undefined;
  } catch (error) {
    return `the ledger cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/** Why a node is not healthy: what {@link findUnready} finds, and what keeps its ledger from advancing. */
export async function findUnhealthy(probed: Probed, durationSecs?: number): Promise<string | undefined> {
  return probed.health.fault ?? probed.health.stall ?? findUnready(probed, durationSecs);
}

/** Waits for a store as long as who asks for health or metrics waits. @throws Error when it takes too long; what it throws */
export async function answerSoon<T>(ask: () => Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer for ${patience / 1_000} s`)), patience);
  try {
    return await Promise.race([ask(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** Reads `duration_secs`. @returns `NaN` for what is no number of seconds */
export function readDuration(query: URLSearchParams): number | undefined {
  const text = query.get("duration_secs");
  if (text === null) return undefined;
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32 ? Number(text) : Number.NaN;
}
