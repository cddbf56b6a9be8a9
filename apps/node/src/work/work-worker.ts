// The thread that makes large answers: an API of its own over a connection of its own.
import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { ApiResponse } from "@ledger/api-core";
import { createNodeApi } from "../api/api-settings.ts";
import { networkClock } from "../api/network-clock.ts";
import { createLedgerPool } from "../calls/ledger-pool.ts";
import { PendingCalls } from "../calls/pending-calls.ts";
import { openReader } from "../store/open-store.ts";
import { encodeResponse } from "./content-encoding.ts";
import { type ThreadWork, workLimits } from "./limits.ts";
import { Outbox } from "./outbox.ts";
import type { WorkAnswer, WorkCommand, WorkMessage, WorkQuestion, WorkSettings } from "./protocol.ts";
import { WorkQueue } from "./work-queue.ts";

const port = parentPort!;
const settings = workerData as WorkSettings;
const outbox = new Outbox<WorkMessage>((messages, moved) => port.postMessage(messages, moved));
const calls = new PendingCalls((message) => outbox.send(message));
/** Later requests may have seen a newer ledger than the shared picture. */
let forgetPicture = (): void => undefined;
/** The lead that the node reported last. */
let leadUsecs = 0n;
const clock = networkClock(() => leadUsecs);
const api = createNodeApi(settings, {
  store: await openReader(settings.location),
  specPage: settings.specPage,
  clock,
  blockClock: settings.isLocal ? clock : undefined,
  callLedger: calls.call,
  pool: settings.isLocal ? createLedgerPool(calls.call) : undefined,
  endOfTurn: (release) => {
    forgetPicture = release;
    setImmediate(release);
  },
  defer: setImmediate,
});
/** Quick work is handed over ahead; no more of it is begun at one time than of slow work, which bounds its memory. */
const queueOf = (work: ThreadWork): WorkQueue => {
  const { running, waiting, deadline } = workLimits[work];
  return new WorkQueue({ running, waiting, waitingOfClient: waiting, patience: deadline, deadline });
};
const queues: Readonly<Record<ThreadWork, WorkQueue>> = { bulk: queueOf("bulk"), compute: queueOf("compute") };
/** Cancels what has been handed over, by id. */
const handedOver = new Map<number, AbortController>();

async function answer(question: WorkQuestion, signal: AbortSignal): Promise<WorkAnswer> {
  const { work, route, query, encoding, ...rest } = question;
  const made = await api.answerHere(route, { ...rest, query: new URLSearchParams(query), signal });
  const { status, headers, body, error, isUnknownHere, failedCall } = await encodeResponse(made, encoding);
  const fault = status >= 500 ? describeFault(error) : undefined;
  return { status, headers, body: ownBytes(body), fault, isUnknownHere, failedCall };
}

/** Bytes that nothing else here holds: moving them to another thread takes them from other holders. */
function ownBytes(body: ApiResponse["body"]): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  return typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
}

function describeFault(error: ApiResponse["error"]): string {
  const cause = error?.cause ?? error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

async function take(id: number, question: WorkQuestion, signal: AbortSignal): Promise<void> {
  let made: WorkAnswer | undefined;
  try {
    made = await queues[question.work].run("", signal, async () => {
      // What is cancelled before it begins comes with it.
      await nextTurn();
      signal.throwIfAborted();
      return answer(question, signal);
    });
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  handedOver.delete(id);
  if (signal.aborted || made === undefined) outbox.send({ type: "dropped", id });
  else outbox.send({ type: "answered", id, answer: made }, made.body === undefined ? [] : [made.body.buffer]);
}

function obey(command: WorkCommand): void {
  if (command.type === "answer") {
    ({ leadUsecs } = command);
    const controller = new AbortController();
    handedOver.set(command.id, controller);
    void take(command.id, command.question, controller.signal);
  } else if (command.type === "cancel") handedOver.get(command.id)?.abort();
  else calls.settle(command);
}

port.on("message", (commands: readonly WorkCommand[]) => {
  forgetPicture();
  for (const command of commands) obey(command);
});

outbox.send({ type: "ready" });
