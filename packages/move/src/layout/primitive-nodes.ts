import type { PrimitiveKind } from "@ledger/types";
import { BigIntegerNode, SmallIntegerNode, U64Node } from "./integer-nodes.ts";
import type { LayoutNode } from "./layout-node.ts";
import { AddressNode, BoolNode } from "./leaf-nodes.ts";

/** The layouts of single-word types. Signers have no stored values. */
export const primitiveNodes: { readonly [Kind in Exclude<PrimitiveKind, "Signer">]: LayoutNode } = {
  Bool: new BoolNode(),
  U8: new SmallIntegerNode("u8", 1),
  U16: new SmallIntegerNode("u16", 2),
  U32: new SmallIntegerNode("u32", 4),
  U64: new U64Node(),
  U128: new BigIntegerNode("u128"),
  U256: new BigIntegerNode("u256"),
  I8: new SmallIntegerNode("i8", 1),
  I16: new SmallIntegerNode("i16", 2),
  I32: new SmallIntegerNode("i32", 4),
  I64: new BigIntegerNode("i64"),
  I128: new BigIntegerNode("i128"),
  I256: new BigIntegerNode("i256"),
  Address: new AddressNode(),
};
