import { join } from "node:path";
import { Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { createDevnetSource } from "@ledger/devnet";
import { createDataDir, startNode } from "@ledger/node-process";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { type LedgerRecord, OnChainRecord } from "@ledger/types";

/** A node with a development ledger that does not grow, and the official client of it. */
export interface StillLedger extends AsyncDisposable {
  /** Base URL of the API, with `/v1`. */
  readonly url: string;
  readonly aptos: Aptos;
  /** The whole ledger, from version 0 on, as its source made it: what the client's answers are compared with. */
  readonly records: readonly LedgerRecord[];
}

/** Enough for every kind of transaction, and for an epoch to end. */
const blocks = 62;

/** A second between blocks, counted from a fixed instant. */
function tickingClock(): () => bigint {
  let now = 1_700_000_000_000_000n;
  return () => {
    now += 1_000_000n;
    return now;
  };
}

async function fillLedger(folder: string): Promise<LedgerRecord[]> {
  const kept: LedgerRecord[] = [];
  const endless = createDevnetSource({ clock: tickingClock(), intervalMs: 0 });
  const store = openSqliteStore(join(folder, "ledger.db"));
  try {
    await ingest({
      source: {
        name: "the first blocks of the development ledger",
        async *records(from, signal) {
          let block = 0;
          for await (const page of endless.records(from, signal)) {
            kept.push(...page);
            yield page;
            if (block++ === blocks) return;
          }
        },
      },
      store,
    });
  } finally {
    await store.close();
  }
  return kept;
}

async function readRecord(url: string, version: number): Promise<LedgerRecord> {
  const response = await fetch(`${url}/transactions/by_version/${version}`, {
    headers: { accept: "application/x-bcs" },
  });
  // The first byte tells a committed transaction from a pending one.
  return OnChainRecord.decode(new Uint8Array(await response.arrayBuffer()).subarray(1));
}

/** Waits for the block that a node makes as it starts; the next one is hours away. */
async function readLastBlock(url: string, firstVersion: number): Promise<LedgerRecord[]> {
  let latest = firstVersion - 1;
  while (latest < firstVersion) {
    const info = (await (await fetch(url)).json()) as { readonly ledger_version: string };
    latest = Number(info.ledger_version);
  }
  return Promise.all(Array.from({ length: latest - firstVersion + 1 }, (_, i) => readRecord(url, firstVersion + i)));
}

/**
 * Makes a ledger of some blocks and starts a node on it, with the header family that the client looks for.
 *
 * @param options - of `start`, beside those
 */
export async function startStillLedger(...options: readonly string[]): Promise<StillLedger> {
  const dataDir = createDataDir();
  const records = await fillLedger(dataDir.path);
  const headers = ["X-SVC-", "X-Aptos-"].flatMap((prefix) => ["--header-prefix", prefix]);
  const node = await startNode("--data-dir", dataDir.path, "--block-interval", "9999999", ...headers, ...options);
  const url = `${node.url}/v1`;
  records.push(...(await readLastBlock(url, records.length)));
  const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: url }));
  return {
    url,
    aptos,
    records,
    async [Symbol.asyncDispose]() {
      await node.stop();
      dataDir[Symbol.dispose]();
    },
  };
}
