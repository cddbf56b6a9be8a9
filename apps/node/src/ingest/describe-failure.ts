import { StoreError } from "@ledger/state-store";
import { SyncError } from "@ledger/sync";
import { TypesError } from "@ledger/types";

/** What a person can do about a failure that has a code of its own. */
const advice: Readonly<Record<string, string>> = {
  wrong_network: "the store holds another ledger; choose another one with --data-dir or --store",
  store_locked:
    "another ledger-node keeps this ledger; stop it, choose another place with --data-dir or --store, or only serve with --role api",
  lease_lost: "start it again to take over in turn, or leave it to serve what the other one writes",
  access_denied: "the user and the password for --store, or the user's rights in the database, are wrong",
  gap: "a new data folder can begin in the middle: --start-version latest, or a version that the upstream still has, or a snapshot with --backup",
  waypoint_unreachable:
    "give the waypoint of a version that this ledger has, or name what leads to that one with --follow or --backup",
  diverged:
    "what was agreed on before that version goes on being served; find out which upstream is right, and follow that one",
  untrusted:
    "nothing of the ledger is served; find out which upstream is right, and begin a new data folder with that one",
  unconfirmed: "name another upstream with --follow, or take what fewer of them say with --agreement 1",
  wrong_waypoint:
    "this is not the network of the waypoint, or the waypoint is not one of its; nothing of it was written",
};

/** The code and the text of a failure, for the person who started the node. */
export function describeFailure(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof SyncError || error instanceof StoreError || error instanceof TypesError) {
    const hint = advice[error.code];
    return { code: error.code, message: hint === undefined ? error.message : `${error.message} (${hint})` };
  }
  return { code: "internal_error", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
