import type { ApiRequest } from "../contract/api.ts";

/**
 * The version that a request asks for by number, if it does and if that is one; what is wrong with it is said when the request is
 * parsed.
 */
export function pinnedVersion({ query, params }: ApiRequest): bigint | undefined {
  const text = query.getAll("ledger_version")[0] ?? params.txn_version ?? params.version;
  return text !== undefined && /^[0-9]{1,20}$/.test(text) ? BigInt(text) : undefined;
}
