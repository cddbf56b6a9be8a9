import { type BalanceChange, balanceChanges, ChangeSet, sequenceNumberOf, TransactionTrace } from "@ledger/executor";
import type { MoveView } from "@ledger/move";
import {
  CurrentTimeMicroseconds,
  frameworkKey,
  orderlessSequenceNumber,
  type StateView,
  stateWrites,
} from "@ledger/types";
import type { Failure, TypedBytes } from "@ledger/vm";
import type { DebugOutput } from "@ledger/vm/natives";
import { ApiError } from "../contract/error.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { type ExecutionPlace, stateOf, ViewFailure } from "../machine/ledger-machine.ts";
import { checkPayload } from "../submission/check-payload.ts";
import { buildPayload } from "../submission/payload.ts";
import { checkViewFilter } from "../view/view-filter.ts";
import { encodeView, type ViewRequest } from "../view/view-request.ts";
import { viewAfter, viewOf } from "./code-of-place.ts";
import { applyOverrides, type readOverrides } from "./overrides.ts";
import { affordableGas, type SimulatedTransaction, simulateOn } from "./simulate.ts";
import type { SimulationStep, TraceFormat, TransactionToTry } from "./steps.ts";

/** Gas units for execution, reads and writes that all steps may use together: several times what one transaction may. */
const maxWork = 5_000n;

/** Calls that the trace of one transaction records. */
const maxTracedCalls = 20_000;

/** Seconds until a transaction expires that does not say when. */
const lifetimeSecs = 60n;

/** A simulation of several steps. */
export interface Simulation {
  readonly steps: readonly SimulationStep[];
  readonly overrides: ReturnType<typeof readOverrides>;
  readonly trace: TraceFormat | undefined;
}

/** The result of a step, and the code by which its values are written. */
export type StepResult = TransactionResult | ViewStepResult;

/** The effects that a transaction would have. */
export interface TransactionResult {
  readonly kind: "transaction";
  readonly simulated: SimulatedTransaction;
  readonly balanceChanges: readonly BalanceChange[];
  readonly failure: Failure | undefined;
  readonly trace: string | undefined;
  readonly view: MoveView;
}

/** The result of a view. */
export interface ViewStepResult {
  readonly kind: "view";
  readonly results: readonly TypedBytes[] | undefined;
  readonly failure: { readonly message: string; readonly code: bigint | undefined } | undefined;
  readonly gasUsed: bigint;
  readonly prints: readonly DebugOutput[];
  readonly view: MoveView;
}

/**
 * Tries transactions and views one after the other, each on the result of the one before. Nothing is kept.
 *
 * @returns a result for each step, and the time that the first one saw, microseconds since the Unix epoch
 * @throws ApiError `invalid_input` for a step that cannot be read, and for too much work
 */
export async function runSimulation(
  { steps, overrides, trace }: Simulation,
  base: ExecutionPlace,
  context: RequestContext,
): Promise<{ readonly results: readonly StepResult[]; readonly timeUsecs: bigint }> {
  let changes = await applyOverrides(overrides, base, context.machine);
  const timeUsecs = await readTime(stateOf({ ...base, changes }));
  let workLeft = maxWork;
  const results: StepResult[] = [];
  for (const [i, step] of steps.entries()) {
    if (workLeft <= 0n) {
      throw new ApiError(
        "invalid_input",
        `steps[${i}]: the previous steps used up the ${maxWork} gas units of a simulation`,
      );
    }
    const place = { ...base, changes };
    try {
      if (step.kind === "view") {
        const result = await callView(step.request, place, workLeft, context);
        workLeft -= result.gasUsed;
        results.push(result);
      } else {
        const result = await tryTransaction(step, place, trace, context);
        workLeft -= result.simulated.workUnits;
        changes = changes.followedBy(new ChangeSet(result.simulated.changeSet.changes));
        results.push(result);
      }
    } catch (error) {
      throw error instanceof ApiError ? atStep(i, error) : error;
    }
  }
  return { results, timeUsecs };
}

/** The same refusal, with the place of the step. */
function atStep(index: number, error: ApiError): ApiError {
  const { code, status, vmErrorCode, headers } = error;
  const options = { status, headers, cause: error, ...(vmErrorCode !== undefined && { vmErrorCode }) };
  return new ApiError<never>(code as never, `steps[${index}]: ${error.message}`, options as object);
}

async function callView(
  request: ViewRequest,
  place: ExecutionPlace,
  workLeft: bigint,
  context: RequestContext,
): Promise<ViewStepResult> {
  const { config, machine } = context;
  checkViewFilter(config.viewFilter, request.function);
  const view = viewOf(place, context);
  const call = await encodeView(request, view);
  const maxGasUnits = Math.min(config.maxViewGas, Number(workLeft));
  try {
    const result = await machine.view(call, { ...place, maxGasUnits });
    return { kind: "view", ...result, failure: undefined, view };
  } catch (error) {
    if (!(error instanceof ViewFailure)) throw error;
    const { message, vmErrorCode: code, gasUsed, prints } = error;
    return { kind: "view", results: undefined, failure: { message, code }, gasUsed, prints, view };
  }
}

async function tryTransaction(
  step: TransactionToTry,
  place: ExecutionPlace,
  trace: TraceFormat | undefined,
  context: RequestContext,
): Promise<TransactionResult> {
  const observer = trace && new TransactionTrace({ maxCalls: maxTracedCalls });
  const transaction = await buildTransaction(step, place, context);
  // The time that its code sees, not that of the latest block.
  const timestampUsecs = await readTime(stateOf(place));
  const simulated = { ...(await simulateOn(transaction, { ...place, observer }, context)), timestampUsecs };
  const writes = stateWrites(simulated.writeSet);
  return {
    kind: "transaction",
    simulated,
    balanceChanges: await balanceChanges(stateOf(place), writes),
    failure: simulated.error && (await context.machine.describe(simulated.error, place)),
    trace: trace && observer && traceAs(observer, trace),
    view: viewAfter(simulated, place, context),
  };
}

/** A trace in one of its forms. */
export function traceAs(trace: TransactionTrace, format: TraceFormat): string {
  if (format === "text") return trace.text();
  return format === "folded" ? trace.foldedStacks() : trace.speedscope();
}

async function buildTransaction(step: TransactionToTry, place: ExecutionPlace, context: RequestContext) {
  const { sender, nonce, payer, authenticator } = step;
  const gasUnitPrice = step.gasUnitPrice ?? context.config.minimumGasPrice;
  const rawTxn = {
    sender,
    sequenceNumber:
      nonce === undefined ? (step.sequenceNumber ?? (await nextNumber(step, place))) : orderlessSequenceNumber,
    payload: await buildPayload(step.payload, nonce, viewOf(place, context)),
    maxGasAmount: step.maxGasAmount ?? (await affordableGas({ sender: payer, gasUnitPrice }, place, context)),
    gasUnitPrice,
    expirationTimestampSecs:
      step.expirationTimestampSecs ?? (await readTime(stateOf(place))) / 1_000_000n + lifetimeSecs,
    chainId: context.ledger.chainId,
  };
  checkPayload(rawTxn.payload);
  return { rawTxn, authenticator };
}

async function nextNumber({ sender }: TransactionToTry, place: ExecutionPlace): Promise<bigint> {
  return sequenceNumberOf(sender, stateOf(place));
}

const timeKey = frameworkKey("timestamp", "CurrentTimeMicroseconds");

/** Microseconds since the Unix epoch, as Move code would see it. */
async function readTime(state: StateView): Promise<bigint> {
  const item = await state.get(timeKey);
  if (item === undefined) throw new ApiError("invalid_input", "the ledger has no time at that version");
  return CurrentTimeMicroseconds.decode(item.bytes).microseconds;
}
