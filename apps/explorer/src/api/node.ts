import { createClient } from "@ledger/api-core/client";
import { apiBase, reach } from "./call.ts";
import { whenFree } from "./when-free.ts";

/** A transport that reads again what a busy node refuses. */
export const reachFree = whenFree(reach);

/** The node that serves this page, or the one that was chosen: its operations, typed as they are declared. */
export const node = createClient(apiBase, { fetch: reachFree });
