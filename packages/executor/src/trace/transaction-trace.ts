import { decodeStateKey, describeStateKey } from "@ledger/types";
import {
  CallTrace,
  foldedStacks,
  type LedgerGasMeter,
  speedscope,
  type TracedCall,
  type Tracer,
  traceText,
} from "@ledger/vm";
import type { TransactionSession } from "../session/transaction-session.ts";
import type { ChargedPart, TransactionObserver } from "./transaction-observer.ts";

/** A stretch of a transaction: a session, or what is charged besides the calls. */
interface Part {
  readonly name: string;
  /** Internal gas that was used when it began. */
  readonly before: number;
  after: number;
  /** Its calls; every stretch has a trace of its own, because a call that fails never ends. */
  readonly trace: CallTrace;
}

const sessionNames: Readonly<Record<TransactionSession, string>> = {
  prologue: "prologue",
  payload: "payload",
  run_on_abort: "account of the sender",
  epilogue: "epilogue",
};

/**
 * Records what a transaction calls, reads, writes and pays for. The gas of all parts adds up to what the transaction used, in
 * internal units: gas units times the schedule's scale.
 */
export class TransactionTrace implements TransactionObserver {
  readonly tracer: Tracer;
  readonly #maxCalls: number;
  readonly #parts: Part[] = [];
  #meter: Pick<LedgerGasMeter, "usedGas"> | undefined;

  /** @param options - as those of the machine's `CallTrace`, for each session */
  constructor({ maxCalls = 50_000 }: { readonly maxCalls?: number } = {}) {
    this.#maxCalls = maxCalls;
    // Fuel also ends with limits; the rest follows from what was used.
    const calls = (): Tracer => this.#part("payload").trace.tracer;
    this.tracer = {
      enter: (fn) => calls().enter(fn, -this.#used),
      leave: (fn) => calls().leave(fn, -this.#used),
      segment: (fn, start, end, cost) => calls().segment(fn, start, end, cost),
      read: (key, bytes) => calls().read!(key, bytes),
    };
  }

  get #used(): number {
    return this.#meter?.usedGas ?? 0;
  }

  begin(meter: Pick<LedgerGasMeter, "usedGas">): void {
    this.#meter = meter;
  }

  session(kind: TransactionSession): void {
    this.#next(sessionNames[kind]);
  }

  charge(part: ChargedPart): void {
    this.#next(partName(part));
  }

  end(gasUsed: number): void {
    // Gas is counted finer than it is paid for.
    this.#next("rounding").after = gasUsed;
    this.#meter = undefined;
  }

  /** The calls of the transaction, in order. */
  get calls(): readonly TracedCall[] {
    return this.#parts
      .filter(({ before, after, trace }) => after !== before || trace.calls.length > 0 || trace.reads.length > 0)
      .map(({ name, before, after, trace }) => ({
        function: name,
        gas: after - before,
        gasBefore: before,
        instructions: 0,
        reads: trace.reads,
        calls: trace.calls.map((call) => later(call, before)),
        isOpen: false,
      }));
  }

  /** Calls that were not recorded because there were too many. */
  get omittedCalls(): number {
    return this.#parts.reduce((sum, { trace }) => sum + trace.omittedCalls, 0);
  }

  /** Internal gas of everything. */
  get gas(): number {
    return this.#parts.at(-1)?.after ?? 0;
  }

  /** An indented list for people, see `CallTrace.text`. */
  text(): string {
    return traceText(this.calls, [], this.omittedCalls);
  }

  /** See `CallTrace.foldedStacks`. */
  foldedStacks(): string {
    return foldedStacks(this.calls);
  }

  /** See `CallTrace.speedscope`. */
  speedscope(name?: string): string {
    return speedscope(this.calls, name ?? "transaction");
  }

  #part(name: string): Part {
    return this.#parts.at(-1) ?? this.#next(name);
  }

  #next(name: string): Part {
    const last = this.#parts.at(-1);
    if (last !== undefined && this.#meter !== undefined) last.after = this.#used;
    const before = last?.after ?? 0;
    const part = { name, before, after: before, trace: new CallTrace({ maxCalls: this.#maxCalls }) };
    this.#parts.push(part);
    return part;
  }
}

function partName(part: ChargedPart): string {
  switch (part.kind) {
    case "intrinsic":
      return "intrinsic";
    case "transaction":
      return "write transaction";
    case "events":
      return "write events";
    case "write":
      return `write ${describeStateKey(decodeStateKey(part.change.key))}`;
    case "storage":
      return "storage fee";
  }
}

/** A call as part of something that began later. */
function later(call: TracedCall, gasBefore: number): TracedCall {
  if (gasBefore === 0) return call;
  return {
    ...call,
    gasBefore: call.gasBefore + gasBefore,
    calls: call.calls.map((inner) => later(inner, gasBefore)),
  };
}
