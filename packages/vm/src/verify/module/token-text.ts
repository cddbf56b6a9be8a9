import type { SignatureToken } from "@ledger/move";

/** A text that is the same for the same type only, in terms of the module's own tables. */
export function tokenText(token: SignatureToken): string {
  switch (token.kind) {
    case "Vector":
    case "Reference":
    case "MutableReference":
      return `${token.kind}<${tokenText(token.value)}>`;
    case "Struct":
      return `Struct${token.handle}<${token.typeArgs.map(tokenText).join()}>`;
    case "TypeParameter":
      return `T${token.index}`;
    case "Function":
      return `|${token.args.map(tokenText).join()}|${token.results.map(tokenText).join()}|${token.abilities}`;
    default:
      return token.kind;
  }
}
