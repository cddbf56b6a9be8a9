import type { StoreOptions, StorePlaces } from "../config/store-options.ts";
import { ReplicaWait } from "../store/until-read.ts";

/** The wait for the replica of a node that answers from one; `undefined` for others. */
export function waitForReplica(
  { store, readStore }: Pick<StoreOptions, "store" | "readStore">,
  { kept, read }: StorePlaces,
): ReplicaWait | undefined {
  return readStore === undefined || readStore === store ? undefined : new ReplicaWait(kept, read);
}
