// The thread that makes large answers: an API of its own over a connection of its own.
import { workerData } from "node:worker_threads";
import { threadTime } from "@ledger/kit";
import { connectParent } from "@ledger/kit/threads";
import { createNodeApi } from "../api/api-settings.ts";
import { networkClock } from "../api/network-clock.ts";
import { ledgerOf } from "../calls/ledger-calls.ts";
import { createLedgerPool } from "../calls/ledger-pool.ts";
import { openReader } from "../store/open-store.ts";
import { answerQuestions } from "./answer-questions.ts";
import { answerRoute } from "./answer-route.ts";
import type { AnswerFunctions, AnswerListener, TimedQuestion, WorkSettings } from "./protocol.ts";
import { warmUp } from "./warm-up.ts";

const settings = workerData as WorkSettings;
const parent = connectParent<AnswerListener, AnswerFunctions<TimedQuestion>>();
const callLedger = ledgerOf(parent);
/** Later requests may have seen a newer ledger than the shared picture. */
let forgetPicture = (): void => undefined;
/** From the node's latest command. */
let leadUsecs = 0n;
const clock = networkClock(() => leadUsecs);
const store = await openReader(settings.location);
const api = createNodeApi(settings, {
  store,
  specPage: settings.specPage,
  clock,
  blockClock: settings.isLocalNetwork ? clock : undefined,
  callLedger,
  pool: settings.takesTransactions ? createLedgerPool(callLedger) : undefined,
  endOfTurn: (release) => {
    forgetPicture = release;
    setImmediate(release);
  },
  // What runs long has a slice in each turn of the event loop, one request of all: what arrives waits for one slice at most.
  defer: (callback, signal) => threadTime.wait(signal ?? store, callback),
});

answerQuestions<TimedQuestion>(
  parent,
  ({ leadUsecs: latest, ...question }, asking) => {
    leadUsecs = latest;
    return answerRoute(api, question, asking);
  },
  () => forgetPicture(),
);

// A store that does not answer now is a matter of the requests that come.
warmUp(api, store).catch(() => undefined);
