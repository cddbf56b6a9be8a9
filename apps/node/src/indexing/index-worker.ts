// The thread that keeps the index of a ledger's tables, with a connection of its own that reads the ledger.

import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { followHead } from "../following/follow-head.ts";
import { giveWay } from "../replay/background.ts";
import { keepIndex } from "./keep-index.ts";
import type { IndexReport, IndexSettings } from "./protocol.ts";

enableCompileCache?.();
const settings = workerData as IndexSettings;
// Following the ledger and answering come first; an index that lags says so. Clients of a local network wait for its index.
if (!settings.newestFirst) giveWay();
if (parentPort === null) throw new Error("the index of tables is kept in a worker thread");
await followHead<IndexReport>(parentPort, (options) => keepIndex(settings, options));
