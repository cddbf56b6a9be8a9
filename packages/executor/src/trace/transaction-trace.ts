import { decodeStateKey, describeStateKey } from "@ledger/types";
import {
  CallTrace,
  foldedStacks,
  type LedgerGasMeter,
  type LineGas,
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
  readonly lines: Tracer | undefined;
}

const sessionNames: Readonly<Record<TransactionSession, string>> = {
  prologue: "prologue",
  payload: "payload",
  run_on_abort: "account of the sender",
  epilogue: "epilogue",
};

/** Options of {@link TransactionTrace}. */
export interface TransactionTraceOptions {
  /** As that of the machine's `CallTrace`, for each session; 50,000 by default. */
  readonly maxCalls?: number;
  /** Counts the lines that the gas of the calls was charged for. */
  readonly lines?: LineGas;
}

/**
 * Records what a transaction calls, reads, writes and pays for. The gas of all parts adds up to what the transaction used, in
 * internal units: gas units times the schedule's scale.
 */
export class TransactionTrace implements TransactionObserver {
  readonly tracer: Tracer;
  readonly #maxCalls: number;
  readonly #lines: LineGas | undefined;
  readonly #parts: Part[] = [];
  #meter: Pick<LedgerGasMeter, "usedGas"> | undefined;

  constructor({ maxCalls = 50_000, lines }: TransactionTraceOptions = {}) {
    this.#maxCalls = maxCalls;
    this.#lines = lines;
    const part = (): Part => this.#part("payload");
    this.tracer = {
      enter: (fn, gasLeft) => {
        part().trace.tracer.enter(fn, gasLeft);
        part().lines?.enter(fn, gasLeft);
      },
      leave: (fn, gasLeft) => {
        part().trace.tracer.leave(fn, gasLeft);
        part().lines?.leave(fn, gasLeft);
      },
      segment: (...stretch) => {
        part().trace.tracer.segment(...stretch);
        part().lines?.segment(...stretch);
      },
      fail: (...failure) => part().lines?.fail?.(...failure),
      read: (key, bytes) => part().trace.tracer.read!(key, bytes),
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
    const trace = new CallTrace({ maxCalls: this.#maxCalls });
    const part = { name, before, after: before, trace, lines: this.#lines?.follow() };
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
