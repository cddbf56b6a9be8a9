import type { NativeCall } from "../../port/native.ts";
import type { ExtensionKey } from "../../port/session.ts";
import type { Type } from "../../type/type.ts";
import type { Integer, Value } from "../../value/value.ts";
import { integerOf } from "../arguments.ts";
import { bls12381Algebra } from "../crypto/algebra/bls12381.ts";
import { bn254Algebra } from "../crypto/algebra/bn254.ts";
import type { AnyStructure, CurveFamily } from "../crypto/algebra/structure.ts";

/** Aborts: what is not supported or switched on, too many elements. */
const notImplemented = 0xc_0001;
const tooMuchMemory = 0x9_0003;

const memoryLimit = 2 ** 20;

/** By module and type: `bls12381_algebra::G1`. */
const families: Readonly<Record<string, CurveFamily>> = {
  bls12381_algebra: bls12381Algebra,
  bn254_algebra: bn254Algebra,
};

/** The elements of a session; Move code holds their positions. */
interface Elements {
  readonly list: { readonly kind: string; readonly element: unknown }[];
  bytes: number;
}

const elements: ExtensionKey<Elements> = { name: "algebra elements", create: () => ({ list: [], bytes: 0 }) };

/** A structure that a type argument names, with its family. */
export interface Named {
  readonly family: CurveFamily;
  readonly name: string;
  readonly structure: AnyStructure;
}

/** Ends a call of what is not supported or switched on. */
export function unsupported(call: NativeCall): never {
  return call.abort(notImplemented);
}

/** The type that a type argument names in a family that is switched on. */
export function nameOf(
  call: NativeCall,
  type: Type | undefined,
): { readonly family: CurveFamily; readonly name: string } {
  const isMarker = type?.kind === "Struct" && type.typeArgs.length === 0 && /^0x0*1$/.test(type.address);
  const family = isMarker ? families[type.module] : undefined;
  if (family === undefined || !call.session.environment.rules[family.feature]) return unsupported(call);
  return { family, name: (type as { readonly name: string }).name };
}

/** The structure that a type argument names. */
export function structureOf(call: NativeCall, index: number): Named {
  const { family, name } = nameOf(call, call.typeArgs[index]);
  const structure = Object.hasOwn(family.structures, name) ? family.structures[name]! : unsupported(call);
  return { family, name, structure };
}

/** Structures of one family that the type arguments must name, in their order. */
export function structuresOf(call: NativeCall, ...names: readonly string[]): Named[] {
  const named = names.map((_, i) => structureOf(call, i));
  const fits = named.every(({ family, name }, i) => family === named[0]!.family && name === names[i]);
  return fits ? named : unsupported(call);
}

/** An element by its handle. */
export function elementAt(call: NativeCall, { kind }: AnyStructure, handle: Integer): unknown {
  const found = call.session.extension(elements).list[Number(handle)];
  if (found?.kind !== kind) return call.invariant("an element does not exist, or is of another structure");
  return found.element;
}

/** The element that an argument names. */
export function argument(call: NativeCall, structure: AnyStructure, index: number): unknown {
  return elementAt(call, structure, integerOf(call.args[index]));
}

/** Keeps an element of a structure. @returns its handle */
export function storeElement(call: NativeCall, { kind, size }: AnyStructure, element: unknown): number {
  const kept = call.session.extension(elements);
  if (kept.bytes + size > memoryLimit) return call.abort(tooMuchMemory, "Too much memory used for algebra elements");
  kept.bytes += size;
  return kept.list.push({ kind, element }) - 1;
}

/** Elements by a list of handles. */
export function elementsAt(call: NativeCall, structure: AnyStructure, handles: readonly Value[]): unknown[] {
  return handles.map((handle) => elementAt(call, structure, integerOf(handle)));
}
