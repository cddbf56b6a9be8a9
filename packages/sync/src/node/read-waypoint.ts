import { parseWaypoint, type Waypoint } from "@ledger/types";
import { SyncError } from "../refusal/sync-error.ts";
import { readBoundedFile } from "./read-genesis.ts";

/** Longest waypoint file looked at; a waypoint line has at most 87 characters. */
const maxWaypointBytes = 1024;

/**
 * Reads a waypoint given as text, `version:hash`, or as the path of a file that holds one line of it.
 *
 * @param textOrFile - `0:6072…` or a path; a text of digits, a colon and hex digits is never taken for a path
 * @throws {@link SyncError} `invalid_waypoint`, and as a file `unreadable` or `too_large`
 */
export async function readWaypoint(textOrFile: string): Promise<Waypoint> {
  if (/^\d+:(0x)?[0-9a-f]+$/i.test(textOrFile)) return waypointFromText(textOrFile);
  return waypointFromText(new TextDecoder().decode(await readWaypointFile(textOrFile)).trim());
}

async function readWaypointFile(path: string): Promise<Uint8Array> {
  try {
    return await readBoundedFile(path, maxWaypointBytes);
  } catch (cause) {
    if (!(cause instanceof SyncError) || cause.code !== "unreadable") throw cause;
    throw new SyncError(
      "unreadable",
      `a waypoint is \`version:hash\` or a file with one line of it; ${cause.message}`,
      {
        cause,
      },
    );
  }
}

function waypointFromText(text: string): Waypoint {
  try {
    return parseWaypoint(text);
  } catch (cause) {
    throw new SyncError("invalid_waypoint", "a waypoint is `version:hash`, with 64 hex digits", { cause });
  }
}
