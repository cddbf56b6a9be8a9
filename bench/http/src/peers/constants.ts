import type { Plan } from "../plan.ts";

/** Path at which the measured operations are mounted. */
export const routePaths = [
  { method: "GET", path: "/v1" },
  { method: "GET", path: "/v1/accounts/:address/modules" },
  { method: "GET", path: "/v1/accounts/:address/balance/:asset_type" },
  { method: "POST", path: "/v1/tables/:table_handle/item" },
] as const;

/** An answer that never changes. */
export interface Constant {
  readonly status: number;
  readonly headers: Record<string, string>;
  /** Absent for 304. */
  readonly body: Buffer | undefined;
}

/** The answers of a plan by path and query. */
export function constantsOf(plan: Plan): ReadonlyMap<string, Constant> {
  return new Map(
    plan.exchanges.map(({ url, status, headers, body }) => {
      const pairs: Record<string, string> = {};
      for (let i = 0; i < headers.length; i += 2) {
        // The frameworks count the length themselves.
        if (headers[i]!.toLowerCase() !== "content-length") pairs[headers[i]!] = headers[i + 1]!;
      }
      return [url, { status, headers: pairs, body: status === 304 ? undefined : Buffer.from(body, "base64") }];
    }),
  );
}
