import { StoreError } from "@ledger/state-store";
import { NodeStartError } from "../health/node-start-error.ts";

/** The commands that build something next to a ledger. */
const builders = { index: "index build", "state tree": "proofs build" } as const;

/** Does something with what is next to a ledger, which no node may keep meanwhile. @throws NodeStartError `store_locked` where one does */
export async function refusingKept<T>(what: keyof typeof builders, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "store_locked")) throw error;
    const who = `a node keeps this ${what}, or another '${builders[what]}' writes it: stop that one first`;
    throw new NodeStartError("store_locked", who, { cause: error });
  }
}
