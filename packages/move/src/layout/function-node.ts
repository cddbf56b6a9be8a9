import { BcsError, Reader, string, struct, u64, vector } from "@ledger/bcs";
import { Address, formatAddress, formatCanonicalTypeTag, isIdentifier, TypeTag } from "@ledger/types";
import { jsonFault } from "../value/fault.ts";
import type { JsonWriter } from "../value/json-writer.ts";
import type { ValueReader } from "../value/value-reader.ts";
import { readCapturedLayout } from "./captured-layout.ts";
import { type LayoutNode, LeafNode } from "./layout-node.ts";

const formatVersion = 1;
/** Members of the sequence before the captured arguments. */
const headSize = 5;

const closureHead = struct("Closure", {
  address: Address,
  module: string,
  name: string,
  typeArgs: vector(TypeTag),
  mask: u64,
});

/**
 * A function value: the function's name, its type arguments, and those of its arguments that were captured. It carries the
 * layouts of the captured arguments, so that no module is needed.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#1.2 | Specification, Move values 1.2}
 */
export class FunctionNode extends LeafNode implements LayoutNode {
  readonly jsonType = "string<move_function_id>";
  override readonly depth = 1;
  override readonly encodable = false;

  constructor() {
    super(undefined);
  }

  writeJson(input: ValueReader, output: JsonWriter): void {
    const { address, module, name, typeArgs, mask, captured } = readHead(input);
    output.beginObject();
    if (captured > 0) {
      output.member("__captured__").beginArray();
      for (let i = 0; i < captured; i++) {
        this.#withCaptured(input, (node) => node.writeJson(input, output.item()));
      }
      output.endArray();
    }
    output.members({
      __fun_name__: `${formatAddress(address)}::${module}::${name}`,
      __mask__: mask.toString(2),
      __ty_args__: typeArgs.length > 0 ? typeArgs.map(formatCanonicalTypeTag) : undefined,
    });
    output.endObject();
  }

  skip(input: ValueReader): void {
    const { captured } = readHead(input);
    for (let i = 0; i < captured; i++) this.#withCaptured(input, (node) => node.skip(input));
  }

  encode(): never {
    throw jsonFault(this.jsonType, "a function value, which JSON cannot express");
  }

  /** Reads a captured argument's layout and hands it out, within what is left of the depth. */
  #withCaptured(input: ValueReader, use: (node: LayoutNode) => void): void {
    const before = input.depthLeft;
    const node = readCapturedLayout(input, this);
    input.depthLeft = before - node.depth - 1;
    if (input.depthLeft < 0) throw input.fault("function values are nested too deeply");
    use(node);
    input.depthLeft = before;
  }
}

function readHead(input: ValueReader) {
  const at = input.position;
  const count = input.count(1);
  const version = input.take(2);
  if (input.bytes[version] !== formatVersion || input.bytes[version + 1] !== 0) {
    throw input.fault("a function value has an unknown format", version);
  }
  const head = readClosureHead(input);
  let captured = 0;
  for (let rest = head.mask; rest > 0n; rest >>= 1n) captured += Number(rest & 1n);
  if (count !== headSize + 2 * captured) throw input.fault("a function value has a wrong number of parts", at);
  if (!isIdentifier(head.module) || !isIdentifier(head.name)) {
    throw input.fault("a function value does not name a function", at);
  }
  return { ...head, captured };
}

function readClosureHead(input: ValueReader) {
  const reader = new Reader(input.bytes.subarray(input.position, input.end));
  try {
    const head = closureHead.read(reader);
    input.position += reader.position;
    return head;
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    const fault = input.fault("a function value is malformed");
    fault.cause = cause;
    throw fault;
  }
}
