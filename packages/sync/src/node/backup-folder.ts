import { createReadStream } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { type BackupStorage, checkHandle } from "../backup/storage.ts";
import { SyncError } from "../error.ts";

/** Folder of the metadata files inside a backup. */
const METADATA = "metadata";

/**
 * A backup that lies in a folder, as the reference node's tool writes it to a local directory: handles are paths inside it.
 *
 * @throws {@link SyncError} `unreadable` from its methods
 * @see Ledger specification, ingest §6.2
 */
export function openBackupFolder(path: string): BackupStorage {
  return {
    name: basename(path),
    async listMetadata() {
      try {
        const names = await readdir(join(path, METADATA));
        return names
          .filter((name) => name.endsWith(".meta"))
          .sort()
          .map((name) => `${METADATA}/${name}`);
      } catch (cause) {
        throw new SyncError("unreadable", "the backup has no metadata folder", { cause });
      }
    },
    async *read(handle, signal) {
      try {
        yield* createReadStream(join(path, checkHandle(handle)), { signal, highWaterMark: 1 << 20 });
      } catch (cause) {
        if (cause instanceof SyncError || signal.aborted) throw cause;
        throw new SyncError("unreadable", "a file of the backup could not be read", { field: handle, cause });
      }
    },
  };
}
