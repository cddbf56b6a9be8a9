import { type LedgerReader, StoreError, verifyTree } from "@ledger/state-store";
import type { ProgressLine } from "./progress-line.ts";

/** Compares the state tree with the ledger, where one is kept. The exit code is 1 where it differs. */
export async function verifyStateTree(store: LedgerReader, progress: ProgressLine): Promise<void> {
  if (store.tree === undefined) return;
  try {
    const found = await verifyTree(store, store.tree, {
      onProgress: ({ keys, version }) => progress.show(`proofs: ${keys} keys, version ${version}`),
    });
    progress.end();
    if (found === undefined) return;
    const { version, keys, blocks, infos } = found;
    process.stdout.write(
      `proofs       ${keys} keys at version ${version} lead to its root, and what ${blocks} blocks changed to theirs; ${infos} transaction infos are in the accumulator\n`,
    );
  } catch (error) {
    if (!(error instanceof StoreError && error.code === "corrupt")) throw error;
    progress.end();
    process.stderr.write(
      `proofs: ${error.message}: delete it with 'proofs drop', and build it again with 'proofs build'\n`,
    );
    process.exitCode = 1;
  }
}
