import { join } from "node:path";
import { createDataDir } from "@ledger/node-process";
import type { LedgerStore } from "@ledger/state-store";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import {
  type Address,
  type LedgerRecord,
  Transaction,
  type TransactionAuthenticator,
  TransactionInfo,
  type TransactionPayload,
} from "@ledger/types";
import { type MixedOptions, makeMixedBlocks } from "./make-blocks.ts";
import { followStore, replayStore, type SecondReport } from "./second-process.ts";

/** How a mixed ledger is executed again. */
export interface FollowMixedOptions extends MixedOptions {
  readonly threads: number;
  /** Store to fill, and the options of a command that opens it; a file of its own when absent. */
  readonly place?: { readonly store: LedgerStore; readonly options: readonly string[] } | undefined;
  /** True if the second process is a node that follows; else it is the command that replays a store. */
  readonly follows?: boolean | undefined;
}

/** What came of it. */
export interface MixedReport extends SecondReport {
  readonly versions: number;
  /** Versions by what they are: the kind of transaction, and how it ended. */
  readonly kinds: ReadonlyMap<string, number>;
  /** Calls that succeeded, by their function. */
  readonly calls: ReadonlyMap<string, number>;
}

/** Makes a mixed ledger, stores it with all checks of hashes, and has another process execute it again from the store alone. */
export async function followMixed(options: FollowMixedOptions): Promise<MixedReport> {
  using dataDir = createDataDir();
  const { place, threads, follows = false } = options;
  const store = place?.store ?? openSqliteStore(join(dataDir.path, "ledger.db"));
  const [kinds, calls] = [new Map<string, number>(), new Map<string, number>()];
  let versions = 0;
  const records = async function* (): AsyncGenerator<readonly LedgerRecord[]> {
    for await (const block of makeMixedBlocks(options)) {
      for (const record of block) {
        count(kinds, kindOf(record));
        count(calls, calledFunction(record));
      }
      versions += block.length;
      yield block;
    }
  };
  await ingest({ source: { name: "mixed", records }, store });
  await store.close();
  const at = place?.options ?? ["--data-dir", dataDir.path];
  const second = { place: at, head: BigInt(versions - 1), threads };
  return { versions, kinds, calls, ...(await (follows ? followStore(second) : replayStore(second))) };
}

function count(counts: Map<string, number>, name: string | undefined): void {
  if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
}

/** The function of the framework's packages that a transaction calls, where that succeeds. */
function calledFunction({ transaction, info }: LedgerRecord): string | undefined {
  const decoded = Transaction.decode(transaction);
  if (decoded.kind !== "UserTransaction" || TransactionInfo.decode(info).value.status.kind !== "Success") return;
  const { payload } = decoded.value.rawTxn;
  if (payload.kind !== "EntryFunction" || !isReserved(payload.value.module.address)) return;
  return `${payload.value.module.name}::${payload.value.function}`;
}

/** True for the addresses that packages of the framework have. */
function isReserved(address: Address): boolean {
  return address.subarray(0, -1).every((byte) => byte === 0) && address.at(-1)! < 16;
}

function kindOf({ transaction, info }: LedgerRecord): string {
  const decoded = Transaction.decode(transaction);
  if (decoded.kind !== "UserTransaction") return decoded.kind;
  const { payload } = decoded.value.rawTxn;
  const { authenticator } = decoded.value;
  const { status } = TransactionInfo.decode(info).value;
  return `${formOf(payload)} ${schemeOf(authenticator)} ${status.kind}`;
}

function formOf(payload: TransactionPayload): string {
  return payload.kind === "EncryptedPayload" ? `${payload.kind} ${payload.value.kind}` : payload.kind;
}

/** The scheme of a sender; of one with keys of any kind, their kinds. */
function schemeOf(authenticator: TransactionAuthenticator): string {
  if (authenticator.kind !== "SingleSender") return authenticator.kind;
  const { sender } = authenticator.value;
  if (sender.kind === "SingleKey") return `${sender.kind}(${sender.value.publicKey.kind})`;
  if (sender.kind !== "MultiKey") return sender.kind;
  const kinds = sender.value.publicKeys.publicKeys.map(({ kind }) => kind);
  return `${sender.kind}(${kinds.join(" ")})`;
}
