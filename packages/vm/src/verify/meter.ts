import { refused } from "./refused.ts";

/** Units that the analysis of one function, and of one module, may take. */
const most = 80_000_000;

/**
 * Counts the work that verifying takes: code whose analysis would cost too much is refused.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#12 | Specification, verifier 12}
 */
export class VerifierMeter {
  #function = 0;
  #module = 0;

  /** Begins the count of another function. */
  enterFunction(): void {
    this.#function = 0;
  }

  /** Adds the count of a function that passed to that of the module, in the ledger's precision. */
  leaveFunction(): void {
    this.#module += Math.fround(this.#function);
    if (this.#module > most) throw tooMuch("module");
  }

  /** @throws {@link VmError} `CONSTRAINT_NOT_SATISFIED` */
  charge(units: number): void {
    this.#function += units;
    if (this.#function > most) throw tooMuch("function");
  }

  /** A number of charges, each half as much again as the one before. @throws {@link VmError} as {@link charge} */
  chargeGrowing(first: number, count: number): void {
    let units = first;
    for (let i = 0; i < count; i++) {
      this.charge(units);
      units = Math.floor(Math.fround(units * 1.5));
    }
  }
}

function tooMuch(subject: string) {
  return refused("CONSTRAINT_NOT_SATISFIED", `verifying the ${subject} takes more than ${most} units`);
}
