// The thread that reads parts of streams: an API of its own over a connection of its own.
import { enableCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { createNodeApi } from "../api/api-settings.ts";
import { openReader } from "../store/open-store.ts";
import { describeFault, ownBytes, questionThread } from "./answer-questions.ts";
import type { StreamThreadQuestion, WorkSettings } from "./protocol.ts";

enableCompileCache?.();
const settings = workerData as WorkSettings;
const thread = questionThread<StreamThreadQuestion>(parentPort!);
const api = createNodeApi(settings, {
  store: await openReader(settings.location),
  callLedger: thread.calls.call,
});

thread.open(async ({ stream }, asking) => {
  const { status, headers, body, error, isVolatile } = await api.readStream(stream, asking);
  const fault = status >= 500 ? describeFault(error?.cause ?? error) : undefined;
  return { status, headers, body: ownBytes(body), fault, isVolatile };
});
