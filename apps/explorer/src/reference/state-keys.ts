import { Path, parseAddress, parseStructTag, StateKey } from "@ledger/types";
import { formatHex } from "../text/hex.ts";

/** BCS of the state key of the ledger's chain id, as hex: a value that every ledger of this kind has. */
export function chainIdKey(): string {
  const path = Path.encode({ kind: "Resource", value: parseStructTag("0x1::chain_id::ChainId") });
  return formatHex(StateKey.encode({ kind: "AccessPath", value: { address: parseAddress("0x1"), path } }));
}
