import { ChangeSet } from "@ledger/executor";
import type { MoveView } from "@ledger/move";
import { moduleKey } from "@ledger/types";
import { moveView, type RequestContext } from "../endpoint/context.ts";
import { type ExecutionPlace, stateOf } from "../machine/ledger-machine.ts";
import type { SimulatedTransaction } from "./simulate.ts";

/** The circumstances that code is found in. */
type CodeContext = Pick<RequestContext, "code" | "ledger">;

/** The code of a state, with what was published on it, by which values are read and written. */
export function viewOf(place: ExecutionPlace, context: CodeContext): MoveView {
  if (place.changes?.publishes !== true) return moveView(context, place.version);
  const state = stateOf(place);
  return context.code.viewOn({
    findModule: async (address, name) => (await state.get(moduleKey(address, name)))?.bytes,
  });
}

/** The code after a simulated transaction: its events and changes may be of modules that it has published itself. */
export function viewAfter(
  { changeSet }: Pick<SimulatedTransaction, "changeSet">,
  place: ExecutionPlace,
  context: CodeContext,
): MoveView {
  return viewOf({ ...place, changes: (place.changes ?? new ChangeSet()).followedBy(changeSet) }, context);
}
