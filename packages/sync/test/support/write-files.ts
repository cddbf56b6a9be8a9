import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { BackupFiles } from "../../src/testing/index.ts";

/** Writes the files of a backup beside whatever the folder holds. */
export function writeFiles(folder: string, files: BackupFiles, options: { readonly gzip?: boolean } = {}): void {
  for (const [handle, bytes] of files) {
    const path = join(folder, handle);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, options.gzip ? gzipSync(bytes) : bytes);
  }
}
