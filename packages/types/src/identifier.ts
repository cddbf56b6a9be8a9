import { type Codec, newtype, string } from "@ledger/bcs";
import { TypesError } from "./errors.ts";
import { quoteText } from "./text/quote.ts";

/** Most bytes of an identifier; names are ASCII, so also most characters. */
export const maxIdentifierLength = 255;

/** Name of a module, struct, field or function. */
export type Identifier = string;

/** BCS of an identifier: a string. Whether it is a valid name is not checked here, as in the reference. */
export const Identifier: Codec<Identifier> = newtype("Identifier", string);

const identifierPattern = /^(?:[A-Za-z][A-Za-z0-9_$]*|[_$][A-Za-z0-9_$]+|<SELF>(?:_[0-9]+)?)$/;

/**
 * True if a text is a valid Move name of at most 255 characters: a letter, or `_` or `$` with something after it, then
 * letters, digits, `_` and `$`; or one of the legacy names `<SELF>` and `<SELF>_0`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#2.1 | Specification, module format 2.1}
 */
export function isIdentifier(text: string): boolean {
  return text.length <= maxIdentifierLength && identifierPattern.test(text);
}

/**
 * Returns the text when it is a valid Move name.
 *
 * @throws {@link TypesError} `invalid_identifier`
 */
export function parseIdentifier(text: string): Identifier {
  if (isIdentifier(text)) return text;
  throw new TypesError("invalid_identifier", `invalid identifier ${quoteText(text)}`);
}
