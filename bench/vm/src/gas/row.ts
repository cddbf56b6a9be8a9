import type { FunctionSpec, InstructionSpec, StructSpec } from "@ledger/move";
import type { Value } from "@ledger/vm";

/** Calls of functions in the session that is measured, before it is. */
export interface Preparation {
  /** The results of a function, e.g. `0x1::crypto_algebra::one_internal`, of which the type arguments are texts. */
  run(name: string, args?: readonly Value[], typeArgs?: readonly string[]): Promise<readonly Value[]>;
}

/** A body of the loop that is measured. Local 0 counts the turns down, the inputs follow. */
export interface Work {
  /** Values that the loop is given. For the type of a reference the value behind it. */
  readonly inputs: readonly { readonly type: string; readonly value: Value }[];
  /** The instructions of one iteration, given the position of the first in the function. They leave the stack unchanged. */
  readonly body: (position: number) => readonly InstructionSpec[];
  /** Types of locals behind the inputs. */
  readonly locals?: readonly string[];
  readonly structs?: readonly StructSpec[];
  /** Functions of the framework that the body calls, e.g. `0x1::signer::address_of`. */
  readonly imports?: readonly string[];
  /** Types that only instructions name. */
  readonly types?: readonly string[];
  /** Functions of the loop's own module. */
  readonly functions?: readonly FunctionSpec[];
  /** Structs of the loop's own module whose globals the body touches. */
  readonly acquires?: readonly string[];
}

/** Natives or instructions that one loop runs, to be measured at several sizes. */
export interface GasRow {
  /** A name of its own, e.g. `0x1::bcs::to_bytes vector<u64>`. */
  readonly name: string;
  /** Natives by `0x1::module::function`, and instructions by name. */
  readonly covers: readonly string[];
  readonly sizes: readonly number[];
  /** True where the size is the number of calls, since the arguments have one size. */
  readonly counts: boolean;
  readonly work: (size: number, preparation: Preparation) => Promise<Work | NativeWork> | Work | NativeWork;
}

/** One call of a native: arguments are copied, or referred to, and results dropped. */
export interface NativeWork {
  /** `0x1::module::function` */
  readonly native: string;
  /** For a parameter that is a reference, the value behind it. */
  readonly args?: readonly Value[];
  /** Type texts. */
  readonly typeArgs?: readonly string[];
  readonly structs?: readonly StructSpec[];
}

/** Numbers of calls in one transaction, for what has arguments of one size. */
export const calls = [64, 256, 1024, 4096] as const;

/** The same for what takes milliseconds. */
export const fewCalls = [2, 4, 8, 16] as const;

/** The same for elements of curves, of which a transaction may hold one megabyte. */
export const algebraCalls = [4, 16, 64, 256] as const;

/** Lengths of texts and vectors. */
export const lengths = [16, 256, 4096, 65_536] as const;

/** Lengths of vectors whose items are looked at one by one. */
export const smallerLengths = [16, 256, 2048, 16_384] as const;

/** A row of one native. @param make - its arguments by the size */
export function native(
  name: string,
  sizes: readonly number[],
  make: (size: number) => Omit<NativeWork, "native">,
  form = "",
): GasRow {
  return {
    name: form === "" ? name : `${name} ${form}`,
    covers: [name],
    sizes,
    counts: sizes === calls || sizes === fewCalls || sizes === algebraCalls,
    work: (size) => ({ native: name, ...make(size) }),
  };
}

/** A native whose arguments have one size. */
export function fixed(name: string, args: () => readonly Value[] = () => [], typeArgs: readonly string[] = []): GasRow {
  return native(name, calls, () => ({ args: args(), typeArgs }));
}

/** Arguments of a native. */
export type Made = Omit<NativeWork, "native">;

/** A row of a native whose arguments other natives make. */
export function prepared(
  name: string,
  sizes: readonly number[],
  make: (size: number, preparation: Preparation) => Promise<Made>,
  form = "",
): GasRow {
  return {
    ...native(name, sizes, () => ({}), form),
    work: async (size, preparation) => ({ native: name, ...(await make(size, preparation)) }),
  };
}

/** Numbers of keys, signatures, points or pairs. */
export const groups = [2, 8, 16, 32] as const;
