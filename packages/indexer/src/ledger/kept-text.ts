import { StoreError } from "@ledger/state-store";

/**
 * Parses a text of an index, which may have been damaged, or made by a stranger.
 *
 * @throws StoreError `corrupt` for what is no object or list of JSON
 */
export function parseKept(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw damaged(error);
  }
  if (typeof value !== "object" || value === null) throw damaged();
  return value;
}

/** The refusal of an index that holds what no builder wrote. */
export function damaged(cause?: unknown): StoreError {
  const cure = "delete it with 'index drop', and build it again";
  return new StoreError("corrupt", `the index of tables is damaged: ${cure}`, { cause });
}
