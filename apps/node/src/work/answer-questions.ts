import { setImmediate as nextTurn } from "node:timers/promises";
import { type Peer, threadTime } from "@ledger/kit";
import { damageOf } from "./damage.ts";
import { type ThreadWork, threadLimits } from "./limits.ts";
import type { AnswerFunctions, AnswerListener, ThreadQuestion, WorkAnswer } from "./protocol.ts";
import { WorkQueue } from "./work-queue.ts";

/** The circumstances in which a question is answered. */
export interface Asking {
  /** Aborted when no request waits for the answer any more. */
  readonly signal: AbortSignal;
  /** Waits for something else, and lets other questions have the place meanwhile. */
  readonly during: <T>(wait: () => Promise<T>) => Promise<T>;
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

/**
 * Answers questions in a thread from now on, a bounded number of each kind at a time.
 *
 * @param onQuestion - called when a question arrives, before it has its turn
 */
export function answerQuestions<Q extends ThreadQuestion>(
  parent: Peer<AnswerListener, AnswerFunctions<Q>>,
  answer: (question: Q, asking: Asking) => Promise<WorkAnswer>,
  onQuestion?: () => void,
): void {
  const queues = Object.fromEntries(
    Object.entries(threadLimits).map(([work, limits]) => [
      work,
      new WorkQueue(limits, { accounts: threadTime.accounts }),
    ]),
  ) as Readonly<Record<ThreadWork, WorkQueue>>;
  parent.serve({
    answer({ client, question }, { signal, during, move }) {
      onQuestion?.();
      return queues[question.work].run(client, signal, async (place) => {
        // A cancellation that came with the question is known a turn later.
        await nextTurn();
        signal.throwIfAborted();
        threadTime.assign(signal, client);
        const made = await answer(question, { signal, during: (wait) => place.during(() => during(wait)) }).finally(
          () => threadTime.charge(signal),
        );
        if (made.body !== undefined) move(made.body.buffer);
        return { ...made, time: threadTime.charge(signal) };
      });
    },
  });
  parent.emit("opened", undefined);
}
