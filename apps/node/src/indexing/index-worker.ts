// The thread that keeps the index of a ledger's tables, with a connection of its own that reads the ledger.

import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";
import { followHead } from "../following/follow-head.ts";
import { giveWay } from "../replay/background.ts";
import { keepIndex } from "./keep-index.ts";
import type { IndexReport, IndexSettings } from "./protocol.ts";

enableCompileCache?.();
const settings = workerData as IndexSettings;
// Following the ledger and answering come first; an index that lags says so. Clients of a local network wait for its index.
if (!settings.newestFirst) giveWay();
await followHead<IndexReport>((options) => keepIndex(settings, options));
