// The thread that makes large answers: an API of its own over a connection of its own.
import { parentPort, workerData } from "node:worker_threads";
import type { ApiResponse } from "@ledger/api-core";
import { createLedgerPool } from "../calls/ledger-pool.ts";
import { PendingCalls } from "../calls/pending-calls.ts";
import { encodeResponse } from "../http/content-encoding.ts";
import { openReader } from "../store/open-store.ts";
import { createNodeApi } from "../wiring/api-settings.ts";
import { Gate } from "./gate.ts";
import { workLimits } from "./limits.ts";
import { Outbox } from "./outbox.ts";
import type { ThreadWork, WorkAnswer, WorkCommand, WorkMessage, WorkQuestion, WorkSettings } from "./protocol.ts";

const port = parentPort!;
const settings = workerData as WorkSettings;
const outbox = new Outbox<WorkMessage>((messages, moved) => port.postMessage(messages, moved));
const calls = new PendingCalls((message) => outbox.send(message));
/** Whoever asks from now on may know a newer ledger than the picture that requests share at the moment. */
let forgetPicture = (): void => undefined;
const api = createNodeApi(settings, {
  store: await openReader(settings.location),
  specPage: settings.specPage,
  callLedger: calls.call,
  pool: settings.isLocal ? createLedgerPool(calls.call) : undefined,
  endOfTurn: (release) => {
    forgetPicture = release;
    setImmediate(release);
  },
  defer: setImmediate,
});
/** Quick work is handed over ahead; no more of it is begun at one time than of slow work, which bounds its memory. */
const gates = {
  bulk: new Gate(workLimits.bulk.running),
  compute: new Gate(workLimits.compute.running),
} as const satisfies Readonly<Record<ThreadWork, Gate>>;
/** What has been handed over, by id, and whether it was cancelled. */
const handedOver = new Map<number, { aborted: boolean }>();

async function answer(question: WorkQuestion, signal: { readonly aborted: boolean }): Promise<WorkAnswer> {
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

async function take(id: number, question: WorkQuestion, signal: { readonly aborted: boolean }): Promise<void> {
  const made = signal.aborted ? undefined : await answer(question, signal);
  handedOver.delete(id);
  if (signal.aborted || made === undefined) outbox.send({ type: "dropped", id });
  else outbox.send({ type: "answered", id, answer: made }, made.body === undefined ? [] : [made.body.buffer]);
}

function obey(command: WorkCommand): void {
  if (command.type === "answer") {
    const { id, question } = command;
    const signal = { aborted: false };
    handedOver.set(id, signal);
    // What is cancelled before it begins comes with it.
    gates[question.work].add(() => take(id, question, signal));
  } else if (command.type === "cancel") {
    const signal = handedOver.get(command.id);
    if (signal !== undefined) signal.aborted = true;
  } else calls.settle(command);
}

port.on("message", (commands: readonly WorkCommand[]) => {
  forgetPicture();
  for (const command of commands) obey(command);
});

outbox.send({ type: "ready" });
