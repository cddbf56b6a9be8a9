import { bytesEqual, CurrentTimeMicroseconds, frameworkKey } from "@ledger/types";
import { inStep, VerificationError } from "../verification-error.ts";
import type { VerifiedState } from "../verify-state.ts";
import type { NodeRoot } from "./node-root.ts";

/** A node that has not got to a version yet: it may have it soon. */
export class NodeLags extends VerificationError {}

/** Milliseconds that a node may lag, and that clocks may differ. */
const tolerance = 60_000;

/** Bounds how old a state may be. The time that is said of a root counts for nothing until the state under it has it too. */
export class AgeBound {
  readonly #maxAgeMs: number | undefined;
  readonly #clock: () => number;
  /** The last root whose time was proved. */
  #proved: NodeRoot | undefined;

  /**
   * @param maxAgeMs - milliseconds; any age when absent
   * @param clock - milliseconds since the Unix epoch
   */
  constructor(maxAgeMs: number | undefined, clock: () => number = Date.now) {
    this.#maxAgeMs = maxAgeMs;
    this.#clock = clock;
  }

  /** Checks the time that is said of a root. @throws VerificationError `age` */
  expectRecent({ timestampUsecs, ledgerVersion }: NodeRoot): void {
    const maxAgeMs = this.#maxAgeMs;
    if (maxAgeMs === undefined) return;
    const age = this.#clock() - Number(timestampUsecs / 1000n);
    if (age > maxAgeMs)
      throw new VerificationError("age", `version ${ledgerVersion} is ${age} ms old, at most ${maxAgeMs} are wanted`);
    if (age < -tolerance)
      throw new VerificationError("age", `version ${ledgerVersion} is ${-age} ms ahead of the clock`);
  }

  /** The keys that have to be proved for the time of a root; none where it is known, or any age will do. */
  keysFor(root: NodeRoot): readonly Uint8Array[] {
    return this.#maxAgeMs === undefined || this.#isProved(root) ? [] : [timeKey()];
  }

  /**
   * Checks that a state has the time that was said of its root.
   *
   * @param state - has the keys of {@link AgeBound.keysFor}
   * @throws VerificationError `age`
   */
  expectTime(root: NodeRoot, state: VerifiedState): void {
    const { ledgerVersion, timestampUsecs } = root;
    const actual = inStep("age", `the time of version ${ledgerVersion}`, () => timeOf(state));
    if (actual !== timestampUsecs)
      throw new VerificationError(
        "age",
        `version ${ledgerVersion} is of ${actual}, not of ${timestampUsecs} as was said`,
      );
    this.#proved = root;
  }

  #isProved({ ledgerVersion, accumulatorRoot, timestampUsecs }: NodeRoot): boolean {
    const known = this.#proved;
    return (
      known?.ledgerVersion === ledgerVersion &&
      known.timestampUsecs === timestampUsecs &&
      bytesEqual(known.accumulatorRoot, accumulatorRoot)
    );
  }
}

/**
 * Checks that a root is hardly older than the newest: a node that says it lags cannot have the ledger end where it likes.
 *
 * @throws NodeLags `age`
 */
export function expectNear(root: NodeRoot, newest: NodeRoot): void {
  const lag = (newest.timestampUsecs - root.timestampUsecs) / 1000n;
  if (lag <= tolerance) return;
  throw new NodeLags(
    "age",
    `version ${root.ledgerVersion} is ${lag} ms older than the newest, ${newest.ledgerVersion}`,
  );
}

function timeKey(): Uint8Array {
  return frameworkKey("timestamp", "CurrentTimeMicroseconds");
}

function timeOf(state: VerifiedState): bigint {
  const value = state.read(timeKey());
  if (value === undefined) throw new Error("there is none");
  return CurrentTimeMicroseconds.decode(value.kind === "V0" ? value.value : value.value.data).microseconds;
}
