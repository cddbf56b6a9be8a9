import { Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { readDemoBlocks } from "@ledger/demo-ledger";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import type { LedgerRecord } from "@ledger/types";
import { fillDemoLedger } from "../../support/fill-demo-ledger.ts";
import { openSharedNode } from "../../support/open-shared-node.ts";

/** A node with a ledger that does not grow, that of the local network's demo, and the official client of it. */
export interface StillLedger {
  /** Base URL of the API, with `/v1`. */
  readonly url: string;
  readonly aptos: Aptos;
  /** The whole ledger, from version 0 on, as its source made it: what the client's answers are compared with. */
  readonly records: readonly LedgerRecord[];
}

/** Opens the ledger that the files of a run share. */
export async function openStillLedger(): Promise<StillLedger> {
  return readStillLedger(await openSharedNode("still-ledger"));
}

/**
 * Builds the same ledger again and starts a separate node on it.
 *
 * @param options - further options of `ledger-node start`
 */
export async function startStillLedger(...options: readonly string[]): Promise<StillLedger & AsyncDisposable> {
  const dataDir = createDataDir();
  await fillDemoLedger(dataDir.path);
  const node = await composeNode("--data-dir", dataDir.path, "--role", "api", ...options);
  return {
    ...(await readStillLedger(node)),
    async [Symbol.asyncDispose]() {
      await node.stop();
      dataDir[Symbol.dispose]();
    },
  };
}

async function readStillLedger(node: { readonly url: string }): Promise<StillLedger> {
  const url = `${node.url}/v1`;
  const aptos = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: url }));
  return { url, aptos, records: (await readDemoBlocks()).flat() };
}
