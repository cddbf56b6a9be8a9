import type { Body, Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { ValueSizes } from "../gas/value-sizes.ts";
import { BodyWriter } from "./body-writer.ts";
import { emitIntegers } from "./emit-integers.ts";
import { emitStructs } from "./emit-structs.ts";
import { emitVector } from "./emit-vectors.ts";
import { exits } from "./exits.ts";

/** Source of a function with the constants that it refers to. */
export interface EmittedSource {
  readonly source: string;
  readonly constants: readonly unknown[];
  /** 1 for each instruction at which the code can begin. */
  readonly entries: Uint8Array;
}

/**
 * Writes a function as JavaScript: a loop over its blocks, with operands and locals in variables. What waits, calls or touches
 * global state is left to the interpreter: the code puts its variables back into the frame and reports its place.
 */
export function emit(body: Body, sizes: ValueSizes): EmittedSource {
  const writer = new BodyWriter(body, sizes);
  const starts = findEntries(body.instructions);
  for (const pc of starts) emitBlock(writer, pc, starts);
  const locals = writer.inVariables.map((local) => `l${local} = L[${local}]`);
  const source = [
    '"use strict";',
    `return function compiled(frame, x, I) {`,
    "const L = frame.locals, S = x.stack, m = x.meter, C = I.segmentCosts, M = x.tracksMemory;",
    locals.length === 0 ? "" : `let ${locals.join(", ")};`,
    "let g = m.fuel, p = frame.pc, b = p;",
    "try { for (;;) switch (b) {",
    ...writer.lines,
    'default: throw new Error("no entry");',
    "} } catch (error) { if (g === g) m.fuel = g; x.failAt(frame, p); throw error; }",
    "};",
  ].join("\n");
  const entries = new Uint8Array(writer.code.length);
  for (const pc of starts) entries[pc] = 1;
  return { source, constants: writer.constants, entries };
}

/** Where blocks begin, and where the interpreter may have left the code to. */
function findEntries(code: readonly Instruction[]): number[] {
  const entries = new Set([0]);
  code.forEach(({ op, a }, pc) => {
    if (op >= 0x03 && op <= 0x05) {
      entries.add(a);
      if (op !== 0x05) entries.add(pc + 1);
    } else if (leavesToInterpreter(op)) entries.add(pc + 1);
  });
  return [...entries].filter((pc) => pc < code.length).sort((a, b) => a - b);
}

function emitBlock(writer: BodyWriter, start: number, starts: readonly number[]): void {
  writer.stack = [];
  writer.line(`case ${start}: {`);
  const { height } = writer.code[start]!;
  for (let i = 0; i < height; i++) writer.push("S.pop()");
  writer.stack.reverse();
  for (let pc = start; ; pc++) {
    const instruction = writer.code[pc]!;
    if (pc > start && starts.includes(pc)) {
      writer.goTo(pc, pc - 1);
      break;
    }
    if (instruction.segment >= 0) writer.pay(instruction.segment, pc);
    if (!emitInstruction(writer, instruction, pc)) break;
  }
  writer.line("}");
}

/** @returns whether the block goes on */
function emitInstruction(writer: BodyWriter, instruction: Instruction, pc: number): boolean {
  const { op, a, type } = instruction;
  if (op === 0x11 || op === 0x38) {
    writer.line(writer.leave(pc, `x.call(frame, ${writer.constant(instruction)}, I)`));
    return false;
  }
  if (leavesToInterpreter(op)) {
    writer.line(writer.leave(pc, exits.paid));
    return false;
  }
  const constant = literal(instruction);
  if (constant !== undefined) {
    writer.stack.push(constant);
    return true;
  }
  if (emitIntegers(writer, instruction, pc) || emitStructs(writer, instruction, pc)) return true;
  switch (op) {
    case 0x01: {
      const value = writer.pop();
      if (writer.keepsMemory(type!)) writer.line(`if (M) x.release(${value}, ${writer.constant(instruction)}, I);`);
      return true;
    }
    case 0x02:
      writer.line(writer.leave(pc, exits.returned));
      return false;
    case 0x03:
    case 0x04: {
      const condition = writer.pop();
      writer.line(`if (${op === 0x03 ? condition : `!${condition}`}) {`);
      writer.goTo(a, pc);
      writer.line("}");
      writer.goTo(pc + 1, pc);
      return false;
    }
    case 0x05:
      writer.goTo(a, pc);
      return false;
    case 0x07:
      writer.stack.push(writer.helper(pc, `x.loadConstant(${writer.constant(instruction)})`));
      return true;
    case 0x0a:
      if (!hasFixedSize(type!)) {
        writer.stack.push(writer.helper(pc, `x.copy(${writer.local(a)}, ${writer.constant(instruction)}, I)`));
      } else if (writer.body.borrowed.has(a)) writer.push(writer.local(a));
      else writer.stack.push(writer.local(a));
      return true;
    case 0x0b: {
      const isKept = writer.keepsMemory(writer.body.locals[a]!);
      if (!isKept && !writer.body.borrowed.has(a)) {
        writer.stack.push(writer.local(a));
        return true;
      }
      writer.push(writer.local(a));
      if (isKept) writer.line(`${writer.local(a)} = undefined;`);
      return true;
    }
    case 0x0c: {
      const value = writer.pop();
      writer.settle(a);
      writer.line(`${writer.local(a)} = ${value};`);
      return true;
    }
    case 0x1e:
    case 0x1f: {
      const right = writer.pop();
      writer.push(`${writer.pop()} ${op === 0x1e ? "||" : "&&"} ${right}`);
      return true;
    }
    case 0x20:
      writer.push(`!${writer.pop()}`);
      return true;
    case 0x27: {
      const code = writer.pop();
      writer.line(`p = ${pc}; throw x.abort(${code});`);
      return false;
    }
    case 0x28:
    case 0x2e:
      return true;
    default:
      emitVector(writer, instruction, pc);
      return true;
  }
}

function literal({ op, value }: Instruction): string | undefined {
  if (value === undefined || op === 0x07) return undefined;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number") return value < 0 ? `(${value})` : `${value}`;
  return typeof value === "boolean" ? `${value}` : undefined;
}

/** Calls, closures, global storage, and aborts with a message. */
function leavesToInterpreter(op: number): boolean {
  return (
    op === 0x11 ||
    op === 0x38 ||
    op === 0x68 ||
    (op >= 0x29 && op <= 0x2d) ||
    (op >= 0x3b && op <= 0x3f) ||
    (op >= 0x58 && op <= 0x5a)
  );
}
