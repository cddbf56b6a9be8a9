import type { Awaitable } from "@ledger/types";
import { formatTypeTag, type TypeTag } from "@ledger/types";
import { isFrameworkAddress } from "../abi/option-enum.ts";
import { Layout } from "../layout/layout.ts";
import { primitiveNodes } from "../layout/primitive-nodes.ts";
import type { JsonValue } from "../value/json-value.ts";

/** Finds layouts: a `MoveView`, seen from the arguments. */
export interface LayoutSource {
  layout(tag: TypeTag): Promise<Layout>;
  findLayout(tag: TypeTag): Layout | undefined;
}

/**
 * The layout of a value that is alone: an argument or a table key. Only here an `Object<T>` is given as an address, and
 * its `T` need not exist.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#2 | Specification, Move values 2}
 */
export function wholeLayout(source: LayoutSource, tag: TypeTag): Awaitable<Layout> {
  if (isObject(tag)) return new Layout(formatTypeTag(tag), primitiveNodes.Address);
  return source.findLayout(tag) ?? source.layout(tag);
}

/** Encodes a value that is alone. */
export async function encodeWholeValue(source: LayoutSource, tag: TypeTag, json: JsonValue): Promise<Uint8Array> {
  return (await wholeLayout(source, tag)).encodeFromJson(json);
}

function isObject(tag: TypeTag): boolean {
  if (tag.kind !== "Struct") return false;
  const { address, module, name } = tag.value;
  return module === "object" && name === "Object" && isFrameworkAddress(address);
}
