import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Random } from "@ledger/random";
import { StoreError, verifyTree } from "@ledger/state-store";
import { openSqliteStore, openSqliteTree } from "@ledger/state-store/sqlite";
import { bytesEqual } from "@ledger/types";
import { verifyLedger } from "../../src/index.ts";
import type { TestChain } from "../../src/testing/index.ts";
import { startMockUpstream } from "./mock-server.ts";

/** What a series of kills came to. */
export interface KillResult {
  /** Followers that were killed while they worked. */
  readonly kills: number;
  /** Ledgers that were taken in whole in spite of that, and verified from genesis to the head. */
  readonly ledgers: number;
  /** Records that are not those of the upstream, versions that are missing, and state trees that prove something else; must be 0. */
  readonly wrong: number;
}

const program = fileURLToPath(new URL("./follower-process.ts", import.meta.url));

/**
 * Kills followers at random instants and starts them again on the same store until it is full; then on a new one, until there
 * were enough kills.
 */
export async function runKills(options: {
  readonly chain: TestChain;
  readonly kills: number;
  readonly seed: number;
}): Promise<KillResult> {
  const { chain, seed } = options;
  const random = new Random(seed);
  const upstream = await startMockUpstream(chain.records, {
    // Slow enough that a kill falls into the work.
    intercept: (_, reply) => ({ ...reply, delayMs: 2 }),
  });
  let kills = 0;
  let ledgers = 0;
  let wrong = 0;
  try {
    const goesOn = (): boolean => kills < options.kills;
    while (goesOn()) {
      const folder = mkdtempSync(join(tmpdir(), "ledger-kill-"));
      const path = join(folder, "ledger.db");
      // The last ledger is completed in peace.
      while (!(await follow(path, upstream.url, goesOn() ? random.below(80) : undefined))) {
        kills += 1;
        wrong += await countWrongTrees(path);
      }
      wrong += (await countWrong(path, chain)) + (await countWrongTrees(path, BigInt(chain.records.length - 1)));
      ledgers += 1;
      rmSync(folder, { recursive: true, force: true });
    }
  } finally {
    upstream.close();
  }
  return { kills, ledgers, wrong };
}

/** Runs a follower and kills it after a while. @returns whether it came to the head before that */
function follow(path: string, upstream: string, killAfterMs: number | undefined): Promise<boolean> {
  const child = spawn(process.execPath, ["--conditions=@ledger/source", "--no-warnings", program, path, upstream], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.stdout.once("data", () => {
      if (killAfterMs !== undefined) setTimeout(() => child.kill("SIGKILL"), killAfterMs);
    });
    child.once("exit", (code, signal) => {
      if (signal === "SIGKILL") resolve(false);
      else if (code === 0) resolve(true);
      else reject(new Error(`the follower ended with ${code ?? signal}`));
    });
  });
}

async function countWrong(path: string, { records, waypoint }: TestChain): Promise<number> {
  const store = openSqliteStore(path);
  try {
    await verifyLedger(store, { waypoint });
    const stored = await store.listRecords(0n, records.length + 1);
    const missing = Math.abs(records.length - stored.length);
    return (
      missing +
      stored.filter(({ version, info, writeSet }) => {
        const record = records[Number(version)]!;
        return !bytesEqual(info, record.info) || !bytesEqual(writeSet, record.writeSet);
      }).length
    );
  } finally {
    await store.close();
  }
}

/** Compares the state tree that a follower has left with its ledger. @param head - the version that it must have, if any */
async function countWrongTrees(path: string, head?: bigint): Promise<number> {
  const store = openSqliteStore(path);
  const tree = openSqliteTree(`${path}-tree`);
  try {
    const found = await verifyTree(store, tree);
    return head === undefined || found?.version === head ? 0 : 1;
  } catch (error) {
    if (error instanceof StoreError && error.code === "corrupt") return 1;
    throw error;
  } finally {
    await tree.close();
    await store.close();
  }
}
