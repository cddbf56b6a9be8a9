import { type Address, hashSession, tableHandleAddress, ZERO_HASH } from "@ledger/types";

/** Tables that genesis makes, in the order in which it makes them. */
const TABLES = [
  "coinConversion",
  "originatingAddresses",
  "commits",
  "nonces",
  "orders",
  "regulars",
  "ratings",
] as const;

/** Handle of a table that genesis makes. */
export function tableHandle(table: (typeof TABLES)[number]): Address {
  const session = hashSession({ kind: "Genesis", value: { id: ZERO_HASH } });
  return tableHandleAddress(session, TABLES.indexOf(table));
}
