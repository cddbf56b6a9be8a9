import { StoreError } from "@ledger/state-store";

const mark = "corrupt: ";

/** Names damage that an answer came upon, in one line with the cure; `undefined` for any other fault. @param fault - also as {@link damageOf} has named it in another thread */
export function damageOf(fault: unknown): string | undefined {
  if (fault instanceof StoreError) return fault.code === "corrupt" ? `${mark}${fault.message}` : undefined;
  return typeof fault === "string" && fault.startsWith(mark) ? fault : undefined;
}
