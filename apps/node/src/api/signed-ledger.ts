import { ApiError, type SignedLedger } from "@ledger/api-core";

/**
 * The signed ledger infos that a backup holds. Nothing is read before the first question.
 *
 * @param place - folder or address of the backup
 */
export function signedLedgerOf(place: string): SignedLedger {
  let opened: Promise<SignedLedger> | undefined;
  return {
    async endingsSince(version, most, signal) {
      try {
        opened ??= openEndings(place);
        return await (await opened).endingsSince(version, most, signal);
      } catch (cause) {
        throw new ApiError("internal_error", "the backup with the signed ledger infos cannot be read now", {
          status: 503,
          cause,
        });
      }
    },
  };
}

/** Signatures are a large part of the code of backups: it is loaded when somebody asks. */
async function openEndings(place: string): Promise<SignedLedger> {
  const [{ BackupEndings }, { openBackup }] = await Promise.all([
    import("@ledger/sync/backup"),
    import("@ledger/sync/node"),
  ]);
  return new BackupEndings(openBackup(place));
}
