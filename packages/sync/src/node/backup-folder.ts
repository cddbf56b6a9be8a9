import { constants } from "node:fs";
import { type FileHandle, open, opendir, realpath } from "node:fs/promises";
import { basename, join, sep } from "node:path";
import { type BackupStorage, checkHandle, maxMetadataFiles } from "../backup/storage.ts";
import { SyncError } from "../refusal/sync-error.ts";

/** Folder of the metadata files inside a backup. */
const metadata = "metadata";
/** Bytes read at once. */
const readBytes = 1 << 20;

/**
 * A backup that lies in a folder, as the reference node's tool writes it to a local directory: handles are paths inside it. Only
 * regular files inside the folder are read: no symbolic link leads out of it, and no pipe or device is opened and waited for.
 *
 * @throws {@link SyncError} `unreadable` from its methods
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/ingest.md#6.2 | Specification, ingest 6.2}
 */
export function openBackupFolder(path: string): BackupStorage {
  return {
    name: basename(path),
    async listMetadata() {
      try {
        await resolveInside(path, metadata);
        const handles: string[] = [];
        for await (const { name } of await opendir(join(path, metadata))) {
          if (name.endsWith(".meta")) handles.push(`${metadata}/${name}`);
          if (handles.length > maxMetadataFiles) break;
        }
        return handles.sort();
      } catch (cause) {
        if (cause instanceof SyncError) throw cause;
        throw new SyncError("unreadable", "the backup has no metadata folder", { cause });
      }
    },
    async *read(handle, signal) {
      try {
        await using file = await openInside(path, checkHandle(handle));
        for (;;) {
          signal.throwIfAborted();
          const bytes = new Uint8Array(readBytes);
          const { bytesRead } = await file.read(bytes, 0, bytes.length);
          if (bytesRead === 0) return;
          yield bytes.subarray(0, bytesRead);
        }
      } catch (cause) {
        if (cause instanceof SyncError || signal.aborted) throw cause;
        throw new SyncError("unreadable", `${handle} of the backup could not be read`, { field: handle, cause });
      }
    },
  };
}

/** The real path of a file of the backup. @throws {@link SyncError} `unreadable` when a link leads out of the folder */
async function resolveInside(folder: string, handle: string): Promise<string> {
  const [root, file] = await Promise.all([realpath(folder), realpath(join(folder, handle))]);
  if (file.startsWith(root + sep)) return file;
  throw new SyncError("unreadable", `${handle} of the backup is a link to a place outside its folder`, {
    field: handle,
  });
}

/** Opens a regular file. A pipe is opened without waiting for its other side, and then refused. */
async function openInside(folder: string, handle: string): Promise<FileHandle> {
  const path = await resolveInside(folder, handle);
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw new SyncError("unreadable", `${handle} of the backup is not a regular file`, { field: handle });
}
