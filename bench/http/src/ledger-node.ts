import { join } from "node:path";
import { demoSource } from "@ledger/demo-ledger";
import { openSqliteStore } from "@ledger/state-store/sqlite";
import { ingest } from "@ledger/sync";
import { pinTo, type ServerProcess, startServer } from "./server-process.ts";

/** How a node is started for a measurement. */
export interface LedgerNodeOptions {
  /** Path of the built program. */
  readonly program: string;
  readonly dataDir: string;
  readonly pin: boolean;
  /** Options of `start` besides those of every measurement. */
  readonly options?: readonly string[];
  /** Flags of Node, e.g. for a profile. */
  readonly nodeOptions?: readonly string[];
}

/** Starts the node on a ledger that stands still while it is measured: the next block is hours away. */
export function startLedgerNode({
  program,
  dataDir,
  pin,
  options = [],
  nodeOptions = [],
}: LedgerNodeOptions): Promise<ServerProcess> {
  return startServer([
    ...(pin ? pinTo(0, [process.execPath]) : [process.execPath]),
    ...nodeOptions,
    program,
    "start",
    ...["--data-dir", dataDir, "--listen", "127.0.0.1:0", "--state-window", "0", "--block-interval", "9999999"],
    ...["--workload", "off"],
    ...options,
  ]);
}

/** Fills a data folder with the first blocks of the local network's demo, so that there is a past to ask for. */
export async function fillLedger(dataDir: string): Promise<void> {
  const store = openSqliteStore(join(dataDir, "ledger.db"));
  await ingest({ source: demoSource(), store });
  await store.close();
}
