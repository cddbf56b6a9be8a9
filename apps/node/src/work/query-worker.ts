// The thread that answers GraphQL queries, with connections of its own, or with what it remembers of a local network.
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { createLocalIndexer } from "@ledger/local-services";
import { openReader } from "../store/open-store.ts";
import { openTableIndexReader } from "../store/open-table-index.ts";
import { describeFault, ownBytes, questionThread } from "./answer-questions.ts";
import { collectWhenIdle } from "./collect-when-idle.ts";
import type { QuerySettings, ThreadQuestion } from "./protocol.ts";

enableCompileCache?.();
collectWhenIdle();
const { location, isIndexKept } = workerData as QuerySettings;
const thread = questionThread<ThreadQuestion>(parentPort!);
/** Of the queries since the last answer. */
const faults: unknown[] = [];
const indexer = createLocalIndexer({
  store: await openReader(location),
  openIndex: isIndexKept ? () => openTableIndexReader(location) : undefined,
  onFault: (error) => faults.push(error),
});

thread.open(async ({ body }, { signal }) => {
  const asked = { method: "POST", path: "/v1/graphql", query: new URLSearchParams(), body: body ?? new Uint8Array() };
  const answer = await indexer.handle({ ...asked, header: () => undefined, isOfThisMachine: false, signal });
  const seen = faults.splice(0).map(describeFault);
  return { ...answer, body: ownBytes(answer.body), fault: seen.length > 0 ? seen.join("\n") : undefined };
});
