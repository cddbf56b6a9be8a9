import type { ChainClock } from "@ledger/local-chain";

/** The time of a network of this node, seen from the host's clock. */
export interface ClockState {
  /** Microseconds that the network is ahead of the host's clock. */
  readonly leadUsecs: bigint;
  /** Why that is a fault; `undefined` while the host's clock is followed. */
  readonly fault: string | undefined;
}

/** The time of a network that follows the host's clock. */
const followedClock: ClockState = { leadUsecs: 0n, fault: undefined };

/** Milliseconds between two looks. */
const intervalMs = 1_000;
/** Smallest change that is reported, microseconds. */
const leastChange = 500_000n;

/**
 * Tells how far a network is ahead of the host's clock: now where it is, and whenever that changes.
 *
 * @param offsetUsecs - what it is meant to be ahead, such as a fork of an older state
 * @param known - what has been reported before; nothing when absent
 * @returns keeps looking until a signal aborts
 */
export function watchClock(
  clock: Pick<ChainClock, "leadUsecs">,
  offsetUsecs: bigint,
  onChange: (state: ClockState) => void,
  known: ClockState = followedClock,
): (signal: AbortSignal) => void {
  let reported = known;
  const look = (): void => {
    const behind = clock.leadUsecs;
    const leadUsecs = behind + offsetUsecs;
    const change = leadUsecs > reported.leadUsecs ? leadUsecs - reported.leadUsecs : reported.leadUsecs - leadUsecs;
    const isBehind = behind > 0n;
    if (change < leastChange && isBehind === (reported.fault !== undefined)) return;
    reported = { leadUsecs, fault: isBehind ? describe(behind) : undefined };
    onChange(reported);
  };
  look();
  return (signal) => {
    const timer = setInterval(look, intervalMs);
    timer.unref();
    signal.addEventListener("abort", () => clearInterval(timer));
  };
}

function describe(behindUsecs: bigint): string {
  return (
    `the clock of this machine is ${formatSpan(Number(behindUsecs) / 1e6)} behind the network's time: it was set back, or was ahead when ` +
    "blocks were made. The network goes on from its own time; transactions that expire by this machine's clock are refused"
  );
}

function formatSpan(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${(seconds / 3_600).toFixed(1)} h`;
  return `${(seconds / 86_400).toFixed(1)} days`;
}
