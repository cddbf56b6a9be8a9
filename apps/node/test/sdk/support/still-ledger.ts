import { join } from "node:path";
import { Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { demoSource, readDemoBlocks } from "@ledger/demo-ledger";
import { createDataDir, startNode } from "@ledger/node-process";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import type { LedgerRecord } from "@ledger/types";

/** A node with a ledger that does not grow, that of the local network's demo, and the official client of it. */
export interface StillLedger extends AsyncDisposable {
  /** Base URL of the API, with `/v1`. */
  readonly url: string;
  readonly aptos: Aptos;
  /** The whole ledger, from version 0 on, as its source made it: what the client's answers are compared with. */
  readonly records: readonly LedgerRecord[];
}

async function fillLedger(folder: string): Promise<void> {
  const store = openSqliteStore(join(folder, "ledger.db"));
  try {
    await ingest({ source: demoSource(), store });
  } finally {
    await store.close();
  }
}

/**
 * Makes a ledger of some blocks and starts a node on it.
 *
 * @param options - more of those of `start`
 */
export async function startStillLedger(...options: readonly string[]): Promise<StillLedger> {
  const dataDir = createDataDir();
  await fillLedger(dataDir.path);
  const records = (await readDemoBlocks()).flat();
  const node = await startNode("--data-dir", dataDir.path, "--role", "api", ...options);
  const url = `${node.url}/v1`;
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
