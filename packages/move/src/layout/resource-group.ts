import { BcsError } from "@ledger/bcs";
import { compareBytes, ResourceGroup, type StructTag, TypeTag } from "@ledger/types";
import { MoveError } from "../errors.ts";

/** A resource inside a resource group. */
export interface ResourceGroupMember {
  readonly tag: StructTag;
  /** BCS of the resource: a view of the group's bytes. */
  readonly value: Uint8Array;
}

/**
 * The members of a resource group in the order in which the API lists them: by address, module, name, type arguments. That is
 * not the order in which they are stored, which compares encoded tags.
 *
 * @throws {@link MoveError} `malformed_value`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#6.1 | Specification, Move values 6.1}
 */
export function listGroupMembers(bytes: Uint8Array): ResourceGroupMember[] {
  try {
    const members = Array.from(ResourceGroup.decode(bytes), ([tag, value]) => ({ tag, value }));
    return members.sort((a, b) => compareStructTags(a.tag, b.tag));
  } catch (cause) {
    if (!(cause instanceof BcsError)) throw cause;
    throw new MoveError("malformed_value", "a resource group is malformed", { offset: cause.offset }, { cause });
  }
}

/** Kinds of type tags in the order of their numbers. */
const kindOrder: readonly TypeTag["kind"][] = [
  "Bool",
  "U8",
  "U64",
  "U128",
  "Address",
  "Signer",
  "Vector",
  "Struct",
  "U16",
  "U32",
  "U256",
  "Function",
  "I8",
  "I16",
  "I32",
  "I64",
  "I128",
  "I256",
];

/** Orders struct tags as a sorted map of the reference does. Names are ASCII, so text order is byte order. */
export function compareStructTags(a: StructTag, b: StructTag): number {
  return (
    compareBytes(a.address, b.address) ||
    compareText(a.module, b.module) ||
    compareText(a.name, b.name) ||
    compareLists(a.typeArgs, b.typeArgs)
  );
}

function compareLists(a: readonly TypeTag[], b: readonly TypeTag[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compareTypeTags(a[i]!, b[i]!);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareTypeTags(a: TypeTag, b: TypeTag): number {
  if (a.kind === "Vector" && b.kind === "Vector") return compareTypeTags(a.value, b.value);
  if (a.kind === "Struct" && b.kind === "Struct") return compareStructTags(a.value, b.value);
  if (a.kind === "Function" && b.kind === "Function") return compareBytes(TypeTag.encode(a), TypeTag.encode(b));
  return kindOrder.indexOf(a.kind) - kindOrder.indexOf(b.kind);
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
