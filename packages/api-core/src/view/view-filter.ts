import { type EntryFunctionId, formatAddressLong, formatEntryFunctionId } from "@ledger/types";
import { ApiError } from "../contract/error.ts";

/** Which view functions may be called: functions as `0x1::coin::balance`, modules as `0x1::coin`, accounts as `0x1`. */
export interface ViewFilter {
  /** Only these, when there are any. */
  readonly allow: readonly string[];
  /** None of these, even when they are allowed. */
  readonly block: readonly string[];
}

/**
 * Refuses functions that the settings do not let clients call.
 *
 * @throws ApiError `invalid_input` with status 403
 * @see Ledger specification, execution §6.1
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
