import { join } from "node:path";
import { createDataDir, runCommand } from "@ledger/node-process";
import type { LedgerStore } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { type LedgerRecord, Transaction, TransactionInfo } from "@ledger/types";
import { type MixedOptions, makeMixedBlocks } from "./mixed-ledger.ts";

/** How a mixed ledger is executed again. */
export interface FollowMixedOptions extends MixedOptions {
  readonly threads: number;
  /** Store to fill, and the options of a command that opens it; a file of its own when absent. */
  readonly place?: { readonly store: LedgerStore; readonly options: readonly string[] } | undefined;
  readonly onProgress?: ((versions: number) => void) | undefined;
}

/** What came of it. */
export interface MixedReport {
  readonly versions: number;
  /** Versions by what they are: the kind of transaction, and how it ended. */
  readonly kinds: ReadonlyMap<string, number>;
  /** What the second process has printed, and its exit code. */
  readonly output: string;
  readonly code: number | null;
  readonly equal: number;
}

/** Makes a mixed ledger, stores it with all checks of hashes, and has another process execute it again from the store alone. */
export async function followMixed(options: FollowMixedOptions): Promise<MixedReport> {
  using dataDir = createDataDir();
  const { place, threads, onProgress } = options;
  const store = place?.store ?? openSqliteStore(join(dataDir.path, "ledger.db"));
  const kinds = new Map<string, number>();
  let versions = 0;
  const records = async function* (): AsyncGenerator<readonly LedgerRecord[]> {
    for await (const block of makeMixedBlocks(options)) {
      for (const record of block) {
        const kind = kindOf(record);
        kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
      }
      versions += block.length;
      onProgress?.(versions);
      yield block;
    }
  };
  await ingest({ source: { name: "mixed", records }, store });
  await store.close();
  const at = place?.options ?? ["--data-dir", dataDir.path];
  const { code, output } = await runCommand("replay", "--threads", `${threads}`, ...at);
  const equal = Number(/^equal +(\d+)$/m.exec(output)?.[1] ?? 0);
  return { versions, kinds, output, code, equal };
}

function kindOf({ transaction, info }: LedgerRecord): string {
  const decoded = Transaction.decode(transaction);
  if (decoded.kind !== "UserTransaction") return decoded.kind;
  const { payload } = decoded.value.rawTxn;
  const { authenticator } = decoded.value;
  const scheme = authenticator.kind === "SingleSender" ? authenticator.value.sender.kind : authenticator.kind;
  return `${payload.kind} ${scheme} ${TransactionInfo.decode(info).value.status.kind}`;
}
