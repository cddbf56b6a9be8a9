import { node } from "../../api/node.ts";
import type { At } from "../../version/at.ts";

/** A stream of events of an account, and where its handle lies. */
export interface FoundHandle {
  /** `0x1::account::Account` and the members that lead to the handle. */
  readonly path: string;
  readonly creationNumber: string;
  /** Events so far. */
  readonly count: string;
}

/** Resources that are looked at, and how deep. */
const lookedAt = { resources: 200, depth: 6 };

/** The event handles among an account's resources, those with events first. */
export async function findEventHandles(address: string, at: At, signal: AbortSignal): Promise<readonly FoundHandle[]> {
  const { value: resources } = await node.call("get_account_resources", {
    params: { address },
    query: { ledger_version: at, limit: lookedAt.resources },
    signal,
  });
  const found: FoundHandle[] = [];
  const walk = (value: unknown, path: string, depth: number): void => {
    if (typeof value !== "object" || value === null || depth > lookedAt.depth) return;
    const handle = readHandle(value);
    if (handle !== undefined && handle.address === address) found.push({ path, ...handle });
    for (const [name, member] of Object.entries(value)) walk(member, `${path}.${name}`, depth + 1);
  };
  for (const { type, data } of resources) walk(data, type, 0);
  return found.toSorted((a, b) => Number(BigInt(b.count) > 0n) - Number(BigInt(a.count) > 0n));
}

/** Reads a value as an event handle; `undefined` when it is none. */
function readHandle(value: object) {
  const { counter, guid } = value as {
    readonly counter?: unknown;
    readonly guid?: { readonly id?: { readonly addr?: unknown; readonly creation_num?: unknown } };
  };
  const { addr, creation_num: creationNumber } = guid?.id ?? {};
  if (typeof counter !== "string" || !/^\d+$/.test(counter)) return undefined;
  if (typeof addr !== "string" || typeof creationNumber !== "string") return undefined;
  return { address: addr, creationNumber, count: counter };
}
