/** A Move type taken apart: `vector<0x1::coin::Coin<T0>>` has the head `vector` and one argument. */
export interface TypeText {
  /** `u64`, `vector`, `T0`, `0x1::coin::Coin`, `&`, `&mut`; the whole text of what is not understood. */
  readonly head: string;
  readonly args: readonly TypeText[];
}

/** Types nest no deeper in anything the API answers or takes. */
const maxDepth = 32;

/** Takes a type apart. What cannot be read, such as a function type, stays one piece of text. */
export function parseType(text: string, depth = 0): TypeText {
  const trimmed = text.trim();
  const reference = /^(&mut\s+|&)(?!mut\s)/.exec(trimmed)?.[1];
  const opaque: TypeText = { head: trimmed, args: [] };
  if (depth > maxDepth) return opaque;
  if (reference !== undefined) {
    return { head: reference.trim(), args: [parseType(trimmed.slice(reference.length), depth + 1)] };
  }
  const open = trimmed.indexOf("<");
  if (open === -1 || !trimmed.endsWith(">") || trimmed.startsWith("|")) return opaque;
  const args = splitArguments(trimmed.slice(open + 1, -1));
  return { head: trimmed.slice(0, open), args: args.map((arg) => parseType(arg, depth + 1)) };
}

/** Splits at the commas that are not inside brackets. */
function splitArguments(text: string): string[] {
  const parts: string[] = [];
  let level = 0;
  let start = 0;
  for (let i = 0; i < text.length; i++) {
    if (text[i] === "<") level++;
    else if (text[i] === ">") level--;
    else if (text[i] === "," && level === 0) {
      parts.push(text.slice(start, i));
      start = i + 1;
    }
  }
  const last = text.slice(start);
  if (last.trim() !== "") parts.push(last);
  return parts;
}

/** Text of a type as the API writes it. */
export function formatType({ head, args }: TypeText): string {
  const inner = args.map(formatType).join(", ");
  if (head === "&") return `&${inner}`;
  if (head === "&mut") return `&mut ${inner}`;
  return args.length === 0 ? head : `${head}<${inner}>`;
}

/** Puts type arguments in the place of `T0`, `T1`, …. */
export function substitute(type: TypeText, typeArguments: readonly TypeText[]): TypeText {
  const index = /^T(\d+)$/.exec(type.head)?.[1];
  if (index !== undefined && type.args.length === 0) return typeArguments[Number(index)] ?? type;
  return { head: type.head, args: type.args.map((arg) => substitute(arg, typeArguments)) };
}

/** A struct's name taken apart. */
export interface StructName {
  readonly address: string;
  readonly module: string;
  readonly name: string;
}

/** `0x1::coin::Coin` taken apart; `undefined` for what is no struct. */
export function parseStructName(head: string): StructName | undefined {
  const [, address, module, name] = /^(0x[0-9a-fA-F]+)::([\w$]+)::([\w$]+)$/.exec(head) ?? [];
  return address === undefined || module === undefined || name === undefined ? undefined : { address, module, name };
}
