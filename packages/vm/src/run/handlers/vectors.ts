import type { StraightName } from "../../instructions/table.ts";
import type { ByteVector } from "../../value/byte-vector.ts";
import type { Integer, Reference, Value } from "../../value/value.ts";
import { takeOperands } from "../operands.ts";
import * as vectors from "../vector-operations.ts";
import type { StraightHandler } from "./handler.ts";

const borrowElement: StraightHandler = (operands, { type }, { instance }) => {
  instance.resolve(type!);
  const at = operands.length - 2;
  operands[at] = vectors.borrow(operands[at] as Reference, operands.pop() as Integer);
};

/** Vectors. The type of an instruction is that of the elements. */
export const vectorHandlers = {
  vec_pack: (operands, { type, count }, { instance }, accounting) => {
    const element = instance.resolve(type!);
    accounting.useElements(element, count);
    operands.push(vectors.pack(takeOperands(operands, count), element));
  },
  vec_len: (operands, { type }, { instance }) => {
    instance.resolve(type!);
    const at = operands.length - 1;
    operands[at] = ((operands[at] as Reference).target as Value[] | ByteVector).length;
  },
  vec_imm_borrow: borrowElement,
  vec_mut_borrow: borrowElement,
  vec_push_back: (operands, { type }, { instance }, accounting) => {
    const element = instance.resolve(type!);
    const value = operands.pop()!;
    accounting.useElements(element, 1);
    vectors.pushBack(operands.pop() as Reference, value);
  },
  vec_pop_back: (operands, { type }, { instance }, accounting) => {
    const element = instance.resolve(type!);
    operands.push(vectors.popBack(operands.pop() as Reference));
    accounting.releaseElements(element, 1);
  },
  vec_unpack: (operands, { type, count }, { instance }, accounting) => {
    const element = instance.resolve(type!);
    const items = vectors.unpack(operands.pop() as Value[] | ByteVector, count);
    accounting.releaseElements(element, count);
    for (const item of items) operands.push(item);
  },
  vec_swap: (operands, { type }, { instance }) => {
    instance.resolve(type!);
    const second = operands.pop() as Integer;
    const first = operands.pop() as Integer;
    vectors.swap(operands.pop() as Reference, first, second);
  },
} as const satisfies Partial<Record<StraightName, StraightHandler>>;
