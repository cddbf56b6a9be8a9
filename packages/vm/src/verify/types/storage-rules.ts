import type { InstructionName } from "../../instructions/table.ts";
import { key } from "../../type/abilities.ts";
import type { CheckedInstruction, TypeCheck, TypeRule } from "./type-check.ts";
import type { PoolType } from "./type-pool.ts";

const borrowGlobal =
  (mutable: boolean): TypeRule =>
  (check, at) => {
    const type = check.structType(at);
    check.popExactly(check.pool.primitive("Address"));
    check.require(type, key);
    check.push(check.pool.reference(mutable, type));
  };

/** An instruction on a vector of some elements. */
const onVector =
  (use: (check: TypeCheck, element: PoolType, vector: PoolType, at: CheckedInstruction) => void): TypeRule =>
  (check, at) => {
    const [element] = check.pool.signature(at.index) as readonly [PoolType];
    use(check, element, check.pool.vector(element), at);
  };

const borrowElement = (mutable: boolean): TypeRule =>
  onVector((check, element, vector) => {
    check.popExactly(check.pool.primitive("U64"));
    check.popReference(vector, mutable);
    check.push(check.pool.reference(mutable, element));
  });

/** Elements that an instruction counts. */
const countOf = ({ instruction }: CheckedInstruction): number => Number(instruction[2]);

/** Global storage and vectors. */
export const storageRules = {
  exists: (check, at) => {
    check.require(check.structType(at), key);
    check.popExactly(check.pool.primitive("Address"));
    check.push(check.pool.primitive("Bool"));
  },
  mut_borrow_global: borrowGlobal(true),
  imm_borrow_global: borrowGlobal(false),
  move_from: (check, at) => {
    const type = check.structType(at);
    check.require(type, key);
    check.popExactly(check.pool.primitive("Address"));
    check.push(type);
  },
  move_to: (check, at) => {
    const type = check.structType(at);
    check.require(type, key);
    check.popExactly(type);
    check.popExactly(check.pool.reference(false, check.pool.primitive("Signer")));
  },
  vec_pack: onVector((check, element, vector, at) => {
    for (let count = countOf(at); count > 0; count--) check.popFor(element);
    check.pushFree(vector);
  }),
  vec_len: onVector((check, _, vector) => {
    check.popReference(vector, false);
    check.push(check.pool.primitive("U64"));
  }),
  vec_imm_borrow: borrowElement(false),
  vec_mut_borrow: borrowElement(true),
  vec_push_back: onVector((check, element, vector) => {
    check.popFor(element);
    check.popReference(vector, true);
  }),
  vec_pop_back: onVector((check, element, vector) => {
    check.popReference(vector, true);
    check.push(element);
  }),
  vec_unpack: onVector((check, element, vector, at) => {
    check.popExactly(vector);
    for (let count = countOf(at); count > 0; count--) check.push(element);
  }),
  vec_swap: onVector((check, _, vector) => {
    check.popExactly(check.pool.primitive("U64"));
    check.popExactly(check.pool.primitive("U64"));
    check.popReference(vector, true);
  }),
} as const satisfies Partial<Record<InstructionName, TypeRule>>;
