import { createApi } from "@ledger/api-core";
import type { LedgerReader } from "@ledger/state-store";

/** JSON of the REST API, its numbers as they are written. */
export type Json = string | boolean | null | readonly Json[] | { readonly [member: string]: Json };

/** An object of JSON, whose members are known to be there. */
// biome-ignore lint/suspicious/noExplicitAny: the answers of the REST API, as a program without our types reads them
export type Members = any;

/** A committed transaction, as the REST API tells of it, with what it tells of its block. */
export interface RestRecord {
  readonly version: bigint;
  readonly height: bigint;
  readonly epoch: bigint;
  /** Microseconds since the Unix epoch. */
  readonly usecs: bigint;
  readonly json: Members;
}

/** Reads JSON whose numbers keep all their digits. */
export function parseExact(text: string): Members {
  const keep = (_: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === "number" ? (context?.source ?? String(value)) : value;
  return (JSON.parse as (text: string, reviver: typeof keep) => Members)(text, keep);
}

/** Reads all transactions of a ledger by the REST API. */
export async function readRest(store: LedgerReader): Promise<RestRecord[]> {
  const api = createApi({ store });
  const ask = async (id: string, params: Readonly<Record<string, string>>, query: string): Promise<Members> => {
    const { status, body } = await api.handle(id, { params, query: new URLSearchParams(query) });
    if (status !== 200) throw new Error(`${id}: ${status} ${String(body)}`);
    return parseExact(typeof body === "string" ? body : new TextDecoder().decode(body));
  };
  const head = (await store.summary())!.version;
  const records: RestRecord[] = [];
  let epoch = 0n;
  for (let height = 0n; records.length <= Number(head); height++) {
    const params = { block_height: `${height}` };
    const block = await ask("get_block_by_height", params, "with_transactions=false");
    const [first, last] = [BigInt(block.first_version), BigInt(block.last_version)];
    for (let start = first; start <= last; ) {
      const limit = last - start + 1n > 100n ? 100n : last - start + 1n;
      for (const json of await ask("get_transactions", {}, `start=${start}&limit=${limit}`)) {
        if (json.type === "block_metadata_transaction") epoch = BigInt(json.epoch);
        records.push({ version: BigInt(json.version), height, epoch, usecs: BigInt(block.block_timestamp), json });
      }
      start += limit;
    }
  }
  return records;
}

/** `0x` and 64 digits. */
export function long(address: string): string {
  return `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
}

/** A time as the tables have it, in whole seconds. */
export function secondsText(usecs: bigint): string {
  return new Date(Number(usecs / 1_000n)).toISOString().slice(0, 19);
}

/** A time as the tables have it, with microseconds where there are any. */
export function timeText(usecs: bigint): string {
  const rest = usecs % 1_000_000n;
  return rest === 0n ? secondsText(usecs) : `${secondsText(usecs)}.${String(rest).padStart(6, "0")}`;
}
