import type { Instruction } from "../code/instruction.ts";
import type { BodyWriter } from "./body-writer.ts";
import { target } from "./operand-text.ts";

/** Instructions on vectors. */
export function emitVector(writer: BodyWriter, instruction: Instruction, pc: number): void {
  const { op, b, type } = instruction;
  const element = type!;
  const packed = element.generic ? `x.packed(${writer.constant(element)}, I)` : `${writer.sizes.packed(element)}`;
  switch (op) {
    case 0x40: {
      writer.line(`if (M && (m.memory -= ${packed} * ${b}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
      const items = writer.stack.splice(writer.stack.length - b, b);
      const list = `[${items.join(", ")}]`;
      if (element.kind === "TypeParameter") writer.push(`V.pack(${list}, I.resolve(${writer.constant(element)}))`);
      else if (element.kind === "U8") writer.push(`new ByteVector(Uint8Array.of(${items.join(", ")}))`);
      else writer.push(list);
      return;
    }
    case 0x41:
      writer.push(`${target(writer.pop())}.length`);
      return;
    case 0x42:
    case 0x43: {
      const index = writer.pop();
      const reference = writer.pop();
      if (element.kind === "U8" || element.kind === "TypeParameter") {
        writer.line(`p = ${pc};`);
        writer.push(`V.borrow(${reference}, ${index})`);
        return;
      }
      const vector = writer.temporary();
      writer.line(`const ${vector} = ${target(reference)};`);
      writer.line(`if (!(${index} < ${vector}.length)) { p = ${pc}; V.borrow(${reference}, ${index}); }`);
      writer.push(`new Reference(${vector}, ${index}, ${reference}.origin)`);
      return;
    }
    case 0x44: {
      const value = writer.pop();
      writer.line(`if (M && (m.memory -= ${packed}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
      writer.line(`V.pushBack(${writer.pop()}, ${value});`);
      return;
    }
    case 0x45:
      writer.line(`p = ${pc};`);
      writer.push(`V.popBack(${writer.pop()})`);
      writer.line(`if (M) m.memory += ${packed};`);
      return;
    case 0x46: {
      writer.line(`p = ${pc};`);
      const items = writer.temporary();
      writer.line(`const ${items} = V.unpack(${writer.pop()}, ${b});`);
      writer.line(`if (M) m.memory += ${packed} * ${b};`);
      for (let i = 0; i < b; i++) writer.push(`${items}[${i}]`);
      return;
    }
    case 0x47: {
      const second = writer.pop();
      const first = writer.pop();
      writer.line(`p = ${pc}; V.swap(${writer.pop()}, ${first}, ${second});`);
      return;
    }
    default:
      throw new Error(`instruction ${op} is not compiled`);
  }
}
