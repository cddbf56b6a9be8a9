import { type Address, type Awaitable, Path, type StateKey, whenReady } from "@ledger/types";
import type { Tracer } from "../run/tracer.ts";
import type { StateItem, StateResolver } from "../state/state-resolver.ts";

/** A state whose reads a tracer is told of, once they are answered. */
export function tracedState(state: StateResolver, tracer: Tracer | undefined): StateResolver {
  if (tracer?.read === undefined) return state;
  const tell = (key: StateKey, item: Awaitable<StateItem | undefined>) =>
    whenReady(item, (found) => {
      tracer.read!(key, found?.bytes.length);
      return found;
    });
  const atPath = (address: Address, path: Path): StateKey => ({
    kind: "AccessPath",
    value: { address, path: Path.encode(path) },
  });
  return {
    findModule: (address, name) =>
      tell(atPath(address, { kind: "Code", value: { address, name } }), state.findModule(address, name)),
    findResource: (address, type) =>
      tell(atPath(address, { kind: "Resource", value: type }), state.findResource(address, type)),
    findResourceGroup: (address, group) =>
      tell(atPath(address, { kind: "ResourceGroup", value: group }), state.findResourceGroup(address, group)),
    findTableItem: (handle, key) =>
      tell({ kind: "TableItem", value: { handle, key } }, state.findTableItem(handle, key)),
  };
}
