import type { TokenReader } from "./tokens.ts";

/** An attribute of Move: `name`, `name = value` or `name(arguments)`. */
export interface Attribute {
  readonly name: string;
  /** The tokens of the value. */
  readonly value: readonly string[] | undefined;
  readonly args: readonly Attribute[];
}

/** Reads all groups `#[…]` that come next. */
export function readAttributes(reader: TokenReader): Attribute[] {
  const attributes: Attribute[] = [];
  while (reader.next === "#") {
    reader.take();
    reader.skip("[");
    attributes.push(...readList(reader, "]"));
  }
  return attributes;
}

function readList(reader: TokenReader, end: string): Attribute[] {
  const attributes: Attribute[] = [];
  while (!reader.isAtEnd && !reader.skip(end)) {
    attributes.push(readAttribute(reader, end));
    reader.skip(",");
  }
  return attributes;
}

function readAttribute(reader: TokenReader, end: string): Attribute {
  // The names of the linter's attributes have two parts.
  let name = reader.take();
  while (reader.skip("::")) name += `::${reader.take()}`;
  if (reader.skip("=")) return { name, value: reader.takeUntil(",", end), args: [] };
  return { name, value: undefined, args: reader.skip("(") ? readList(reader, ")") : [] };
}
