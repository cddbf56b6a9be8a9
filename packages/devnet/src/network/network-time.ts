import { secondsToUsecs, toUsecs } from "../inputs/numbers.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";
import type { NetworkClock } from "./clock.ts";
import type { NetworkTime } from "./network.ts";
import type { NetworkChain } from "./network-chain.ts";

/** Something that has a time. */
export interface TimedNetwork {
  readonly clock: NetworkClock;
  /** The chain as it is now. */
  readonly chain: () => Pick<NetworkChain, "timestampUsecs" | "makeBlock">;
  /** Does work whole or not at all, when everything before it has ended. */
  readonly attempt: (work: () => Promise<void>) => Promise<void>;
}

/** The time of a network, which its users move forward. */
export function createNetworkTime({ clock, chain, attempt }: TimedNetwork): NetworkTime {
  /** Moves the time, and makes a block. @param target - says to when, once everything before it is done */
  const advance = (target: () => bigint): Promise<void> =>
    attempt(async () => {
      // Before the target, which may be the present.
      const now = clock.now();
      const usecs = toUsecs(target());
      if (usecs < now) throw pastMoment(usecs, now);
      clock.set(usecs);
      await chain().makeBlock();
    });
  return {
    now: async () => dateOf(clock.now()),
    increase: async (seconds) => {
      const passed = secondsToUsecs(seconds);
      await advance(() => clock.now() + passed);
    },
    increaseTo: async (moment) => {
      const usecs = toUsecs(moment);
      await advance(() => usecs);
    },
    setNextBlockTimestamp: async (moment) => {
      const usecs = toUsecs(moment);
      await attempt(async () => {
        const { timestampUsecs } = chain();
        if (usecs <= timestampUsecs) throw pastMoment(usecs, timestampUsecs);
        clock.setNext(usecs);
      });
    },
  };
}

function dateOf(usecs: bigint): Date {
  return new Date(Number(usecs / 1_000n));
}

function pastMoment(usecs: bigint, now: bigint): LocalNetworkError {
  return new LocalNetworkError(
    "invalid_input",
    `time passes forward only: ${dateOf(usecs).toISOString()} is not after ${dateOf(now).toISOString()}; restore a snapshot to go back`,
  );
}
