import type { Body, Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { ValueSizes } from "../gas/value-sizes.ts";
import { exits } from "../run/compiled-code.ts";
import { maxOperands } from "../run/limits.ts";
import type { Type } from "../type/type.ts";

/** Writes one instruction. */
export type Emitter = (writer: BodyWriter, instruction: Instruction, pc: number) => void;

/** The source of a function while it is written: its lines, and the operands of the current block. */
export class BodyWriter {
  readonly body: Body;
  readonly code: readonly Instruction[];
  readonly sizes: ValueSizes;
  readonly lines: string[] = [];
  readonly constants: unknown[] = [];
  /** Operands of the current block, as variables, literals or locals. */
  stack: string[] = [];
  #temporaries = 0;
  /** Locals that live in variables. */
  readonly inVariables: readonly number[];
  /** Those of them whose value changes. */
  readonly saved: readonly number[];

  constructor(body: Body, sizes: ValueSizes) {
    this.body = body;
    this.code = body.instructions;
    this.sizes = sizes;
    const used = new Set<number>();
    const changed = new Set<number>();
    for (const { name, at } of this.code) {
      if (name === "copy_loc" || name === "move_loc" || name === "st_loc") used.add(at);
      if (name === "st_loc" || (name === "move_loc" && this.keepsMemory(body.locals[at]!))) changed.add(at);
    }
    this.inVariables = [...used].filter((local) => !body.borrowed.has(local)).sort((a, b) => a - b);
    this.saved = this.inVariables.filter((local) => changed.has(local));
  }

  /** Adds a line of source. */
  line(text: string): void {
    this.lines.push(text);
  }

  /** A value that the source refers to. */
  constant(value: unknown): string {
    let index = this.constants.indexOf(value);
    if (index < 0) index = this.constants.push(value) - 1;
    return `K[${index}]`;
  }

  /** The name of a variable that is not used yet. */
  temporary(): string {
    return `t${this.#temporaries++}`;
  }

  /** Puts an operand on the stack, in a variable of its own. */
  push(expression: string): string {
    const name = this.temporary();
    this.line(`const ${name} = ${expression};`);
    this.stack.push(name);
    return name;
  }

  /** Takes an operand. */
  pop(): string {
    return this.stack.pop()!;
  }

  /** The expression for a local. */
  local(index: number): string {
    return this.body.borrowed.has(index) ? `L[${index}]` : `l${index}`;
  }

  /** True if a value of a type may hold memory of its own, which a frame gives back when it returns. */
  keepsMemory(type: Type): boolean {
    return !hasFixedSize(type) || type.kind === "Signer";
  }

  /** Puts changed locals back into the frame. */
  save(): string {
    return this.saved.map((local) => `L[${local}] = l${local};`).join(" ");
  }

  /** Hands over at an instruction, with one of `exits`. */
  leave(pc: number, exit: number | string): string {
    const spill = this.stack.length === 0 ? "" : `S.push(${this.stack.join(", ")}); `;
    return `${this.save()} ${spill}frame.pc = ${pc}; m.fuel = g; return ${exit};`;
  }

  /** Pays for the segment that begins at an instruction, if one does, or leaves it to the interpreter. */
  payAt(pc: number): void {
    const { segment } = this.code[pc]!;
    const { start, peak } = this.body.segments[segment]!;
    if (start !== pc) return;
    this.line(`if (!(C[${segment}] <= g) || frame.base > ${maxOperands - peak}) { ${this.leave(pc, exits.unpaid)} }`);
    this.line(`g -= C[${segment}];`);
  }

  /** Jumps to a block; backwards the clock counts. */
  goTo(target: number, from: number): void {
    if (target > from) this.line(`b = ${target}; continue;`);
    else {
      // The way from there to here is at most all that lies between: other turns count themselves.
      const count = `x.ticks -= ${from - target + 1}`;
      this.line(`if ((${count}) < 0) { ${this.leave(target, exits.unpaid)} } b = ${target}; continue;`);
    }
  }

  /** Values on the stack that are a local's name must not change with it. */
  settle(local: number): void {
    const name = this.local(local);
    for (let i = 0; i < this.stack.length; i++) {
      if (this.stack[i] !== name) continue;
      const temporary = this.temporary();
      this.line(`const ${temporary} = ${name};`);
      this.stack[i] = temporary;
    }
  }

  /** Calls a helper that may charge or fail. */
  helper(pc: number, expression: string): string {
    const name = this.temporary();
    this.line(`p = ${pc}; m.fuel = g; g = NaN; const ${name} = ${expression}; g = m.fuel;`);
    return name;
  }

  /** Takes abstract memory. */
  use(units: number, pc: number): void {
    this.line(`if (M && (m.memory -= ${units}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
  }
}
