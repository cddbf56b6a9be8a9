// The thread that reads parts of streams: an API of its own over a connection of its own.
import { enableCompileCache } from "node:module";
import { workerData } from "node:worker_threads";
import { connectParent } from "@ledger/kit/threads";
import { createNodeApi } from "../api/api-settings.ts";
import { ledgerOf } from "../calls/ledger-calls.ts";
import { openReader } from "../store/open-store.ts";
import { answerQuestions, describeFault, ownBytes } from "./answer-questions.ts";
import type { AnswerFunctions, AnswerListener, StreamThreadQuestion, WorkSettings } from "./protocol.ts";

enableCompileCache?.();
const settings = workerData as WorkSettings;
const parent = connectParent<AnswerListener, AnswerFunctions<StreamThreadQuestion>>();
const api = createNodeApi(settings, {
  store: await openReader(settings.location),
  callLedger: ledgerOf(parent),
});

answerQuestions<StreamThreadQuestion>(parent, async ({ stream }, asking) => {
  const { status, headers, body, error, isVolatile } = await api.readStream(stream, asking);
  const fault = status >= 500 ? describeFault(error?.cause ?? error) : undefined;
  return { status, headers, body: ownBytes(body), fault, isVolatile };
});
