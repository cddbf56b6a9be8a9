import { lstatSync, readlinkSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { StoreError } from "../store-error.ts";

/** The file that a path leads to through symbolic links, whether it exists yet or not: one file, one name, one lock. */
export function realFile(path: string): string {
  for (let name = resolve(path); ; ) {
    const entry = lstatSync(name, { throwIfNoEntry: false });
    if (entry === undefined) return join(realFolder(name), basename(name));
    if (!entry.isSymbolicLink()) return realpathSync(name);
    name = resolve(dirname(name), readlinkSync(name));
  }
}

function realFolder(name: string): string {
  const folder = dirname(name);
  if (statSync(folder, { throwIfNoEntry: false }) === undefined) {
    throw new StoreError("io_error", "the folder does not exist");
  }
  return realpathSync(folder);
}

/** The file that a store was opened with. What is committed to one that has lost its name is lost with the process. */
export class OpenedFile {
  readonly path: string;
  readonly #device: number;
  readonly #inode: number;

  /** @param path - must lead to a file */
  constructor(path: string) {
    const { dev, ino } = statSync(path);
    this.path = path;
    this.#device = dev;
    this.#inode = ino;
  }

  /** @returns false when the path leads nowhere, or to another file */
  isInPlace(): boolean {
    return this.#isSame(statSync(this.path, { throwIfNoEntry: false }));
  }

  /** @throws StoreError `file_moved` when the path leads nowhere, or to another file */
  expectInPlace(): void {
    const found = statSync(this.path, { throwIfNoEntry: false });
    if (this.#isSame(found)) return;
    const what = found === undefined ? "has been deleted or moved" : "has been replaced by another one";
    throw new StoreError("file_moved", `the store's file ${what} while it was open`);
  }

  #isSame(found: Stats | undefined): boolean {
    return found?.ino === this.#inode && found.dev === this.#device;
  }
}
