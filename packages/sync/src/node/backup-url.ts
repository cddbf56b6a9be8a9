import { readWhole } from "../backup/byte-stream.ts";
import type { BackupStorage } from "../backup/storage.ts";
import { checkHandle, maxMetadataFiles } from "../backup/storage.ts";
import { SyncError } from "../refusal/sync-error.ts";
import { openBackupFolder } from "./backup-folder.ts";

/** Names of the metadata files of a backup at a URL, one per line: servers of files do not list folders. */
const metadata = "metadata";
const index = `${metadata}/index`;
const maxIndexBytes = 16 * 2 ** 20;
/** Most milliseconds until a file begins to arrive. */
const headersMs = 15_000;

/**
 * A backup in a folder, or at an `http(s)` URL where `metadata/index` lists the metadata files.
 *
 * @throws {@link SyncError} `unreadable` from its methods
 */
export function openBackup(folderOrUrl: string): BackupStorage {
  return /^https?:\/\//i.test(folderOrUrl) ? openBackupUrl(folderOrUrl) : openBackupFolder(folderOrUrl);
}

function openBackupUrl(url: string): BackupStorage {
  const root = url.replace(/\/+$/, "");
  async function* read(handle: string, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(), headersMs);
    try {
      const response = await fetch(`${root}/${checkHandle(handle)}`, {
        redirect: "manual",
        signal: AbortSignal.any([signal, stop.signal]),
      });
      clearTimeout(timer);
      if (!response.ok || response.body === null) {
        throw new SyncError("unreadable", "a file of the backup could not be fetched", {
          field: handle,
          expected: "200",
          actual: String(response.status),
        });
      }
      yield* response.body;
    } catch (cause) {
      if (cause instanceof SyncError || signal.aborted) throw cause;
      throw new SyncError("unreadable", "a file of the backup could not be fetched", { field: handle, cause });
    } finally {
      clearTimeout(timer);
      stop.abort();
    }
  }
  return {
    name: new URL(root).host,
    async listMetadata(signal) {
      const text = new TextDecoder().decode(await readWhole(read(index, signal), maxIndexBytes));
      const handles: string[] = [];
      for (const [line] of text.matchAll(/[^\n]+/g)) {
        const name = line.trim();
        if (!name.endsWith(".meta")) continue;
        handles.push(checkHandle(`${metadata}/${name}`));
        if (handles.length > maxMetadataFiles) break;
      }
      return handles;
    },
    read,
  };
}
