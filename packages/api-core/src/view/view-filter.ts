import { type EntryFunctionId, formatAddressLong, formatEntryFunctionId } from "@ledger/types";
import type { ViewFilter } from "../contract/config.ts";
import { ApiError } from "../contract/error.ts";

/**
 * Refuses functions that the settings do not let clients call.
 *
 * @throws ApiError `invalid_input` with status 403
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.1 | Specification, execution 6.1}
 */
export function checkViewFilter({ allow, block }: ViewFilter, id: EntryFunctionId): void {
  if (allow.length === 0 && block.length === 0) return;
  const full = formatEntryFunctionId(id);
  const names = [full, full.slice(0, full.lastIndexOf("::")), full.slice(0, full.indexOf("::"))];
  const isListed = (list: readonly string[]): boolean => names.some((name) => list.includes(name));
  const isBlocked = isListed(block);
  if (!isBlocked && (allow.length === 0 || isListed(allow))) return;
  const address = formatAddressLong(id.address).slice(2);
  const reason = isBlocked ? "it is listed in --view-block" : "it is not listed in --view-allow";
  throw new ApiError("invalid_input", `Function ${address}::${id.module}::${id.name} is not allowed: ${reason}`, {
    status: 403,
  });
}
