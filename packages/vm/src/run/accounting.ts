import type { Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { valuesEqual } from "../value/compare.ts";
import { copyValue } from "../value/copy.ts";
import type { Value } from "../value/value.ts";
import type { TypeResolver } from "./compiled-code.ts";
import type { ExecutionHost } from "./execution-host.ts";
import { outOfMemory } from "./failures.ts";

/**
 * Gas and memory that depend on values, with the operations that are paid by them. What is known before an instruction runs is paid
 * by the segment.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.5 | Specification, execution 5.5}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.6 | Specification, execution 5.6}
 */
export class Accounting {
  readonly #host: ExecutionHost;

  constructor(host: ExecutionHost) {
    this.#host = host;
  }

  /** Takes gas that is known only now. @throws {@link VmError} as the meter says */
  charge(cost: number): void {
    const { meter } = this.#host;
    meter.fuel -= cost;
    if (meter.fuel < 0) throw meter.exhausted(cost);
  }

  /** Takes memory. @throws {@link VmError} `MEMORY_LIMIT_EXCEEDED` */
  use(units: number): void {
    const { meter } = this.#host;
    meter.memory -= units;
    if (meter.memory < 0) throw outOfMemory();
  }

  /** Takes the memory that a value holds outside of its place. */
  useHeap(value: Value, type: Type): void {
    const { tracksMemory, sizes, shape } = this.#host;
    if (tracksMemory && typeof value === "object") this.use(sizes.heap(value, type, shape));
  }

  /** Gives back the memory of a value that is dropped. */
  release(value: Value, { type }: Instruction, types: TypeResolver): void {
    const { tracksMemory, sizes, shape, meter } = this.#host;
    if (!tracksMemory || typeof value !== "object") return;
    meter.memory += sizes.heap(value, types.resolve(type!), shape);
  }

  /** Takes the memory of the fields of a struct that is made. */
  usePacked({ fields, type }: Instruction, types: TypeResolver): void {
    types.resolve(type!);
    const { tracksMemory, sizes } = this.#host;
    if (!tracksMemory) return;
    let units = 0;
    for (const field of fields!) units += sizes.stack(types.resolve(field));
    this.use(units);
  }

  /** Gives it back when the struct is taken apart. */
  releasePacked({ fields, name, type }: Instruction, types: TypeResolver): void {
    types.resolve(type!);
    const { tracksMemory, sizes, meter } = this.#host;
    if (!tracksMemory) return;
    let units = name === "unpack_variant" ? sizes.tag : 0;
    for (const field of fields!) units += sizes.stack(types.resolve(field));
    meter.memory += units;
  }

  /** Takes the memory of elements that come into a vector. */
  useElements(element: Type, count: number): void {
    const { tracksMemory, sizes } = this.#host;
    if (tracksMemory) this.use(sizes.packed(element) * count);
  }

  /** Gives it back when they leave. */
  releaseElements(element: Type, count: number): void {
    const { tracksMemory, sizes, meter } = this.#host;
    if (tracksMemory) meter.memory += sizes.packed(element) * count;
  }

  /** Takes the price of the units that an instruction handles. @throws {@link VmError} as {@link charge} */
  chargeUnits({ form }: Instruction, count: number): void {
    this.charge(this.#host.costs.unit[form]! * count);
  }

  /** A copy, paid by its size. */
  copy(value: Value, instruction: Instruction, types: TypeResolver): Value {
    const { sizes, shape, tracksMemory, budget } = this.#host;
    const concrete = types.resolve(instruction.type!);
    const size = sizes.of(value, concrete, shape);
    if (tracksMemory && typeof value === "object") this.use(size - sizes.stack(concrete));
    this.chargeUnits(instruction, size);
    return copyValue(value, budget);
  }

  /** Compares two values, paid by their sizes. */
  equal(left: Value, right: Value, instruction: Instruction, types: TypeResolver): boolean {
    const { session, sizes, shape, tracksMemory, meter, rules } = this.#host;
    const { type } = instruction;
    const target = type!.kind === "Reference" ? type!.target : type!;
    if (!hasFixedSize(target)) {
      const concrete = types.resolve(type!);
      const size = sizes.dereferenced(left, concrete, shape) + sizes.dereferenced(right, concrete, shape);
      this.chargeUnits(instruction, size);
      session.delayedFields?.checkComparison(left, right, concrete, false);
      if (tracksMemory && type!.kind !== "Reference") {
        meter.memory += sizes.heap(left, concrete, shape) + sizes.heap(right, concrete, shape);
      }
    }
    return valuesEqual(left, right, rules.comparesMasks);
  }

  /** The value of a constant. */
  loadConstant({ value, type }: Instruction): Value {
    if (value === undefined) throw new VmError("VERIFIER_INVARIANT_VIOLATION", "a constant does not decode");
    this.useHeap(value, type!);
    return copyValue(value, this.#host.budget);
  }
}
