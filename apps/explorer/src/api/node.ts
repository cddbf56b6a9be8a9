import { createClient } from "@ledger/api-core/client";
import { apiBase, reach } from "./call.ts";
import { whenFree } from "./when-free.ts";

/** The node that serves this page, or the one that a static host has set: its operations, typed as they are declared. */
export const node = createClient(apiBase, { fetch: whenFree(reach) });
