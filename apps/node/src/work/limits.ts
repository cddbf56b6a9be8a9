import type { WorkPlace } from "@ledger/api-core";
import type { ServiceWork } from "@ledger/local-services";
import { usualClientShare } from "../config/access-options.ts";

/** Work that waits for its turn: that of the API, what an upstream is asked for a point read, and that of services. */
export type WorkInTurn = Exclude<WorkPlace, "point"> | "lookup" | "stream" | "subscription" | ServiceWork;

/** Work that is done in a thread: the first two in the one for large answers, lists, queries and subscriptions in one of their own, as parts of streams. */
export type ThreadWork = "bulk" | "compute" | "list" | "graphql" | "subscription" | "stream";

/** How much of one kind of work there may be at one time. */
export interface WorkLimits {
  /** Under way, of all clients. */
  readonly running: number;
  /** Under way, of one client: its share. */
  readonly runningOfClient: number;
  /** The share of a client whose work is done within milliseconds each; the same as otherwise when absent. */
  readonly runningWhileQuick?: number;
  /** Waiting for their turn, of all clients. */
  readonly waiting: number;
  /** Waiting for their turn, of one client. */
  readonly waitingOfClient: number;
  /** Without a place, because something else is waited for, of all clients. */
  readonly away: number;
  /** The same, of one client. */
  readonly awayOfClient: number;
  /** Longest wait for a turn, milliseconds. */
  readonly patience: number;
  /** Longest time that work may be under way, milliseconds; then it is ended. */
  readonly deadline: number;
}

/** Bounds of what waits: programs ask for a thousand things at once, and most take some milliseconds. */
const crowd = { waiting: 2_048, waitingOfClient: 1_024, away: 256, awayOfClient: 64, patience: 8_000 } as const;

/** Work outside the event loop; what is beyond these bounds is refused with 503 and `Retry-After`. */
export const workLimits = {
  // A share of two, so that the next request is there when the thread has finished one.
  bulk: { ...crowd, running: 8, runningOfClient: 2, deadline: 20_000 },
  // Handed over by twos, the thread would be woken for every one of them; by eights, a view took half as long again as by 24 where others were busy too.
  compute: { ...crowd, running: 32, runningOfClient: 2, runningWhileQuick: 24, deadline: 20_000 },
  // A list is a page: milliseconds, next to queries that give way.
  list: { ...crowd, running: 8, runningOfClient: 2, deadline: 20_000 },
  /** Calls that another node answers. */
  forwarded: { ...crowd, running: 32, runningOfClient: 16, waiting: 64, waitingOfClient: 32, deadline: 40_000 },
  /** Point reads of a partly known ledger, for which an upstream is asked. */
  lookup: { ...crowd, running: 64, runningOfClient: 16, deadline: 40_000 },
  /** Transactions for the pool. */
  submission: { ...crowd, running: 64, runningOfClient: 32, patience: 30_000, deadline: 30_000 },
  /** GraphQL queries. */
  graphql: { ...crowd, running: 8, runningOfClient: 1, waiting: 512, waitingOfClient: 256, deadline: 20_000 },
  /** Answers to subscriptions: each has one that waits, at most. */
  subscription: { ...crowd, running: 2, runningOfClient: 1, waiting: 16_384, patience: 30_000, deadline: 20_000 },
  /** Parts of streams: each takes 25 ms or little more. Those for all clients at the head have turns as one client. */
  stream: { ...crowd, running: 4, runningOfClient: 2, waiting: 16_384, patience: 30_000, deadline: 20_000 },
  /** Gifts of the faucet of a local network. It is called as transactions are sent, and passes them on to the pool. */
  faucet: {
    ...crowd,
    running: 32,
    runningOfClient: 16,
    waiting: 4_096,
    waitingOfClient: 4_096,
    patience: 30_000,
    deadline: 30_000,
  },
  /** Verbs of a network for tests, which does one after the other. */
  verbs: { ...crowd, running: 1_024, runningOfClient: 1_024, patience: 30_000, deadline: 600_000 },
} as const satisfies Readonly<Record<WorkInTurn, WorkLimits>>;

/** The same inside of the threads: quick work is handed over ahead, and what has begun takes memory until it ends. */
export const threadLimits: Readonly<Record<ThreadWork, WorkLimits>> = {
  bulk: withinThread(workLimits.bulk, 2, 2),
  // What runs long gives way every few milliseconds, so one that is short does not wait for those that are not.
  compute: withinThread(workLimits.compute, 8, 2),
  list: withinThread(workLimits.list, 4, 2),
  // They take turns of some milliseconds, so a small one does not wait for those that are not.
  graphql: withinThread(workLimits.graphql, 8, 1),
  subscription: withinThread(workLimits.subscription, 2, 1),
  stream: withinThread(workLimits.stream, 4, 2),
};

function withinThread(limits: WorkLimits, running: number, runningOfClient: number): WorkLimits {
  const { running: handedOver, deadline, away, awayOfClient } = limits;
  const waiting = handedOver + away;
  return {
    running,
    runningOfClient,
    waiting,
    waitingOfClient: waiting,
    away,
    awayOfClient,
    patience: deadline,
    deadline,
  };
}

/** The same limits for another share of one client. @param share - percent */
export function withClientShare(limits: WorkLimits, share: number): WorkLimits {
  const { running, waiting, away, runningWhileQuick = limits.runningOfClient } = limits;
  const of = (usual: number, most: number): number => shareOf(usual, most, share);
  return {
    ...limits,
    runningOfClient: of(limits.runningOfClient, running),
    runningWhileQuick: of(runningWhileQuick, running),
    waitingOfClient: of(limits.waitingOfClient, waiting),
    awayOfClient: of(limits.awayOfClient, away),
  };
}

/** Part of a bound that is one client's. @param usual - at {@link usualClientShare} */
export function shareOf(usual: number, most: number, share: number): number {
  return Math.min(most, Math.max(1, Math.round((usual * share) / usualClientShare)));
}

/** Bytes of a body up to which it is read and answered on the event loop: parsing them takes less than a millisecond. */
export const smallBody = 16 * 1024;

/** Bytes of an answer up to which it is sent without being counted. */
export const smallAnswer = 16 * 1024;

/** Bounds of memory, bytes. */
export const memoryLimits = {
  /** Larger bodies that are arriving, waiting or being answered. */
  bodies: 64 * 2 ** 20,
  /** The same, of one client. */
  bodiesOfClient: 32 * 2 ** 20,
  /** Larger answers that clients have not taken yet; one that goes to several clients counts once. */
  answers: 96 * 2 ** 20,
  /** Answers that are kept for equal requests on the same state of the ledger. */
  keptAnswers: 32 * 2 ** 20,
  /** The same, of calls of view functions. */
  keptCalls: 2 * 2 ** 20,
} as const;
