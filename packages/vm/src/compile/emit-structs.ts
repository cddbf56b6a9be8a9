import type { Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { BodyWriter } from "./body-writer.ts";
import { target } from "./operand-text.ts";

/** References, structs, enums and equality. @returns whether the instruction is one of them */
export function emitStructs(writer: BodyWriter, instruction: Instruction, pc: number): boolean {
  const { op, a, b, type } = instruction;
  switch (op) {
    case 0x0d:
    case 0x0e:
      writer.push(`new Reference(L, ${a}, undefined)`);
      return true;
    case 0x0f:
    case 0x10:
    case 0x36:
    case 0x37: {
      const reference = writer.pop();
      writer.push(`new Reference(${target(reference)}, ${a}, ${reference}.origin)`);
      return true;
    }
    case 0x4e:
    case 0x4f:
    case 0x50:
    case 0x51: {
      const reference = writer.pop();
      const value = writer.temporary();
      writer.line(`const ${value} = ${target(reference)};`);
      const test = instruction.variants!.map((variant) => `${value}[0] !== ${variant}`).join(" && ");
      writer.line(`if (${test}) { p = ${pc}; throw x.variantMismatch(); }`);
      writer.push(`new Reference(${value}, ${a}, ${reference}.origin)`);
      return true;
    }
    case 0x12:
    case 0x39:
    case 0x52:
    case 0x53: {
      useMemory(writer, instruction, pc);
      const fields = writer.stack.splice(writer.stack.length - b, b);
      if (op >= 0x52) fields.unshift(`${a}`);
      writer.push(`[${fields.join(", ")}]`);
      return true;
    }
    case 0x13:
    case 0x3a:
    case 0x54:
    case 0x55: {
      const value = writer.pop();
      const isVariant = op >= 0x54;
      if (isVariant) writer.line(`if (${value}[0] !== ${a}) { p = ${pc}; throw x.variantMismatch(); }`);
      writer.line(`if (M) x.releasePacked(${writer.constant(instruction)}, I);`);
      for (let i = 0; i < b; i++) writer.push(`${value}[${i + (isVariant ? 1 : 0)}]`);
      return true;
    }
    case 0x56:
    case 0x57:
      writer.push(`${target(writer.pop())}[0] === ${a}`);
      return true;
    case 0x14: {
      const reference = writer.pop();
      if (hasFixedSize(type!)) {
        const value = writer.push(target(reference));
        writer.line(`if (${value} === undefined) { p = ${pc}; throw x.noValue(); }`);
      } else writer.stack.push(writer.helper(pc, `x.copy(${target(reference)}, ${writer.constant(instruction)}, I)`));
      return true;
    }
    case 0x15: {
      const reference = writer.pop();
      const value = writer.pop();
      if (!hasFixedSize(type!)) {
        writer.line(`if (M) x.release(${target(reference)}, ${writer.constant(instruction)}, I);`);
      }
      writer.line(`if (${target(reference)} === undefined) { p = ${pc}; throw x.noValue(); }`);
      writer.line(`${reference}.container[${reference}.index] = ${value};`);
      writer.line(`if (${reference}.origin !== undefined) ${reference}.origin.dirty = true;`);
      return true;
    }
    case 0x21:
    case 0x22:
      emitEqual(writer, instruction, pc);
      return true;
    default:
      return false;
  }
}

function emitEqual(writer: BodyWriter, instruction: Instruction, pc: number): void {
  const { op, type } = instruction;
  const right = writer.pop();
  const left = writer.pop();
  const isReference = type!.kind === "Reference";
  const compared = type!.kind === "Reference" ? type!.target : type!;
  const sign = op === 0x21 ? "===" : "!==";
  if (hasFixedSize(compared) && compared.kind !== "Signer") {
    writer.push(isReference ? `${target(left)} ${sign} ${target(right)}` : `${left} ${sign} ${right}`);
    return;
  }
  const equal = writer.helper(pc, `x.equal(${left}, ${right}, ${writer.constant(instruction)}, I)`);
  writer.push(op === 0x21 ? equal : `!${equal}`);
}

function useMemory(writer: BodyWriter, instruction: Instruction, pc: number): void {
  const { fields } = instruction;
  if (fields!.some((field) => field.generic)) {
    writer.line(`if (M) { p = ${pc}; x.usePacked(${writer.constant(instruction)}, I); }`);
    return;
  }
  const units = fields!.reduce((sum, field) => sum + writer.sizes.stack(field), 0);
  writer.use(units, pc);
}
