import type { AddressText } from "../address.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import type { ByteVector } from "./byte-vector.ts";
import type { ValueLayout } from "./layout.ts";

/**
 * An integer of any width: a number while it is a safe integer (below 2^53 in size), a bigint beyond. Every integer has exactly
 * one form, so `===` decides equality. Widths are not part of values: instructions and types know them.
 */
export type Integer = number | bigint;

/**
 * A value that a Move program works on.
 *
 * | Move | here |
 * |---|---|
 * | u8 … u256, i8 … i256 | {@link Integer} |
 * | bool | boolean |
 * | address | {@link AddressText} |
 * | `vector<u8>` | {@link ByteVector} |
 * | any other vector | array of its elements |
 * | struct | array of its fields in declaration order |
 * | enum | array: the variant's number, then that variant's fields |
 * | signer | array like an enum's: 0, then the {@link AddressText} |
 * | reference | {@link Reference} |
 * | function value | {@link Closure} |
 *
 * Arrays and byte vectors are mutable objects with one owner. Copying a value is {@link copyValue}; handing it on is a move.
 */
export type Value = Integer | boolean | AddressText | Value[] | ByteVector | Reference | Closure;

/** The owner of the content that a reference leads to, when that is the global state: it notes every write. */
export interface Origin {
  dirty: boolean;
}

/**
 * A reference: a place inside a container. The place may hold anything, a struct or vector included. Containers are the locals
 * of a frame, structs, enums, vectors, and the cell of a global resource or table item; elements of a `vector<u8>` lie in its
 * `Uint8Array`. References are immutable: copying one is sharing it.
 */
export class Reference {
  readonly container: Value[] | Uint8Array;
  readonly index: number;
  /** Set when the reference descends from global state, and inherited by every reference borrowed through it. */
  readonly origin: Origin | undefined;

  constructor(container: Value[] | Uint8Array, index: number, origin?: Origin) {
    this.container = container;
    this.index = index;
    this.origin = origin;
  }

  /**
   * The value that the reference leads to, not a copy.
   *
   * @throws {@link VmError} when the value is gone, which a verified program's references never see
   */
  get target(): Value {
    const value = this.container[this.index];
    if (value === undefined) throw new VmError("UNKNOWN_INVARIANT_VIOLATION_ERROR", "a reference points to no value");
    return value;
  }

  /** Replaces the value that the reference leads to, and marks its origin. */
  write(value: Value): void {
    this.container[this.index] = value;
    if (this.origin !== undefined) this.origin.dirty = true;
  }
}

/** The function that a function value calls. */
export interface ClosureTarget {
  readonly address: AddressText;
  readonly module: string;
  readonly name: string;
  readonly typeArgs: readonly Type[];
}

/** A function value: a function with some of its arguments already given. */
export class Closure {
  readonly target: ClosureTarget;
  /** Bit `i` is set when parameter `i` is captured. */
  readonly mask: bigint;
  /** Captured arguments in the order of their parameters. Nothing changes them. */
  readonly captured: readonly Value[];
  /** Layouts of {@link captured}; undefined when the function is not persistent, so that the value may not be stored. */
  readonly capturedLayouts: readonly ValueLayout[] | undefined;
  /** Types of {@link captured}, known until the value is stored. */
  readonly capturedTypes: readonly Type[] | undefined;

  constructor(
    target: ClosureTarget,
    mask: bigint,
    captured: readonly Value[],
    capturedLayouts: readonly ValueLayout[] | undefined,
    capturedTypes?: readonly Type[],
  ) {
    this.target = target;
    this.mask = mask;
    this.captured = captured;
    this.capturedLayouts = capturedLayouts;
    this.capturedTypes = capturedTypes;
  }
}

/**
 * A signer of an address: its master, or one that may do what an address of permissions allows.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#1.5 | Specification, virtual machine 1.5}
 */
export function signerValue(address: AddressText, permissions?: AddressText): Value {
  return permissions === undefined ? [0, address] : [1, address, permissions];
}
