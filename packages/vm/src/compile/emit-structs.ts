import type { Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { InstructionName } from "../instructions/table.ts";
import type { BodyWriter, Emitter } from "./body-writer.ts";
import { target } from "./operand-text.ts";

const borrowLocal: Emitter = (writer, { at }) => {
  writer.push(`new Reference(L, ${at}, undefined)`);
};

const borrowField: Emitter = (writer, { at }) => {
  const reference = writer.pop();
  writer.push(`new Reference(${target(reference)}, ${at}, ${reference}.origin)`);
};

const borrowVariantField: Emitter = (writer, { at, variants }, pc) => {
  const reference = writer.pop();
  const value = writer.temporary();
  writer.line(`const ${value} = ${target(reference)};`);
  const test = variants!.map((variant) => `${value}[0] !== ${variant}`).join(" && ");
  writer.line(`if (${test}) { p = ${pc}; throw x.variantMismatch(); }`);
  writer.push(`new Reference(${value}, ${at}, ${reference}.origin)`);
};

const pack =
  (isVariant: boolean): Emitter =>
  (writer, instruction, pc) => {
    const { at, count } = instruction;
    useMemory(writer, instruction, pc);
    const fields = writer.stack.splice(writer.stack.length - count, count);
    if (isVariant) fields.unshift(`${at}`);
    writer.push(`[${fields.join(", ")}]`);
  };

const unpack =
  (isVariant: boolean): Emitter =>
  (writer, instruction, pc) => {
    const { at, count } = instruction;
    const value = writer.pop();
    if (isVariant) writer.line(`if (${value}[0] !== ${at}) { p = ${pc}; throw x.variantMismatch(); }`);
    writer.line(`if (M) x.releasePacked(${writer.constant(instruction)}, I);`);
    for (let i = 0; i < count; i++) writer.push(`${value}[${i + (isVariant ? 1 : 0)}]`);
  };

function useMemory(writer: BodyWriter, instruction: Instruction, pc: number): void {
  const { fields } = instruction;
  if (fields!.some((field) => field.generic)) {
    writer.line(`if (M) { p = ${pc}; x.usePacked(${writer.constant(instruction)}, I); }`);
    return;
  }
  const units = fields!.reduce((sum, field) => sum + writer.sizes.stack(field), 0);
  writer.use(units, pc);
}

const equal =
  (negates: boolean): Emitter =>
  (writer, instruction, pc) => {
    const type = instruction.type!;
    const right = writer.pop();
    const left = writer.pop();
    const compared = instruction.weighed!;
    const sign = negates ? "!==" : "===";
    if (hasFixedSize(compared) && compared.kind !== "Signer") {
      const isReference = type.kind === "Reference";
      writer.push(isReference ? `${target(left)} ${sign} ${target(right)}` : `${left} ${sign} ${right}`);
      return;
    }
    const result = writer.helper(pc, `x.equal(${left}, ${right}, ${writer.constant(instruction)}, I)`);
    writer.push(negates ? `!${result}` : result);
  };

/** References, structs, enums and equality. */
export const structEmitters = {
  mut_borrow_loc: borrowLocal,
  imm_borrow_loc: borrowLocal,
  mut_borrow_field: borrowField,
  imm_borrow_field: borrowField,
  mut_borrow_variant_field: borrowVariantField,
  imm_borrow_variant_field: borrowVariantField,
  pack: pack(false),
  pack_variant: pack(true),
  unpack: unpack(false),
  unpack_variant: unpack(true),
  test_variant: (writer, { at }) => {
    writer.push(`${target(writer.pop())}[0] === ${at}`);
  },
  freeze_ref: () => {},
  read_ref: (writer, instruction, pc) => {
    const reference = writer.pop();
    if (hasFixedSize(instruction.type!)) {
      const value = writer.push(target(reference));
      writer.line(`if (${value} === undefined) { p = ${pc}; throw x.noValue(); }`);
    } else writer.stack.push(writer.helper(pc, `x.copy(${target(reference)}, ${writer.constant(instruction)}, I)`));
  },
  write_ref: (writer, instruction, pc) => {
    const reference = writer.pop();
    const value = writer.pop();
    if (!hasFixedSize(instruction.type!)) {
      writer.line(`if (M) x.release(${target(reference)}, ${writer.constant(instruction)}, I);`);
    }
    writer.line(`if (${target(reference)} === undefined) { p = ${pc}; throw x.noValue(); }`);
    writer.line(`${reference}.container[${reference}.index] = ${value};`);
    writer.line(`if (${reference}.origin !== undefined) ${reference}.origin.dirty = true;`);
  },
  eq: equal(false),
  neq: equal(true),
} as const satisfies Partial<Record<InstructionName, Emitter>>;
