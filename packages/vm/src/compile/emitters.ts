import { hasFixedSize } from "../code/segments.ts";
import type { InstructionName } from "../instructions/table.ts";
import { exits } from "../run/compiled-code.ts";
import type { Emitter } from "./body-writer.ts";
import { integerEmitters } from "./emit-integers.ts";
import { structEmitters } from "./emit-structs.ts";
import { vectorEmitters } from "./emit-vectors.ts";

const jumpIf =
  (wanted: boolean): Emitter =>
  (writer, { at }, pc) => {
    const condition = writer.pop();
    writer.line(`if (${wanted ? condition : `!${condition}`}) {`);
    writer.goTo(at, pc);
    writer.line("}");
    writer.goTo(pc + 1, pc);
  };

/** The emitters. Instructions without one are left to the interpreter: a test lists them. */
export const emitters: Readonly<Partial<Record<InstructionName, Emitter>>> = {
  ...integerEmitters,
  ...structEmitters,
  ...vectorEmitters,
  ld_const: (writer, instruction, pc) => {
    writer.stack.push(writer.helper(pc, `x.loadConstant(${writer.constant(instruction)})`));
  },
  nop: () => {},
  pop: (writer, instruction) => {
    const value = writer.pop();
    if (writer.keepsMemory(instruction.type!)) {
      writer.line(`if (M) x.release(${value}, ${writer.constant(instruction)}, I);`);
    }
  },
  copy_loc: (writer, instruction, pc) => {
    const local = writer.local(instruction.at);
    if (!hasFixedSize(instruction.type!)) {
      writer.stack.push(writer.helper(pc, `x.copy(${local}, ${writer.constant(instruction)}, I)`));
    } else if (writer.body.borrowed.has(instruction.at)) writer.push(local);
    else writer.stack.push(local);
  },
  move_loc: (writer, { at }) => {
    const isKept = writer.keepsMemory(writer.body.locals[at]!);
    if (!isKept && !writer.body.borrowed.has(at)) {
      writer.stack.push(writer.local(at));
      return;
    }
    writer.push(writer.local(at));
    if (isKept) writer.line(`${writer.local(at)} = undefined;`);
  },
  st_loc: (writer, { at }) => {
    const value = writer.pop();
    writer.settle(at);
    writer.line(`${writer.local(at)} = ${value};`);
  },
  ret: (writer, _, pc) => {
    writer.line(writer.leave(pc, exits.returned));
  },
  br_true: jumpIf(true),
  br_false: jumpIf(false),
  branch: (writer, { at }, pc) => writer.goTo(at, pc),
  abort: (writer, _, pc) => {
    const code = writer.pop();
    writer.line(`p = ${pc}; throw x.abort(${code});`);
  },
  call: (writer, instruction, pc) => {
    writer.line(writer.leave(pc, `x.call(${writer.constant(instruction)})`));
  },
};
