import type { InstructionName } from "../instructions/table.ts";
import type { Type } from "../type/type.ts";
import type { BodyWriter, Emitter } from "./body-writer.ts";
import { target } from "./operand-text.ts";

/** Abstract size of an element in its vector. */
function packed(writer: BodyWriter, element: Type): string {
  return element.generic ? `x.packed(${writer.constant(element)}, I)` : `${writer.sizes.packed(element)}`;
}

const borrowElement: Emitter = (writer, { type: element }, pc) => {
  const index = writer.pop();
  const reference = writer.pop();
  if (element!.kind === "U8" || element!.kind === "TypeParameter") {
    writer.line(`p = ${pc};`);
    writer.push(`V.borrow(${reference}, ${index})`);
    return;
  }
  const vector = writer.temporary();
  writer.line(`const ${vector} = ${target(reference)};`);
  writer.line(`if (!(${index} < ${vector}.length)) { p = ${pc}; V.borrow(${reference}, ${index}); }`);
  writer.push(`new Reference(${vector}, ${index}, ${reference}.origin)`);
};

/** Instructions on vectors. */
export const vectorEmitters = {
  vec_pack: (writer, { type, count }, pc) => {
    const element = type!;
    const units = `${packed(writer, element)} * ${count}`;
    writer.line(`if (M && (m.memory -= ${units}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
    const items = writer.stack.splice(writer.stack.length - count, count);
    const list = `[${items.join(", ")}]`;
    if (element.kind === "TypeParameter") writer.push(`V.pack(${list}, I.resolve(${writer.constant(element)}))`);
    else if (element.kind === "U8") writer.push(`new ByteVector(Uint8Array.of(${items.join(", ")}))`);
    else writer.push(list);
  },
  vec_len: (writer) => {
    writer.push(`${target(writer.pop())}.length`);
  },
  vec_imm_borrow: borrowElement,
  vec_mut_borrow: borrowElement,
  vec_push_back: (writer, { type }, pc) => {
    const value = writer.pop();
    writer.line(`if (M && (m.memory -= ${packed(writer, type!)}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
    writer.line(`V.pushBack(${writer.pop()}, ${value});`);
  },
  vec_pop_back: (writer, { type }, pc) => {
    writer.line(`p = ${pc};`);
    writer.push(`V.popBack(${writer.pop()})`);
    writer.line(`if (M) m.memory += ${packed(writer, type!)};`);
  },
  vec_unpack: (writer, { type, count }, pc) => {
    writer.line(`p = ${pc};`);
    const items = writer.temporary();
    writer.line(`const ${items} = V.unpack(${writer.pop()}, ${count});`);
    writer.line(`if (M) m.memory += ${packed(writer, type!)} * ${count};`);
    for (let i = 0; i < count; i++) writer.push(`${items}[${i}]`);
  },
  vec_swap: (writer, _, pc) => {
    const second = writer.pop();
    const first = writer.pop();
    writer.line(`p = ${pc}; V.swap(${writer.pop()}, ${first}, ${second});`);
  },
} as const satisfies Partial<Record<InstructionName, Emitter>>;
