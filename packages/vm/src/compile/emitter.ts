import type { Body, Instruction } from "../code/instruction.ts";
import { hasFixedSize } from "../code/segments.ts";
import type { ValueSizes } from "../gas/value-sizes.ts";
import type { Type } from "../type/type.ts";
import { type IntegerKind, integerRanges } from "../value/integer.ts";

/**
 * How compiled code hands over: the frame returned; the interpreter goes on at the frame's instruction, which is not paid; or
 * at one that is; or another frame goes on.
 */
export const exits = { returned: 0, unpaid: 1, paid: 2, called: 3 } as const;

/** Source of a function with the constants that it refers to. */
export interface EmittedSource {
  readonly source: string;
  readonly constants: readonly unknown[];
  /** 1 for each instruction at which the code can begin. */
  readonly entries: Uint8Array;
}

const operators: Readonly<Record<number, readonly [sign: string, helper: string]>> = {
  22: ["+", "add"],
  23: ["-", "subtract"],
  24: ["*", "multiply"],
  25: ["%", "remainder"],
  26: ["/", "divide"],
  27: ["|", "bitOr"],
  28: ["&", "bitAnd"],
  29: ["^", "bitXor"],
};
const comparisons: Readonly<Record<number, string>> = { 35: "<", 36: ">", 37: "<=", 38: ">=" };

/**
 * Writes a function as JavaScript: a loop over its blocks, with operands and locals in variables. What waits, calls or touches
 * global state is left to the interpreter: the code puts its variables back into the frame and says where it stands.
 */
export function emit(body: Body, sizes: ValueSizes): EmittedSource {
  return new Emitter(body, sizes).run();
}

class Emitter {
  readonly #body: Body;
  readonly #code: readonly Instruction[];
  readonly #sizes: ValueSizes;
  readonly #lines: string[] = [];
  readonly #constants: unknown[] = [];
  readonly #entries = new Set<number>([0]);
  /** Operands of the current block, as variables, literals or locals. */
  #stack: string[] = [];
  #temporaries = 0;
  /** Locals that live in variables. */
  readonly #inVariables: readonly number[];
  /** Those of them whose value changes. */
  readonly #saved: readonly number[];

  constructor(body: Body, sizes: ValueSizes) {
    this.#body = body;
    this.#code = body.instructions;
    this.#sizes = sizes;
    const used = new Set<number>();
    const changed = new Set<number>();
    for (const { op, a } of this.#code) {
      if (op >= 0x0a && op <= 0x0c) used.add(a);
      if (op === 0x0c || (op === 0x0b && this.#keepsMemory(body.locals[a]!))) changed.add(a);
    }
    this.#inVariables = [...used].filter((local) => !body.borrowed.has(local)).sort((a, b) => a - b);
    this.#saved = this.#inVariables.filter((local) => changed.has(local));
  }

  run(): EmittedSource {
    const starts = this.#findEntries();
    for (const pc of starts) this.#block(pc, starts);
    const locals = this.#inVariables.map((local) => `l${local} = L[${local}]`);
    const source = [
      '"use strict";',
      `return function compiled(frame, x, I) {`,
      "const L = frame.locals, S = x.stack, m = x.meter, C = I.segmentCosts, M = x.tracksMemory;",
      locals.length === 0 ? "" : `let ${locals.join(", ")};`,
      "let g = m.fuel, p = frame.pc, b = p;",
      "try { for (;;) switch (b) {",
      ...this.#lines,
      'default: throw new Error("no entry");',
      "} } catch (error) { if (g === g) m.fuel = g; x.failAt(frame, p); throw error; }",
      "};",
    ].join("\n");
    const entries = new Uint8Array(this.#code.length);
    for (const pc of starts) entries[pc] = 1;
    return { source, constants: this.#constants, entries };
  }

  /** Where blocks begin, and where the interpreter may have left the code to. */
  #findEntries(): number[] {
    const entries = this.#entries;
    this.#code.forEach(({ op, a }, pc) => {
      if (op >= 0x03 && op <= 0x05) {
        entries.add(a);
        if (op !== 0x05) entries.add(pc + 1);
      } else if (leavesToInterpreter(op)) entries.add(pc + 1);
    });
    return [...entries].filter((pc) => pc < this.#code.length).sort((a, b) => a - b);
  }

  #block(start: number, starts: readonly number[]): void {
    this.#stack = [];
    this.#line(`case ${start}: {`);
    const { height } = this.#code[start]!;
    for (let i = 0; i < height; i++) this.#push("S.pop()");
    this.#stack.reverse();
    for (let pc = start; ; pc++) {
      const instruction = this.#code[pc]!;
      if (pc > start && starts.includes(pc)) {
        this.#goTo(pc, pc - 1);
        break;
      }
      if (instruction.segment >= 0) this.#pay(instruction.segment, pc);
      if (!this.#step(instruction, pc)) break;
    }
    this.#line("}");
  }

  #line(text: string): void {
    this.#lines.push(text);
  }

  #constant(value: unknown): string {
    let index = this.#constants.indexOf(value);
    if (index < 0) index = this.#constants.push(value) - 1;
    return `K[${index}]`;
  }

  #push(expression: string): string {
    const name = `t${this.#temporaries++}`;
    this.#line(`const ${name} = ${expression};`);
    this.#stack.push(name);
    return name;
  }

  #pop(): string {
    return this.#stack.pop()!;
  }

  #local(index: number): string {
    return this.#body.borrowed.has(index) ? `L[${index}]` : `l${index}`;
  }

  /** Whether a value of a type may hold memory of its own, which a frame gives back when it returns. */
  #keepsMemory(type: Type): boolean {
    return !hasFixedSize(type) || type.kind === "Signer";
  }

  #save(): string {
    return this.#saved.map((local) => `L[${local}] = l${local};`).join(" ");
  }

  #leave(pc: number, exit: number | string): string {
    const spill = this.#stack.length === 0 ? "" : `S.push(${this.#stack.join(", ")}); `;
    return `${this.#save()} ${spill}frame.pc = ${pc}; m.fuel = g; return ${exit};`;
  }

  #pay(segment: number, pc: number): void {
    const { peak } = this.#body.segments[segment]!;
    this.#line(`if (!(C[${segment}] <= g) || frame.base > ${1024 - peak}) { ${this.#leave(pc, exits.unpaid)} }`);
    this.#line(`g -= C[${segment}];`);
  }

  #goTo(target: number, from: number): void {
    if (target > from) this.#line(`b = ${target}; continue;`);
    else this.#line(`if (--x.ticks < 0) { ${this.#leave(target, exits.unpaid)} } b = ${target}; continue;`);
  }

  /** Values on the stack that are a local's name must not change with it. */
  #settle(local: number): void {
    const name = this.#local(local);
    for (let i = 0; i < this.#stack.length; i++) {
      if (this.#stack[i] !== name) continue;
      const temporary = `t${this.#temporaries++}`;
      this.#line(`const ${temporary} = ${name};`);
      this.#stack[i] = temporary;
    }
  }

  /** Calls a helper that may charge or fail. */
  #helper(pc: number, expression: string): string {
    const name = `t${this.#temporaries++}`;
    this.#line(`p = ${pc}; m.fuel = g; g = NaN; const ${name} = ${expression}; g = m.fuel;`);
    return name;
  }

  /** @returns whether the block goes on */
  #step(instruction: Instruction, pc: number): boolean {
    const { op, a, b, type } = instruction;
    if (op === 0x11 || op === 0x38) {
      this.#line(this.#leave(pc, `x.call(frame, ${this.#constant(instruction)}, I)`));
      return false;
    }
    if (leavesToInterpreter(op)) {
      this.#line(this.#leave(pc, exits.paid));
      return false;
    }
    const constant = this.#literal(instruction);
    if (constant !== undefined) {
      this.#stack.push(constant);
      return true;
    }
    if (operators[op] !== undefined) {
      this.#arithmetic(instruction, pc);
      return true;
    }
    const comparison = comparisons[op];
    if (comparison !== undefined) {
      const right = this.#pop();
      this.#push(`${this.#pop()} ${comparison} ${right}`);
      return true;
    }
    switch (op) {
      case 0x01: {
        const value = this.#pop();
        if (this.#keepsMemory(type!)) this.#line(`if (M) x.release(${value}, ${this.#constant(instruction)}, I);`);
        return true;
      }
      case 0x02:
        this.#line(this.#leave(pc, exits.returned));
        return false;
      case 0x03:
      case 0x04: {
        const condition = this.#pop();
        this.#line(`if (${op === 0x03 ? condition : `!${condition}`}) {`);
        this.#goTo(a, pc);
        this.#line("}");
        this.#goTo(pc + 1, pc);
        return false;
      }
      case 0x05:
        this.#goTo(a, pc);
        return false;
      case 0x07:
        this.#stack.push(this.#helper(pc, `x.loadConstant(${this.#constant(instruction)})`));
        return true;
      case 0x0a:
        if (!hasFixedSize(type!)) {
          this.#stack.push(this.#helper(pc, `x.copy(${this.#local(a)}, ${this.#constant(instruction)}, I)`));
        } else if (this.#body.borrowed.has(a)) this.#push(this.#local(a));
        else this.#stack.push(this.#local(a));
        return true;
      case 0x0b: {
        const isKept = this.#keepsMemory(this.#body.locals[a]!);
        if (!isKept && !this.#body.borrowed.has(a)) {
          this.#stack.push(this.#local(a));
          return true;
        }
        this.#push(this.#local(a));
        if (isKept) this.#line(`${this.#local(a)} = undefined;`);
        return true;
      }
      case 0x0c: {
        const value = this.#pop();
        this.#settle(a);
        this.#line(`${this.#local(a)} = ${value};`);
        return true;
      }
      case 0x0d:
      case 0x0e:
        this.#push(`new Reference(L, ${a}, undefined)`);
        return true;
      case 0x0f:
      case 0x10:
      case 0x36:
      case 0x37: {
        const reference = this.#pop();
        this.#push(`new Reference(${target(reference)}, ${a}, ${reference}.origin)`);
        return true;
      }
      case 0x4e:
      case 0x4f:
      case 0x50:
      case 0x51: {
        const reference = this.#pop();
        const value = `t${this.#temporaries++}`;
        this.#line(`const ${value} = ${target(reference)};`);
        const test = instruction.variants!.map((variant) => `${value}[0] !== ${variant}`).join(" && ");
        this.#line(`if (${test}) { p = ${pc}; throw x.variantMismatch(); }`);
        this.#push(`new Reference(${value}, ${a}, ${reference}.origin)`);
        return true;
      }
      case 0x12:
      case 0x39:
      case 0x52:
      case 0x53: {
        this.#memory(instruction, pc);
        const fields = this.#stack.splice(this.#stack.length - b, b);
        if (op >= 0x52) fields.unshift(`${a}`);
        this.#push(`[${fields.join(", ")}]`);
        return true;
      }
      case 0x13:
      case 0x3a:
      case 0x54:
      case 0x55: {
        const value = this.#pop();
        const isVariant = op >= 0x54;
        if (isVariant) this.#line(`if (${value}[0] !== ${a}) { p = ${pc}; throw x.variantMismatch(); }`);
        this.#line(`if (M) x.releasePacked(${this.#constant(instruction)}, I);`);
        for (let i = 0; i < b; i++) this.#push(`${value}[${i + (isVariant ? 1 : 0)}]`);
        return true;
      }
      case 0x56:
      case 0x57:
        this.#push(`${target(this.#pop())}[0] === ${a}`);
        return true;
      case 0x14: {
        const reference = this.#pop();
        if (hasFixedSize(type!)) {
          const value = this.#push(target(reference));
          this.#line(`if (${value} === undefined) { p = ${pc}; throw x.noValue(); }`);
        } else this.#stack.push(this.#helper(pc, `x.copy(${target(reference)}, ${this.#constant(instruction)}, I)`));
        return true;
      }
      case 0x15: {
        const reference = this.#pop();
        const value = this.#pop();
        if (!hasFixedSize(type!)) {
          this.#line(`if (M) x.release(${target(reference)}, ${this.#constant(instruction)}, I);`);
        }
        this.#line(`if (${target(reference)} === undefined) { p = ${pc}; throw x.noValue(); }`);
        this.#line(`${reference}.container[${reference}.index] = ${value};`);
        this.#line(`if (${reference}.origin !== undefined) ${reference}.origin.dirty = true;`);
        return true;
      }
      case 0x2f:
      case 0x30: {
        const by = this.#pop();
        const helper = op === 0x2f ? "shiftLeft" : "shiftRight";
        this.#line(`p = ${pc};`);
        this.#push(`A.${helper}(${this.#pop()}, ${by}, R.${instruction.kind!})`);
        return true;
      }
      case 0x67:
        this.#line(`p = ${pc};`);
        this.#push(`A.negate(${this.#pop()}, R.${instruction.kind!})`);
        return true;
      case 0x1e:
      case 0x1f: {
        const right = this.#pop();
        this.#push(`${this.#pop()} ${op === 0x1e ? "||" : "&&"} ${right}`);
        return true;
      }
      case 0x20:
        this.#push(`!${this.#pop()}`);
        return true;
      case 0x21:
      case 0x22:
        this.#equal(instruction, pc);
        return true;
      case 0x27: {
        const code = this.#pop();
        this.#line(`p = ${pc}; throw x.abort(${code});`);
        return false;
      }
      case 0x28:
      case 0x2e:
        return true;
      default:
        if (type !== undefined && op !== 0x5a && isCast(op)) this.#cast(instruction, pc);
        else this.#vector(instruction, pc);
        return true;
    }
  }

  #literal({ op, value }: Instruction): string | undefined {
    if (value === undefined || op === 0x07) return undefined;
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value === "number") return value < 0 ? `(${value})` : `${value}`;
    return typeof value === "boolean" ? `${value}` : undefined;
  }

  #equal(instruction: Instruction, pc: number): void {
    const { op, type } = instruction;
    const right = this.#pop();
    const left = this.#pop();
    const isReference = type!.kind === "Reference";
    const compared = type!.kind === "Reference" ? type!.target : type!;
    const sign = op === 0x21 ? "===" : "!==";
    if (hasFixedSize(compared) && compared.kind !== "Signer") {
      this.#push(isReference ? `${target(left)} ${sign} ${target(right)}` : `${left} ${sign} ${right}`);
      return;
    }
    const equal = this.#helper(pc, `x.equal(${left}, ${right}, ${this.#constant(instruction)}, I)`);
    this.#push(op === 0x21 ? equal : `!${equal}`);
  }

  #arithmetic({ op, kind }: Instruction, pc: number): void {
    const [sign, helper] = operators[op]!;
    const right = this.#pop();
    const left = this.#pop();
    const range = integerRanges[kind!];
    const slow = `A.${helper}(${left}, ${right}, R.${kind!})`;
    if (range.signed) {
      this.#line(`p = ${pc};`);
      this.#push(slow);
      return;
    }
    const name = `t${this.#temporaries++}`;
    // Integers of up to 32 bits are always numbers.
    const guards = range.bits <= 32 ? [] : [left, right].filter((operand) => !isNumber(operand)).map(isNumberTest);
    let fast: string;
    if (sign === "+" || sign === "*") fast = `(${name} = ${left} ${sign} ${right}) <= ${range.safeMax}`;
    else if (sign === "-") fast = `(${name} = ${left} - ${right}) >= 0`;
    else if (sign === "/" || sign === "%") {
      if (!isNumber(right) || right === "0") guards.push(`${right} !== 0`);
      const quotient = `Math.floor(${left} / ${right})`;
      this.#fast(name, guards, sign === "/" ? quotient : `${left} - ${right} * ${quotient}`, slow, pc);
      return;
    } else {
      if (range.bits > 32) for (const operand of [left, right]) guards.push(`${operand} <= 4294967295`);
      this.#fast(name, guards, `(${left} ${sign} ${right}) >>> 0`, slow, pc);
      return;
    }
    this.#line(`let ${name}; if (!(${[...guards, fast].join(" && ")})) { p = ${pc}; ${name} = ${slow}; }`);
    this.#stack.push(name);
  }

  #fast(name: string, guards: readonly string[], fast: string, slow: string, pc: number): void {
    if (guards.length === 0) this.#line(`const ${name} = ${fast};`);
    else {
      this.#line(`let ${name};`);
      this.#line(`if (${guards.join(" && ")}) ${name} = ${fast}; else { p = ${pc}; ${name} = ${slow}; }`);
    }
    this.#stack.push(name);
  }

  #cast({ kind, type }: Instruction, pc: number): void {
    const from = integerRanges[kind!];
    const to = integerRanges[type!.kind as IntegerKind];
    if (to.min <= from.min && to.max >= from.max) return;
    const value = this.#pop();
    const name = `t${this.#temporaries++}`;
    const guards = from.bits <= 32 ? [] : [isNumberTest(value)];
    if (from.signed) guards.push(`${value} >= ${to.safeMin}`);
    guards.push(`${value} <= ${to.safeMax}`);
    const slow = `A.cast(${value}, R.${type!.kind}, ${JSON.stringify(type!.text)})`;
    this.#line(`let ${name} = ${value}; if (!(${guards.join(" && ")})) { p = ${pc}; ${name} = ${slow}; }`);
    this.#stack.push(name);
  }

  #memory(instruction: Instruction, pc: number): void {
    const { fields } = instruction;
    if (fields!.some((field) => field.generic)) {
      this.#line(`if (M) { p = ${pc}; x.usePacked(${this.#constant(instruction)}, I); }`);
      return;
    }
    const units = fields!.reduce((sum, field) => sum + this.#sizes.stack(field), 0);
    this.#use(units, pc);
  }

  #use(units: number, pc: number): void {
    this.#line(`if (M && (m.memory -= ${units}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
  }

  #vector(instruction: Instruction, pc: number): void {
    const { op, b, type } = instruction;
    const element = type!;
    const packed = element.generic ? `x.packed(${this.#constant(element)}, I)` : `${this.#sizes.packed(element)}`;
    switch (op) {
      case 0x40: {
        this.#line(`if (M && (m.memory -= ${packed} * ${b}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
        const items = this.#stack.splice(this.#stack.length - b, b);
        const list = `[${items.join(", ")}]`;
        if (element.kind === "TypeParameter") this.#push(`V.pack(${list}, I.resolve(${this.#constant(element)}))`);
        else if (element.kind === "U8") this.#push(`new ByteVector(Uint8Array.of(${items.join(", ")}))`);
        else this.#push(list);
        return;
      }
      case 0x41:
        this.#push(`${target(this.#pop())}.length`);
        return;
      case 0x42:
      case 0x43: {
        const index = this.#pop();
        const reference = this.#pop();
        if (element.kind === "U8" || element.kind === "TypeParameter") {
          this.#line(`p = ${pc};`);
          this.#push(`V.borrow(${reference}, ${index})`);
          return;
        }
        const vector = `t${this.#temporaries++}`;
        this.#line(`const ${vector} = ${target(reference)};`);
        this.#line(`if (!(${index} < ${vector}.length)) { p = ${pc}; V.borrow(${reference}, ${index}); }`);
        this.#push(`new Reference(${vector}, ${index}, ${reference}.origin)`);
        return;
      }
      case 0x44: {
        const value = this.#pop();
        this.#line(`if (M && (m.memory -= ${packed}) < 0) { p = ${pc}; throw x.outOfMemory(); }`);
        this.#line(`V.pushBack(${this.#pop()}, ${value});`);
        return;
      }
      case 0x45:
        this.#line(`p = ${pc};`);
        this.#push(`V.popBack(${this.#pop()})`);
        this.#line(`if (M) m.memory += ${packed};`);
        return;
      case 0x46: {
        this.#line(`p = ${pc};`);
        const items = `t${this.#temporaries++}`;
        this.#line(`const ${items} = V.unpack(${this.#pop()}, ${b});`);
        this.#line(`if (M) m.memory += ${packed} * ${b};`);
        for (let i = 0; i < b; i++) this.#push(`${items}[${i}]`);
        return;
      }
      case 0x47: {
        const second = this.#pop();
        const first = this.#pop();
        this.#line(`p = ${pc}; V.swap(${this.#pop()}, ${first}, ${second});`);
        return;
      }
      default:
        throw new Error(`instruction ${op} is not compiled`);
    }
  }
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

function isCast(op: number): boolean {
  return (op >= 0x33 && op <= 0x35) || (op >= 0x4b && op <= 0x4d) || (op >= 0x61 && op <= 0x66);
}

function target(reference: string): string {
  return `${reference}.container[${reference}.index]`;
}

/** Whether an operand is a literal that is a number. */
function isNumber(operand: string): boolean {
  return /^\(?-?\d+\)?$/.test(operand);
}

function isNumberTest(operand: string): string {
  return `typeof ${operand} === "number"`;
}
