import { StoreError } from "@ledger/state-store";
import type { LeaseWait } from "@ledger/state-store/postgres";
import { SyncError } from "@ledger/sync";
import { ForkError } from "@ledger/sync/fork";
import { TypesError } from "@ledger/types";
import { ConfigError } from "../config/config-error.ts";
import { NodeStartError } from "../health/node-start-error.ts";
import { ReplayError } from "../replay/replay-error.ts";

/** Advice for a person about a failure that has a code of its own. */
const advice: Readonly<Record<string, string>> = {
  wrong_network:
    "the store holds another ledger, or --network names another one; choose another place with --data-dir or --store",
  store_locked:
    "another ledger-node keeps this ledger; stop it, choose another place with --data-dir or --store, or only serve with --role api",
  lease_lost: "start this node again when the other one has stopped, or let it only serve with --role api",
  access_denied: "check the user and password of --store, and the user's rights in the database",
  gap: "a new data folder can start above version 0: with --start-version latest or a version that the upstream still has, or from a snapshot with --backup",
  waypoint_unreachable:
    "use the waypoint of a version that this ledger has, or add the source that leads to it with --follow or --backup; networks publish " +
    "the waypoint of version 0 as genesis_waypoint.txt where their waypoint.txt is of a later version, and --network NAME knows it",
  diverged: "the node still serves the versions before that one; find out which upstream is right, and follow it",
  untrusted:
    "the node serves nothing of the ledger; find out which upstream is right, and start a new data folder with it",
  unconfirmed: "add another upstream with --follow, or accept fewer confirmations with --agreement 1",
  wrong_waypoint: "one of them belongs to another network; nothing was written",
};

function isOurs(error: unknown): error is SyncError | StoreError | TypesError | ForkError | ReplayError {
  const classes = [SyncError, StoreError, TypesError, ForkError, ReplayError];
  return classes.some((known) => error instanceof known);
}

/** Returns true for a refusal of the system, such as a file that may not be read: its text names the file, and a stack adds nothing. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && "syscall" in error && "code" in error;
}

/** The code and the text of a failure, for the person who started the node. */
export function describeFailure(error: unknown): { readonly code: string; readonly message: string } {
  if (error instanceof ConfigError || error instanceof NodeStartError) {
    return { code: error.code, message: error.message };
  }
  if (isOurs(error)) {
    const hint = advice[error.code];
    return { code: error.code, message: hint === undefined ? error.message : `${error.message} (${hint})` };
  }
  if (isSystemError(error)) return { code: "system_error", message: error.message };
  return { code: "internal_error", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

/** Leases that writers take end sooner, milliseconds. */
const longLease = 60_000;

/** Describes the wait for the lease of a writer that has gone without giving it back. */
export function describeLeaseWait({ holder, leftMs }: LeaseWait): string {
  const until = new Date(Date.now() + leftMs).toISOString();
  const cause = leftMs > longLease ? "; the clock of the database server was ahead when it was taken" : "";
  return `the store is leased to ${holder}: waiting ${Math.ceil(leftMs / 1_000)} s for the lease to end, until ${until}${cause}`;
}
