import { LedgerInfoWithSignatures } from "@ledger/types";
import { type BackupCatalog, readCatalog } from "./metadata.ts";
import { readEndingsSince } from "./read-epochs.ts";
import type { BackupStorage } from "./storage.ts";

/** Milliseconds for which the list of backups is believed, and that one answer may take. */
const [catalogAge, longestRead] = [60_000, 30_000];

/** Most bytes of one answer, after which no further one is added. */
const maxBytes = 1024 * 1024;

/** The signed ends of epochs in a backup, for clients that follow them from a waypoint of their own. They are not checked here. */
export class BackupEndings {
  readonly #storage: BackupStorage;
  readonly #clock: () => number;
  #catalog: { readonly at: number; readonly read: Promise<BackupCatalog> } | undefined;

  /** @param clock - milliseconds; the system clock when absent */
  constructor(storage: BackupStorage, clock: () => number = Date.now) {
    this.#storage = storage;
    this.#clock = clock;
  }

  /**
   * The ledger infos that end an epoch, from a version on. They are read from the storage each time: a network has thousands of them, of
   * some ten kilobytes each.
   *
   * @param most - how many, at least 1; fewer where they have more than 1 MiB together
   * @param left - becomes aborted when the answer is not wanted any more: reading ends then
   * @returns BCS of `LedgerInfoWithSignatures`, ascending by version, and whether there are later ones
   * @throws {@link SyncError} `invalid_backup`, `too_large`, `unreadable`
   */
  async endingsSince(
    version: bigint,
    most: number,
    left?: { readonly aborted: boolean },
  ): Promise<{ infos: readonly Uint8Array[]; more: boolean }> {
    const signal = AbortSignal.timeout(longestRead);
    const { epochEndings } = await this.#readCatalog(signal);
    const infos: Uint8Array[] = [];
    let length = 0;
    for await (const signed of readEndingsSince(this.#storage, epochEndings, version, signal, left)) {
      if (infos.length === most || length > maxBytes) return { infos, more: true };
      const bytes = LedgerInfoWithSignatures.encode(signed);
      length += bytes.length;
      infos.push(bytes);
    }
    return { infos, more: left?.aborted === true };
  }

  #readCatalog(signal: AbortSignal): Promise<BackupCatalog> {
    const now = this.#clock();
    if (this.#catalog === undefined || now - this.#catalog.at > catalogAge) {
      const read = readCatalog(this.#storage, signal);
      const catalog = { at: now, read };
      this.#catalog = catalog;
      read.catch(() => {
        // The next question tries again.
        if (this.#catalog === catalog) this.#catalog = undefined;
      });
    }
    return this.#catalog.read;
  }
}
