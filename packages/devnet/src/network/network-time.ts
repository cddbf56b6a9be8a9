import { secondsToUsecs, toUsecs } from "../inputs/numbers.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";
import type { NetworkClock } from "./clock.ts";
import type { Mutex } from "./mutex.ts";
import type { NetworkTime } from "./network.ts";
import type { NetworkChain } from "./network-chain.ts";

/** Something that has a time. */
export interface TimedNetwork {
  readonly clock: NetworkClock;
  /** The chain as it is now. */
  readonly chain: () => Pick<NetworkChain, "timestampUsecs" | "makeBlock">;
  readonly work: Mutex;
}

/** The time of a network, which its users move forward. */
export function createNetworkTime({ clock, chain, work }: TimedNetwork): NetworkTime {
  /** Moves the time, and makes a block. @param target - says to when, once everything before it is done */
  const advance = (target: () => bigint): Promise<void> =>
    work.run(async () => {
      // Before the target, which may be the present.
      const now = clock.now();
      const usecs = toUsecs(target());
      if (usecs < now) throw pastMoment(usecs, now);
      clock.set(usecs);
      await chain().makeBlock();
    });
  return {
    now: async () => clock.now(),
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
      const { timestampUsecs } = chain();
      if (usecs <= timestampUsecs) throw pastMoment(usecs, timestampUsecs);
      clock.setNext(usecs);
    },
  };
}

function pastMoment(usecs: bigint, now: bigint): LocalNetworkError {
  const text = (moment: bigint): string => new Date(Number(moment / 1_000n)).toISOString();
  return new LocalNetworkError(
    "invalid_input",
    `time passes forward only: ${text(usecs)} is not after ${text(now)}; restore a snapshot to go back`,
  );
}
