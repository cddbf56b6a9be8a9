import { setImmediate as nextTurn } from "node:timers/promises";
import type { MessagePort } from "node:worker_threads";
import { ApiError } from "@ledger/api-core";
import { PendingCalls } from "../calls/pending-calls.ts";
import { damageOf } from "./damage.ts";
import { type ThreadWork, threadLimits } from "./limits.ts";
import { Outbox } from "./outbox.ts";
import type { ThreadQuestion, WorkAnswer, WorkCommand, WorkMessage } from "./protocol.ts";
import { WorkQueue } from "./work-queue.ts";

/** The circumstances in which a question is answered. */
export interface Asking {
  /** Aborted when no request waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Waits for something else, and lets other questions have the place meanwhile. */
  readonly during: <T>(wait: () => Promise<T>) => Promise<T>;
}

/** The inside of a thread that answers questions. */
export interface QuestionThread<Q extends ThreadQuestion> {
  /** Calls to the thread that keeps the ledger. */
  readonly calls: PendingCalls;
  /** Takes questions from now on. @param onTurn - called before each list of commands */
  open(answer: (question: Q, asking: Asking) => Promise<WorkAnswer>, onTurn?: () => void): void;
}

/** Text as the bytes that cross to another thread. */
export function ownBytes(body: string | Uint8Array | undefined): Uint8Array<ArrayBuffer> | undefined {
  if (body === undefined) return undefined;
  // A copy: moving bytes to another thread takes them from other holders.
  return typeof body === "string" ? new TextEncoder().encode(body) : new Uint8Array(body);
}

/** A fault of this process, for the log of the node. */
export function describeFault(fault: unknown): string {
  return damageOf(fault) ?? (fault instanceof Error ? (fault.stack ?? fault.message) : String(fault));
}

/** Makes the inside of a thread that answers questions, a bounded number at a time. */
export function questionThread<Q extends ThreadQuestion>(port: MessagePort): QuestionThread<Q> {
  const outbox = new Outbox<WorkMessage>((messages, moved) => port.postMessage(messages, moved));
  const calls = new PendingCalls((message) => outbox.send(message));
  const queues = Object.fromEntries(
    Object.entries(threadLimits).map(([work, limits]) => [work, new WorkQueue(limits)]),
  ) as Readonly<Record<ThreadWork, WorkQueue>>;
  /** Cancels what has been handed over, by id. */
  const handedOver = new Map<number, AbortController>();

  async function take(
    { id, client, question }: Extract<WorkCommand<Q>, { readonly type: "answer" }>,
    signal: AbortSignal,
    answer: (question: Q, asking: Asking) => Promise<WorkAnswer>,
  ): Promise<void> {
    let made: WorkAnswer | undefined;
    try {
      made = await queues[question.work].run(client, signal, async (place) => {
        // What is cancelled before it begins comes with it.
        await nextTurn();
        signal.throwIfAborted();
        let waits = 0;
        const during: Asking["during"] = (wait) =>
          place.during(async () => {
            if (waits++ === 0) outbox.send({ type: "waits", id });
            try {
              return await wait();
            } finally {
              if (--waits === 0) outbox.send({ type: "continues", id });
            }
          });
        return answer(question, { signal, during });
      });
    } catch (error) {
      // A refusal for too much work is one of the question alone.
      if (!signal.aborted && !(error instanceof ApiError)) throw error;
    }
    handedOver.delete(id);
    if (signal.aborted || made === undefined) outbox.send({ type: "dropped", id });
    else outbox.send({ type: "answered", id, answer: made }, made.body === undefined ? [] : [made.body.buffer]);
  }

  return {
    calls,
    open(answer, onTurn) {
      port.on("message", (commands: readonly WorkCommand<Q>[]) => {
        onTurn?.();
        for (const command of commands) {
          if (command.type === "answer") {
            const controller = new AbortController();
            handedOver.set(command.id, controller);
            void take(command, controller.signal, answer);
          } else if (command.type === "cancel") handedOver.get(command.id)?.abort();
          else calls.settle(command);
        }
      });
      outbox.send({ type: "ready" });
    },
  };
}
