import type { WorkPlace } from "@ledger/api-core";

/** Work that waits for its turn. */
export type WorkInTurn = Exclude<WorkPlace, "point">;

/** Work that is done in the thread. */
export type ThreadWork = Exclude<WorkInTurn, "forwarded" | "submission">;

/** How much of one kind of work there may be at one time. */
export interface WorkLimits {
  /** Under way. */
  readonly running: number;
  /** The same while each is done within milliseconds; as many as otherwise when absent. */
  readonly runningWhileQuick?: number;
  /** Waiting for their turn, of all clients. */
  readonly waiting: number;
  /** Waiting for their turn, of one client. */
  readonly waitingOfClient: number;
  /** Longest wait, milliseconds. */
  readonly patience: number;
  /** Longest time that work may be under way, milliseconds; then what does it is ended. */
  readonly deadline: number;
}

/** Work outside the event loop; what is beyond these bounds is refused with 503 and `Retry-After`. */
export const workLimits = {
  // Two, so that the next request is there when the thread has finished one. Most take some milliseconds, and programs ask for a
  // thousand at once; what takes longer is bounded by patience.
  bulk: { running: 2, waiting: 2_048, waitingOfClient: 1_024, patience: 8_000, deadline: 20_000 },
  // Handed over by twos, the thread would be woken for every one of them.
  compute: {
    running: 2,
    runningWhileQuick: 8,
    waiting: 2_048,
    waitingOfClient: 1_024,
    patience: 8_000,
    deadline: 20_000,
  },
  /** Calls that another node answers. */
  forwarded: { running: 32, waiting: 64, waitingOfClient: 32, patience: 8_000, deadline: 40_000 },
  /** Transactions for the pool. */
  submission: { running: 64, waiting: 2_048, waitingOfClient: 1_024, patience: 30_000, deadline: 30_000 },
} as const satisfies Readonly<Record<WorkInTurn, WorkLimits>>;

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
} as const;
