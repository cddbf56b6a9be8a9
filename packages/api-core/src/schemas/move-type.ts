import { parseTypeTag, type TypeTag } from "@ledger/types";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { messageOf } from "../contract/failure.ts";
import { MoveTypeSchema } from "./scalar.ts";

/** The text of a type in a body. Whether it is one is not a matter of form, so it is kept until the verify step. */
export interface MoveTypeText {
  readonly text: string;
  readonly isReference: boolean;
  /** The type, or that which a reference refers to. */
  readonly tag: TypeTag | undefined;
  /** Why there is no `tag`. */
  readonly fault: unknown;
}

/** A type in a body. Its codec never refuses: see {@link verifyMoveType}. */
export const RequestedTypeSchema = Type.Decode(MoveTypeSchema, readMoveType);

/** Longest text of a type, UTF-16 units: as long as one in a path can be. */
const maxTypeLength = 16 * 1024;

function readMoveType(text: string): MoveTypeText {
  if (text.length > maxTypeLength) {
    const fault = new Error(`the type is longer than ${maxTypeLength} characters`);
    return { text, isReference: false, tag: undefined, fault };
  }
  const referent = /^\s*&(?:mut\s)?(.*)$/s.exec(text)?.[1];
  const isReference = referent !== undefined;
  try {
    return { text, isReference, tag: parseTypeTag(referent ?? text), fault: undefined };
  } catch (fault) {
    return { text, isReference, tag: undefined, fault };
  }
}

/**
 * Refuses text that is no type.
 * @param where - the member that it is in, e.g. `key_type`
 * @throws ApiError `invalid_input`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.2 | Specification, REST API 1.2}
 */
export function verifyMoveType(where: string, type: MoveTypeText): void {
  if (type.tag !== undefined) return;
  throw new ApiError("invalid_input", `${where} is invalid: ${messageOf(type.fault)}`, { cause: type.fault });
}

/**
 * The type that values have.
 * @throws ApiError `invalid_input` for a reference, which has no values
 */
export function requireTypeTag(where: string, type: MoveTypeText): TypeTag {
  verifyMoveType(where, type);
  if (type.isReference) {
    throw new ApiError(
      "invalid_input",
      `${where} is invalid: ${JSON.stringify(type.text.slice(0, 200))} is a reference`,
    );
  }
  return type.tag as TypeTag;
}
