import type { LedgerReader } from "@ledger/state-store";
import type { NodeHealth } from "./node-health.ts";

/** Inputs of the probes. */
export interface Probed {
  readonly health: NodeHealth;
  readonly reader: LedgerReader | undefined;
}

/** Longest time that a store is waited for, milliseconds: a probe has less patience than a request. */
const patience = 2_000;

/** Waits for what a store answers. @throws Error when it does not answer in time */
export async function within<T>(answer: T | Promise<T>): Promise<T> {
  if (!(answer instanceof Promise)) return answer;
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the store does not answer")), patience);
  try {
    return await Promise.race([answer, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Tells if requests should be sent here: there is a ledger that may be served, and it can be read. A ledger that has stopped is
 * still served, so it is ready and not healthy: otherwise one upstream that fails would take all its followers out of service.
 *
 * @param durationSecs - greatest age of the latest block, if that matters
 * @returns why not; `undefined` when ready
 */
export async function findUnready({ health, reader }: Probed, durationSecs?: number): Promise<string | undefined> {
  if (health.withheld !== undefined) return health.withheld;
  if (reader === undefined) return "the ledger is still empty";
  try {
    const ledger = await within(reader.summary());
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

/** Reads `duration_secs`. @returns `NaN` for what is no number of seconds */
export function readDuration(query: URLSearchParams): number | undefined {
  const text = query.get("duration_secs");
  if (text === null) return undefined;
  return /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32 ? Number(text) : Number.NaN;
}
