import { StoreError } from "@ledger/state-store";
import { SyncError } from "@ledger/sync";
import { type StoreOptions, storeLocation } from "../config/store-options.ts";
import { restoreFile } from "../store/restore-file.ts";
import { createProgressLine } from "./progress-line.ts";
import { describeProof } from "./verify.ts";
import { readTrusted, type TrustOptions } from "./verify-trusted.ts";

/** Options of `ledger-node restore`. */
export interface RestoreCommandOptions extends StoreOptions, TrustOptions {
  readonly replace?: boolean;
}

/**
 * The `restore` command: puts what `backup` wrote in a data folder, once it is verified.
 *
 * @param signal - ends it, and leaves the folder as it was
 */
export async function restore(file: string, options: RestoreCommandOptions, signal: AbortSignal): Promise<void> {
  const proof = await restoreVerified(file, options, signal);
  process.stdout.write(`${proof.join("\n")}\nrestored to ${options.dataDir}\n`);
}

/** Refusals of a ledger that contradicts itself: the copy was changed after it was written. */
const damages: ReadonlySet<string> = new Set(["corrupt", "hash_mismatch", "invalid_record", "store_damaged"]);

function isDamage(error: unknown): error is SyncError | StoreError {
  return (error instanceof SyncError || error instanceof StoreError) && damages.has(error.code);
}

function damagedCopy(file: string, cause: SyncError | StoreError): StoreError {
  const cure = "restore another copy, or write a new one with 'backup'";
  return new StoreError("corrupt", `${file} is damaged: ${cause.message}; ${cure}`, { cause });
}

/** Restores a copy. @returns what its verification proves, line by line */
export async function restoreVerified(
  file: string,
  { replace = false, ...options }: RestoreCommandOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const location = storeLocation(options);
  if (location.kind === "postgres") {
    throw new StoreError(
      "invalid_argument",
      "a copy can only be restored to a data folder; use 'db copy' to move it from there to a PostgreSQL server",
    );
  }
  const verifyTrusted = await readTrusted(options);
  const progress = createProgressLine();
  let proof: readonly string[] = [];
  try {
    await restoreFile(file, location.path, {
      replace,
      signal,
      onProgress: ({ copiedPages, totalPages }) => progress.show("copying", { done: copiedPages, total: totalPages }),
      async verify(reader) {
        const verifying = verifyTrusted(reader, ({ version, head }) => {
          signal.throwIfAborted();
          progress.show(`verifying version ${version} of ${head}`, { done: version, total: head });
        });
        proof = describeProof(
          await verifying.catch((error: unknown) => {
            throw isDamage(error) ? damagedCopy(file, error) : error;
          }),
        );
      },
    });
  } finally {
    progress.end();
  }
  return proof;
}
