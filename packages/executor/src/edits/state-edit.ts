import { StateValueMetadata, type StateView } from "@ledger/types";
import type { Change } from "../state/change.ts";

/** Thrown for what cannot be set by hand, e.g. the balance of an asset that does not exist. */
export class EditError extends Error {
  override readonly name = "EditError";
}

/** An item of the state, set by hand. */
export interface StateEdit {
  /** Encoded state key. */
  readonly key: Uint8Array;
  readonly item: Change["item"];
  /** Absent to remove it. */
  readonly value: Uint8Array | undefined;
}

/** The change that an edit makes to a state; `undefined` where it removes an item that is not there. */
export async function editChange(state: StateView, { key, item, value }: StateEdit): Promise<Change | undefined> {
  const before = await state.get(key);
  const metadata = before?.metadata && StateValueMetadata.decode(before.metadata);
  const common = { key, item, metadata, previousSize: before?.bytes.length ?? 0 };
  if (value !== undefined) return { ...common, kind: before === undefined ? "creation" : "modification", value };
  return before && { ...common, kind: "deletion", value: new Uint8Array() };
}
