import { LedgerInfoWithSignatures } from "@ledger/types";
import { type BackupCatalog, type BackupRange, readCatalog } from "./metadata.ts";
import { readEndingsSince } from "./read-epochs.ts";
import type { BackupStorage } from "./storage.ts";
import { readChunkProof, readTransactionChunks } from "./transaction-chunks.ts";

/** Milliseconds for which the list of backups is believed, and that one answer may take. */
const [catalogAge, longestRead] = [60_000, 30_000];

/** Most bytes of one answer, after which no further one is added. */
const maxBytes = 1024 * 1024;

/** A backup as it was read last. */
interface KnownBackup {
  /** When it was read, milliseconds. */
  readonly at: number;
  readonly catalog: Promise<BackupCatalog>;
  /** The ledger info that its newest transactions lead to, once a client came to the end of the epochs. */
  newest?: Promise<LedgerInfoWithSignatures | undefined>;
}

/** The signed ends of epochs in a backup, for clients that follow them from a waypoint of their own. They are not checked here. */
export class BackupEndings {
  readonly #storage: BackupStorage;
  readonly #clock: () => number;
  #known: KnownBackup | undefined;

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
   * @returns BCS of `LedgerInfoWithSignatures`, ascending by version, and whether there are later ones; after the last of them the newest
   * ledger info of the next epoch, where the backup has transactions of it
   * @throws {@link SyncError} `invalid_backup`, `too_large`, `unreadable`
   */
  async endingsSince(
    version: bigint,
    most: number,
    left?: { readonly aborted: boolean },
  ): Promise<{ infos: readonly Uint8Array[]; more: boolean; latest: Uint8Array | undefined }> {
    const signal = AbortSignal.timeout(longestRead);
    const known = this.#read(signal);
    const catalog = await known.catalog;
    const { epochEndings } = catalog;
    const infos: Uint8Array[] = [];
    let length = 0;
    for await (const signed of readEndingsSince(this.#storage, epochEndings, version, signal, left)) {
      if (infos.length === most || length > maxBytes) return { infos, more: true, latest: undefined };
      const bytes = LedgerInfoWithSignatures.encode(signed);
      length += bytes.length;
      infos.push(bytes);
    }
    if (left?.aborted === true) return { infos, more: true, latest: undefined };
    known.newest ??= readNewest(this.#storage, catalog, signal);
    known.newest.catch(() => {
      delete known.newest;
    });
    const newest = await known.newest;
    const isWanted = newest !== undefined && newest.value.ledgerInfo.commitInfo.version >= version;
    return { infos, more: false, latest: isWanted ? LedgerInfoWithSignatures.encode(newest) : undefined };
  }

  #read(signal: AbortSignal): KnownBackup {
    const now = this.#clock();
    if (this.#known === undefined || now - this.#known.at > catalogAge) {
      const known: KnownBackup = { at: now, catalog: readCatalog(this.#storage, signal) };
      this.#known = known;
      known.catalog.catch(() => {
        // The next question tries again.
        if (this.#known === known) this.#known = undefined;
      });
    }
    return this.#known;
  }
}

/** The ledger info that the newest transactions are proved by, where it is of the epoch after the last end: another one is of no use to clients. */
async function readNewest(
  storage: BackupStorage,
  { epochEndings, transactions }: BackupCatalog,
  signal: AbortSignal,
): Promise<LedgerInfoWithSignatures | undefined> {
  const newest = newestOf(transactions);
  if (newest === undefined) return undefined;
  const chunk = (await readTransactionChunks(storage, newest, signal)).at(-1);
  if (chunk === undefined) return undefined;
  const [, signed] = await readChunkProof(storage, chunk, signal);
  return signed.value.ledgerInfo.commitInfo.epoch === (newestOf(epochEndings)?.last ?? -1n) + 1n ? signed : undefined;
}

function newestOf(ranges: readonly BackupRange[]): BackupRange | undefined {
  return ranges.reduce<BackupRange | undefined>(
    (latest, range) => (latest === undefined || range.last > latest.last ? range : latest),
    undefined,
  );
}
