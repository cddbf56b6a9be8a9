import type { ReferenceType, Type } from "../type/type.ts";
import type { IntegerKind } from "../value/integer.ts";

/** The operand stack of a block while its code is translated: types in place of values. The code is verified. */
export class TypeStack {
  readonly #types: Type[] = [];

  get height(): number {
    return this.#types.length;
  }

  push(type: Type): void {
    this.#types.push(type);
  }

  pushAll(types: readonly Type[]): void {
    for (const type of types) this.#types.push(type);
  }

  pop(): Type {
    return this.#types.pop()!;
  }

  drop(count: number): void {
    this.#types.length -= count;
  }

  /** Pops an integer. */
  integer(): { readonly type: Type; readonly kind: IntegerKind } {
    const type = this.pop();
    return { type, kind: type.kind as IntegerKind };
  }

  /** Pops a reference. @returns the type that it leads to */
  target(): Type {
    return (this.pop() as ReferenceType).target;
  }
}
