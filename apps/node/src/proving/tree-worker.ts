// The thread that keeps the state tree of a ledger, with connections of its own.

import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { followHead } from "../following/follow-head.ts";
import { keepTree } from "./keep-tree.ts";
import type { TreeReport, TreeSettings } from "./protocol.ts";

enableCompileCache?.();
if (parentPort === null) throw new Error("the state tree is kept in a worker thread");
await followHead<TreeReport>(parentPort, (options) => keepTree(workerData as TreeSettings, options));
