import { SyncError } from "../refusal/sync-error.ts";

/** Most metadata files of a backup. */
export const maxMetadataFiles = 200_000;

/** The storage of a backup's files. A file is named by its handle: a relative path with `/`. */
export interface BackupStorage {
  /** For people. */
  readonly name: string;
  /** Handles of the metadata files: those that say which backups there are. Of more than {@link maxMetadataFiles} the first ones, and one more. */
  listMetadata(signal: AbortSignal): Promise<readonly string[]>;
  /**
   * The bytes of a file, as they are stored.
   *
   * @throws {@link SyncError} `unreadable`, at once or while it is read
   */
  read(handle: string, signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/**
 * Refuses handles that could leave the backup's root. Manifests are as untrusted as everything else in a backup.
 *
 * @returns the handle
 * @throws {@link SyncError} `invalid_backup`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.2 | Specification, ingest 6.2}
 */
export function checkHandle(handle: string): string {
  const segments = handle.split("/");
  const sound =
    handle.length <= 512 && segments.every((segment) => /^[A-Za-z0-9_-][A-Za-z0-9._-]{0,254}$/.test(segment));
  if (!sound)
    throw new SyncError("invalid_backup", "a file name in the backup is not a relative path", { field: "handle" });
  return handle;
}
