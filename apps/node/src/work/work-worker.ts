// The thread that makes large answers: an API of its own over a connection of its own.
import { setImmediate as nextTurn } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import type { ApiResponse } from "@ledger/api-core";
import { createLedgerPool } from "../calls/ledger-pool.ts";
import { PendingCalls } from "../calls/pending-calls.ts";
import { encodeResponse } from "../http/content-encoding.ts";
import { openReader } from "../store/open-store.ts";
import { createNodeApi } from "../wiring/api-settings.ts";
import type { WorkAnswer, WorkCommand, WorkMessage, WorkQuestion, WorkSettings } from "./protocol.ts";

const port = parentPort!;
const settings = workerData as WorkSettings;
const report = (message: WorkMessage, moved: readonly ArrayBuffer[] = []): void => port.postMessage(message, moved);
const calls = new PendingCalls(report);
const api = createNodeApi(settings, {
  store: await openReader(settings.location),
  specPage: settings.specPage,
  callLedger: calls.call,
  pool: settings.isLocal ? createLedgerPool(calls.call) : undefined,
  defer: setImmediate,
});
/** What is under way, by id. */
const underWay = new Map<number, AbortController>();

async function answer(question: WorkQuestion, signal: AbortSignal): Promise<WorkAnswer> {
  const { route, query, encoding, ...rest } = question;
  const made = await api.handle(route, { ...rest, query: new URLSearchParams(query), signal });
  const { status, headers, body, error } = await encodeResponse(made, encoding);
  return { status, headers, body: ownBytes(body), fault: status >= 500 ? describeFault(error) : undefined };
}

/** Bytes that nothing else here holds: moving them to another thread takes them from whoever does. */
function ownBytes(body: ApiResponse["body"]): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  return typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
}

function describeFault(error: ApiResponse["error"]): string {
  const cause = error?.cause ?? error;
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

async function take(id: number, question: WorkQuestion): Promise<void> {
  const controller = new AbortController();
  underWay.set(id, controller);
  // What was cancelled before it began is found out here.
  await nextTurn();
  const made = controller.signal.aborted ? undefined : await answer(question, controller.signal);
  underWay.delete(id);
  if (controller.signal.aborted || made === undefined) report({ type: "dropped", id });
  else report({ type: "answered", id, answer: made }, made.body === undefined ? [] : [made.body.buffer]);
}

port.on("message", (command: WorkCommand) => {
  if (command.type === "answer") void take(command.id, command.question);
  else if (command.type === "cancel") underWay.get(command.id)?.abort();
  else calls.settle(command);
});

report({ type: "ready" });
