// The thread that keeps the state tree of a ledger, with connections of its own.

import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";
import { followHead } from "../following/follow-head.ts";
import { keepTree } from "./keep-tree.ts";
import type { TreeReport, TreeSettings } from "./protocol.ts";

enableCompileCache?.();
await followHead<TreeReport>((options) => keepTree(workerData as TreeSettings, options));
