import { type Body, type Instruction, successors } from "../code/instruction.ts";
import type { ValueSizes } from "../gas/value-sizes.ts";
import { exits } from "../run/compiled-code.ts";
import { BodyWriter } from "./body-writer.ts";
import { emitters } from "./emitters.ts";

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

/** Offsets at which blocks begin, and those at which the interpreter may have left the code to. */
function findEntries(code: readonly Instruction[]): number[] {
  const entries = new Set([0]);
  code.forEach((instruction, pc) => {
    if (leavesBlock(instruction)) for (const next of successors(instruction, pc)) entries.add(next);
  });
  return [...entries].filter((pc) => pc < code.length).sort((a, b) => a - b);
}

/** True if the code of a block ends with an instruction: it jumps, calls, or is left to the interpreter. */
function leavesBlock({ name, effect }: Instruction): boolean {
  return emitters[name] === undefined || effect.ends !== undefined || effect.reaches !== undefined;
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
    writer.payAt(pc);
    const emitInstruction = emitters[instruction.name];
    if (emitInstruction === undefined) writer.line(writer.leave(pc, exits.paid));
    else emitInstruction(writer, instruction, pc);
    if (leavesBlock(instruction)) break;
  }
  writer.line("}");
}
