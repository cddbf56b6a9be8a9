import { ChangeSet } from "@ledger/executor";
import type { MoveView } from "@ledger/move";
import { moduleKey } from "@ledger/types";
import { moveView, type RequestContext } from "../endpoint/context.ts";
import { type ExecutionPlace, stateOf } from "../machine/ledger-machine.ts";
import type { SimulatedTransaction } from "./simulate.ts";

/** The circumstances that code is found in. */
type CodeContext = Pick<RequestContext, "code" | "ledger">;

/** The modules that decode and encode values at a state, including those published on top of it. */
export function viewOf(place: ExecutionPlace, context: CodeContext): MoveView {
  if (place.changes?.publishes !== true) return moveView(context, place.version);
  const state = stateOf(place);
  return context.code.viewOn({
    findModule: async (address, name) => (await state.get(moduleKey(address, name)))?.bytes,
  });
}

/** The modules after a simulated transaction: it may have published the types of its own events and changes. */
export function viewAfter(
  { changeSet }: Pick<SimulatedTransaction, "changeSet">,
  place: ExecutionPlace,
  context: CodeContext,
): MoveView {
  return viewOf({ ...place, changes: (place.changes ?? new ChangeSet()).followedBy(changeSet) }, context);
}
