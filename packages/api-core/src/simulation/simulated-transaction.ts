import type { JsonWriter, MoveView } from "@ledger/move";
import { calledFunctionName, formatAddress, formatHash, zeroHash } from "@ledger/types";
import type { Failure } from "@ledger/vm";
import type { FailedCall } from "../contract/failed-call.ts";
import { writeChanges } from "../json/changes.ts";
import { failureJson } from "../json/code-failure.ts";
import { writeEvents } from "../json/event.ts";
import { describeStatus } from "../json/execution-status.ts";
import { writeRequest } from "../json/transaction.ts";
import type { SimulatedTransaction } from "./simulate.ts";

/**
 * Appends a transaction that was only simulated: as a committed one, but without a type, and without hashes of what is not
 * committed.
 *
 * @param failure - of its code; shown where its line is known
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.2 | Specification, execution 6.2}
 */
export async function writeSimulated(
  output: JsonWriter,
  view: MoveView,
  simulated: SimulatedTransaction,
  failure?: Failure,
): Promise<void> {
  const { transaction, hash, version, timestampUsecs, info, events, writeSet } = simulated;
  output.beginObject().members({
    version: version.toString(),
    hash: formatHash(hash),
    state_change_hash: formatHash(zeroHash),
    event_root_hash: formatHash(zeroHash),
    gas_used: info.gasUsed.toString(),
    success: simulated.discarded === undefined && info.status.kind === "Success",
    vm_status: simulated.discarded ?? (await statusText(view, simulated)),
    accumulator_root_hash: formatHash(zeroHash),
  });
  await writeChanges(output.member("changes"), view, writeSet);
  await writeRequest(output, view, transaction);
  await writeEvents(output.member("events"), view, events);
  output.member("timestamp").integerString(timestampUsecs);
  if (failure?.place !== undefined) output.members({ failure: failureJson(failure) });
  output.endObject();
}

/** The failed call for the logs, of a simulation that would not succeed. */
export async function failedSimulation(
  simulated: SimulatedTransaction,
  view: MoveView,
): Promise<FailedCall | undefined> {
  const { transaction, info, discarded } = simulated;
  if (discarded === undefined && info.status.kind === "Success") return undefined;
  const { sender, payload } = transaction.rawTxn;
  const reason = discarded ?? (await statusText(view, simulated));
  return { kind: "simulation", function: calledFunctionName(payload), sender: formatAddress(sender), reason };
}

/** A failure that is not an abort has the machine's message in a line of its own. */
async function statusText(view: MoveView, { info, failure }: SimulatedTransaction): Promise<string> {
  const text = await describeStatus(info.status, view);
  const hasMessage = info.status.kind === "MiscellaneousError" || info.status.kind === "ExecutionFailure";
  return hasMessage && failure !== undefined ? `${text}\nExecution failed with message: ${failure}` : text;
}
