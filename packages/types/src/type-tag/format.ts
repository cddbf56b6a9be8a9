import { formatAddress } from "../address.ts";
import {
  type FunctionParamOrReturnTag,
  type FunctionTag,
  primitiveWords,
  type StructTag,
  type TypeTag,
} from "./type-tag.ts";

/** Writes a function type; the two texts of the chain differ in nothing else. */
type FunctionFormatter = (tag: FunctionTag) => string;

const abilityNames = ["copy", "drop", "store", "key"] as const;

/**
 * A type as REST JSON writes it: `vector<0x1::coin::Coin<0x1::aptos_coin::AptosCoin, u8>>`, function types as `|A,&B|R`.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#4.3 | Specification, Move values 4.3}
 */
export function formatTypeTag(tag: TypeTag): string {
  return format(tag, formatRestFunction);
}

/** A struct type as REST JSON writes it; see {@link formatTypeTag}. */
export function formatStructTag(tag: StructTag): string {
  return formatStruct(tag, formatRestFunction);
}

/**
 * The chain's canonical text of a type, as on-chain values and decoded table data hold it. It differs from the REST form in
 * function types only: `|A, &B|(R) has copy + drop`. Different tags have different texts.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/move-values.md#4.4 | Specification, Move values 4.4}
 */
export function formatCanonicalTypeTag(tag: TypeTag): string {
  return format(tag, formatCanonicalFunction);
}

/** The chain's canonical text of a struct type; see {@link formatCanonicalTypeTag}. */
export function formatCanonicalStructTag(tag: StructTag): string {
  return formatStruct(tag, formatCanonicalFunction);
}

function format(tag: TypeTag, formatFunction: FunctionFormatter): string {
  switch (tag.kind) {
    case "Vector":
      return `vector<${format(tag.value, formatFunction)}>`;
    case "Struct":
      return formatStruct(tag.value, formatFunction);
    case "Function":
      return formatFunction(tag.value);
    default:
      return primitiveWords[tag.kind];
  }
}

function formatStruct(tag: StructTag, formatFunction: FunctionFormatter): string {
  const name = `${formatAddress(tag.address)}::${tag.module}::${tag.name}`;
  if (tag.typeArgs.length === 0) return name;
  return `${name}<${tag.typeArgs.map((argument) => format(argument, formatFunction)).join(", ")}>`;
}

function formatRestFunction(tag: FunctionTag): string {
  return `|${formatParams(tag.args, ",", formatRestFunction)}|${formatParams(tag.results, ",", formatRestFunction)}`;
}

function formatCanonicalFunction(tag: FunctionTag): string {
  const args = formatParams(tag.args, ", ", formatCanonicalFunction);
  const results = formatParams(tag.results, ", ", formatCanonicalFunction);
  const abilities: string[] = abilityNames.filter((_, bit) => (tag.abilities & (1 << bit)) !== 0);
  // Bits that mean nothing are left in the text: it distinguishes tags.
  const rest = tag.abilities >> abilityNames.length;
  if (rest !== 0) abilities.push(`0x${(rest << abilityNames.length).toString(16)}`);
  const suffix = abilities.length === 0 ? "" : ` has ${abilities.join(" + ")}`;
  return `|${args}|(${results})${suffix}`;
}

function formatParams(
  params: readonly FunctionParamOrReturnTag[],
  separator: string,
  formatFunction: FunctionFormatter,
): string {
  return params.map((param) => paramPrefixes[param.kind] + format(param.value, formatFunction)).join(separator);
}

const paramPrefixes = { Reference: "&", MutableReference: "&mut ", Value: "" } as const;
