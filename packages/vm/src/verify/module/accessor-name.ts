import type { FunctionAttribute } from "@ledger/move";

/** Attributes of functions that make, take apart or borrow a struct for other modules. */
export type AccessorKind = Exclude<FunctionAttribute["kind"], "persistent" | "module_lock">;

/** The parts of an accessor's name, e.g. `borrow_mut$Shape$1$0`. */
export interface AccessorName {
  /** The attribute that a function of this name has. */
  readonly kind: AccessorKind;
  /** Struct definition. */
  readonly struct: number;
  readonly variant: string | undefined;
  /** Position of the field that is borrowed. */
  readonly offset: number | undefined;
  /** Number of the field's offset and type among those of the enum. */
  readonly typeOrder: number | undefined;
}

const actions: readonly string[] = ["pack", "unpack", "test_variant", "borrow", "borrow_mut"];

type Rest = Pick<AccessorName, "kind" | "variant" | "offset" | "typeOrder">;

const none = { variant: undefined, offset: undefined, typeOrder: undefined };

/**
 * Reads a function's name as that of an accessor of one of the module's structs. Names of structs may hold the sign that divides the parts.
 *
 * @param definitions - struct definitions by name
 * @param namesVariant - whether the function's attribute is about a variant: then the struct's name is the shortest that fits, else the longest
 * @returns undefined for any other name
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#9.8 | Specification, verifier 9.8}
 */
export function readAccessorName(
  name: string,
  definitions: ReadonlyMap<string, number>,
  namesVariant: boolean,
): AccessorName | undefined {
  const [action, ...parts] = name.split("$");
  if (action === undefined || !actions.includes(action)) return undefined;
  const lengths = parts.map((_, i) => i + 1);
  for (const length of namesVariant ? lengths : lengths.reverse()) {
    const struct = definitions.get(parts.slice(0, length).join("$"));
    if (struct === undefined) continue;
    const rest = readRest(action, parts.slice(length));
    return rest && { struct, ...rest };
  }
  return undefined;
}

function readRest(action: string, parts: readonly string[]): Rest | undefined {
  const [first, second] = parts;
  switch (action) {
    case "pack":
    case "unpack":
      if (parts.length > 1) return undefined;
      return first === undefined ? { ...none, kind: action } : { ...none, kind: `${action}_variant`, variant: first };
    case "test_variant":
      return parts.length === 1 ? { ...none, kind: action, variant: first } : undefined;
    case "borrow":
    case "borrow_mut": {
      const offset = readNumber(first);
      const typeOrder = readNumber(second);
      if (parts.length > 2 || offset === undefined || (second !== undefined && typeOrder === undefined))
        return undefined;
      return { ...none, kind: action === "borrow" ? "borrow_field" : "borrow_field_mut", offset, typeOrder };
    }
    default:
      return undefined;
  }
}

function readNumber(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d+$/.test(text)) return undefined;
  const number = Number(text);
  return number <= 0xffff ? number : undefined;
}
