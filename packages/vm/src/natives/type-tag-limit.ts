import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";

/** Most that one type may cost as a tag. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.9 | Specification, virtual machine 1.9} */
const maxTagCost = 5_000;
/** Cost of every node of a type. */
const nodeCost = 100;
/** Cost of a struct's address, which is its bytes; those of its names come on top. */
const addressCost = 32;

const costs = new WeakMap<Type, number>();

function costOf(type: Type): number {
  const known = costs.get(type);
  if (known !== undefined) return known;
  let cost = nodeCost;
  switch (type.kind) {
    case "Vector":
      cost += costOf(type.element);
      break;
    case "Reference":
      cost += costOf(type.target);
      break;
    case "Struct":
      cost += addressCost + type.module.length + type.name.length;
      for (const argument of type.typeArgs) cost += costOf(argument);
      break;
    case "Function":
      for (const part of [...type.args, ...type.results]) cost += costOf(part);
      break;
  }
  costs.set(type, cost);
  return cost;
}

/**
 * Refuses a type that is too large to be shown or stored as a tag.
 *
 * @throws {@link VmError} `TYPE_TAG_LIMIT_EXCEEDED`
 */
export function requireTag(type: Type): void {
  if (costOf(type) > maxTagCost)
    throw new VmError("TYPE_TAG_LIMIT_EXCEEDED", `${type.text.slice(0, 256)} is too large`);
}
