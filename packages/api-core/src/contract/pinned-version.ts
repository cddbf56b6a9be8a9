import type { ApiRequest } from "./api.ts";

/** Path parameters that are versions. */
const versionParameters = ["txn_version", "version"] as const;

/**
 * The version that a request asks for by number, if it does and if that is one; what is wrong with it is said when the request is
 * parsed.
 */
export function pinnedVersion({ query, params }: ApiRequest): bigint | undefined {
  const texts = [query.getAll("ledger_version")[0], ...versionParameters.map((name) => params[name])];
  const text = texts.find((one) => one !== undefined && /^[0-9]{1,20}$/.test(one));
  return text === undefined ? undefined : BigInt(text);
}
