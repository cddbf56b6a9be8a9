import {
  buildModule,
  type FunctionSpec,
  type InstructionOperandSpec,
  type InstructionSpec,
  type StructSpec,
} from "@ledger/move";
import type { Random } from "@ledger/random";
import {
  bool,
  home,
  integers,
  isPlain,
  type ProgramType,
  parameter,
  point,
  randomBcs,
  randomInteger,
  randomType,
  shape,
  textOf,
  u8,
  u64,
} from "./program-types.ts";

/** A module that passes verification, and how to call it. */
export interface RandomProgram {
  readonly bytecode: Uint8Array;
  /** Argument lists for `main`; a signer comes before all of them. */
  readonly calls: readonly (readonly Uint8Array[])[];
}

const everywhere = ["copy", "drop", "store"] as const;
const structs: readonly StructSpec[] = [
  {
    name: "Point",
    abilities: everywhere,
    fields: [
      { name: "x", type: "u64" },
      { name: "y", type: "i128" },
      { name: "path", type: "vector<u8>" },
    ],
  },
  {
    name: "Box",
    abilities: everywhere,
    typeParams: [{}],
    fields: [
      { name: "item", type: "T0" },
      { name: "count", type: "u64" },
    ],
  },
  {
    name: "Shape",
    abilities: everywhere,
    variants: [
      { name: "Dot" },
      { name: "Line", fields: [{ name: "length", type: "u64" }] },
      {
        name: "Bar",
        fields: [
          { name: "width", type: "u8" },
          { name: "length", type: "u64" },
        ],
      },
    ],
  },
  { name: "Vault", abilities: ["key", "store", "drop"], fields: [{ name: "amount", type: "u64" }] },
];
const i128 = integers.find(({ name }) => name === "i128")!;
const bytes: ProgramType = { kind: "vector", item: u8 };
const pointFields: readonly (readonly [string, ProgramType])[] = [
  ["x", u64],
  ["y", i128],
  ["path", bytes],
];

/** A function that others may call: only those before it are called by it, so that calls end. */
interface Callee {
  readonly name: string;
  readonly params: readonly ProgramType[];
  readonly result: ProgramType;
  readonly isGeneric: boolean;
}

/**
 * Makes a module of some functions up: arithmetic of all widths, vectors, structs, enums, references, loops, generic calls, closures and
 * global storage. It is well typed; what it does at run time may fail anywhere.
 */
export function randomProgram(random: Random): RandomProgram {
  const callees: Callee[] = [];
  const functions: FunctionSpec[] = [];
  const helpers = 1 + random.below(4);
  for (let i = 0; i < helpers; i++) {
    const isGeneric = random.once(3);
    const params = Array.from({ length: 1 + random.below(2) }, () => randomType(random, isGeneric));
    // What a generic function is called with comes first.
    if (isGeneric) params[0] = parameter;
    const callee = { name: `helper${i}`, params, result: randomType(random, isGeneric), isGeneric };
    functions.push(new FunctionWriter(random, callees, callee, false).write());
    callees.push(callee);
  }
  const params: ProgramType[] = [];
  while (params.length < 3) {
    const type = randomType(random, false);
    if (isPlain(type)) params.push(type);
  }
  const main: Callee = { name: "main", params, result: randomType(random, false), isGeneric: false };
  functions.push(new FunctionWriter(random, callees, main, true).write());
  const [address, name] = home.split("::") as [string, string];
  return {
    bytecode: buildModule({ address, name, structs, functions }),
    calls: [0, 1].map(() => params.map((type) => randomBcs(random, type))),
  };
}

/** Writes one function. The operand stack is empty between statements. */
class FunctionWriter {
  readonly #random: Random;
  readonly #callees: readonly Callee[];
  readonly #self: Callee;
  /** Whether there is a signer, as local 0. */
  readonly #isMain: boolean;
  /** Beyond the parameters: those that have a value from the beginning on, and then the others. */
  readonly #variables: ProgramType[] = [];
  readonly #locals: string[] = [];
  readonly #code: InstructionSpec[] = [];
  #usesVault = false;
  #loops = 0;

  constructor(random: Random, callees: readonly Callee[], self: Callee, isMain: boolean) {
    this.#random = random;
    this.#callees = callees;
    this.#self = self;
    this.#isMain = isMain;
  }

  write(): FunctionSpec {
    const { name, params, result, isGeneric } = this.#self;
    for (let count = 2 + this.#random.below(4); count > 0; count--) {
      const type = randomType(this.#random, isGeneric);
      this.#leaf(type);
      this.#emit("st_loc", this.#newLocal(textOf(type)));
      this.#variables.push(type);
    }
    this.#block(2 + this.#random.below(6));
    this.#expression(result, 2);
    this.#emit("ret");
    return {
      name,
      visibility: this.#isMain ? "public" : "private",
      params: [...(this.#isMain ? ["&signer"] : []), ...params.map(textOf)],
      returns: [textOf(result)],
      ...(isGeneric && { typeParams: [{ constraints: everywhere }] }),
      acquires: this.#usesVault ? ["Vault"] : [],
      locals: this.#locals,
      code: this.#code,
    };
  }

  #emit(name: string, ...operands: InstructionOperandSpec[]): number {
    return this.#code.push([name, ...operands]) - 1;
  }

  /** Sets where an instruction branches to: to what is written next. */
  #branchHere(at: number): void {
    this.#code[at] = [this.#code[at]![0], this.#code.length];
  }

  get #offset(): number {
    return (this.#isMain ? 1 : 0) + this.#self.params.length;
  }

  #newLocal(type: string): number {
    return this.#offset + this.#locals.push(type) - 1;
  }

  /** Numbers of the parameters and variables of a type. */
  #localsOf(text: string): number[] {
    const first = this.#isMain ? 1 : 0;
    const found: number[] = [];
    for (const [i, type] of this.#self.params.entries()) if (textOf(type) === text) found.push(first + i);
    for (const [i, type] of this.#variables.entries()) if (textOf(type) === text) found.push(this.#offset + i);
    return found;
  }

  #anyVariable(): { readonly index: number; readonly type: ProgramType } {
    const i = this.#random.below(this.#variables.length);
    return { index: this.#offset + i, type: this.#variables[i]! };
  }

  #block(statements: number): void {
    for (let i = 0; i < statements; i++) this.#statement();
  }

  #statement(): void {
    const random = this.#random;
    switch (random.below(12)) {
      case 0:
        this.#branch();
        return;
      case 1:
        this.#loop();
        return;
      case 2:
        this.#changeThroughReference();
        return;
      case 3:
      case 4:
        this.#changeVector();
        return;
      case 5:
        this.#changeStruct();
        return;
      case 6:
        if (this.#isMain) this.#changeVault();
        else this.#branch();
        return;
      case 7:
        this.#callClosure();
        return;
      case 8:
        if (random.once(3)) {
          this.#mayAbort();
          return;
        }
        this.#unpackShape();
        return;
      default: {
        const { index, type } = this.#anyVariable();
        this.#expression(type, 3);
        this.#emit("st_loc", index);
      }
    }
  }

  #branch(): void {
    this.#expression(bool, 2);
    const toElse = this.#emit(this.#random.pick(["br_false", "br_true"]), 0);
    if (this.#loops < 3) this.#block(1 + this.#random.below(2));
    const toEnd = this.#emit("branch", 0);
    this.#branchHere(toElse);
    this.#emit("nop");
    this.#branchHere(toEnd);
    this.#emit("nop");
  }

  #loop(): void {
    // Few turns, as loops lie in loops and call; now and then enough of them for the function to become hot on its way.
    const isLong = this.#loops === 0 && this.#random.once(6);
    if (this.#loops >= 2) return;
    this.#loops += isLong ? 2 : 1;
    const counter = this.#newLocal("u64");
    this.#emit("ld_u64", 0);
    this.#emit("st_loc", counter);
    const head = this.#code.length;
    this.#emit("copy_loc", counter);
    this.#emit("ld_u64", isLong ? 230 + this.#random.below(100) : this.#random.below(5));
    this.#emit("lt");
    const toEnd = this.#emit("br_false", 0);
    this.#emit("copy_loc", counter);
    this.#emit("ld_u64", 1);
    this.#emit("add");
    this.#emit("st_loc", counter);
    if (isLong) {
      const { index, type } = this.#anyVariable();
      this.#expression(type, 2);
      this.#emit("st_loc", index);
    } else this.#block(1 + this.#random.below(3));
    this.#emit("branch", head);
    this.#branchHere(toEnd);
    this.#emit("nop");
    this.#loops -= isLong ? 2 : 1;
  }

  /** `let r = &mut x; *r = f(*r)` */
  #changeThroughReference(): void {
    const { index, type } = this.#anyVariable();
    const reference = this.#newLocal(`&mut ${textOf(type)}`);
    this.#emit("mut_borrow_loc", index);
    this.#emit("st_loc", reference);
    this.#emit("copy_loc", reference);
    this.#emit("read_ref");
    if (type.kind === "int") {
      this.#emit(`ld_${type.name}`, 1 + this.#random.below(4));
      this.#emit(this.#random.pick(["add", "sub", "mul", "div", "mod"]));
    }
    this.#emit("move_loc", reference);
    this.#emit("write_ref");
  }

  #changeVector(): void {
    const found = this.#variables.flatMap((type, i) =>
      type.kind === "vector" ? [{ type, index: this.#offset + i }] : [],
    );
    if (found.length === 0) {
      this.#changeThroughReference();
      return;
    }
    const { type, index } = this.#random.pick(found);
    const item = textOf(type.item);
    switch (this.#random.below(4)) {
      case 0: {
        // The value first: it may read the vector.
        this.#expression(type.item, 2);
        const value = this.#newLocal(item);
        this.#emit("st_loc", value);
        this.#emit("mut_borrow_loc", index);
        this.#emit("move_loc", value);
        this.#emit("vec_push_back", item);
        return;
      }
      case 1:
        this.#ifLonger(index, item, 0, () => {
          this.#emit("mut_borrow_loc", index);
          this.#emit("vec_pop_back", item);
          this.#emit("pop");
        });
        return;
      case 2: {
        const [one, other] = [this.#random.below(3), this.#random.below(3)];
        this.#ifLonger(index, item, Math.max(one, other), () => {
          this.#emit("mut_borrow_loc", index);
          this.#emit("ld_u64", one);
          this.#emit("ld_u64", other);
          this.#emit("vec_swap", item);
        });
        return;
      }
      default: {
        const position = this.#random.below(3);
        this.#ifLonger(index, item, position, () => {
          this.#expression(type.item, 2);
          this.#emit("mut_borrow_loc", index);
          this.#emit("ld_u64", position);
          this.#emit("vec_mut_borrow", item);
          this.#emit("write_ref");
        });
      }
    }
  }

  /** Mostly looks first whether a vector has an item at a position; sometimes finds out the hard way. */
  #ifLonger(vector: number, item: string, position: number, change: () => void): void {
    if (this.#random.once(12)) {
      change();
      return;
    }
    this.#emit("imm_borrow_loc", vector);
    this.#emit("vec_len", item);
    this.#emit("ld_u64", position);
    this.#if("gt", change);
  }

  /** Runs statements where what is on the stack says so. */
  #if(test: string | undefined, statements: () => void): void {
    if (test !== undefined) this.#emit(test);
    const toEnd = this.#emit("br_false", 0);
    statements();
    this.#branchHere(toEnd);
    this.#emit("nop");
  }

  #changeStruct(): void {
    const [found] = this.#localsOf(textOf(point));
    if (found === undefined) {
      this.#changeThroughReference();
      return;
    }
    const [field, type] = this.#random.pick(pointFields);
    this.#expression(type, 2);
    this.#emit("mut_borrow_loc", found);
    this.#emit("mut_borrow_field", "Point", field);
    this.#emit("write_ref");
  }

  #changeVault(): void {
    const random = this.#random;
    const change = random.pick(["move_to", "move_from", "write", "read"]);
    if (change !== "move_to") this.#usesVault = true;
    const owner = new Uint8Array(32);
    owner[31] = change !== "move_to" && random.once(5) ? 2 : 1;
    const run = (): void => {
      if (change === "move_to") {
        this.#emit("copy_loc", 0);
        this.#expression(u64, 2);
        this.#emit("pack", "Vault");
        this.#emit("move_to", "Vault");
        return;
      }
      if (change === "write") this.#expression(u64, 2);
      this.#emit("ld_const", "address", owner);
      if (change === "move_from") {
        this.#emit("move_from", "Vault");
        this.#emit("unpack", "Vault");
        this.#emit("pop");
        return;
      }
      const access = change === "write" ? "mut_borrow" : "imm_borrow";
      this.#emit(`${access}_global`, "Vault");
      this.#emit(`${access}_field`, "Vault", "amount");
      this.#emit(change === "write" ? "write_ref" : "read_ref");
      if (change === "read") this.#emit("pop");
    };
    if (random.once(10)) {
      run();
      return;
    }
    this.#emit("ld_const", "address", owner);
    this.#emit("exists", "Vault");
    if (change === "move_to") this.#emit("not");
    this.#if(undefined, run);
  }

  /** Mostly that of the signer. */
  #anyAddress(): void {
    const address = new Uint8Array(32);
    address[31] = this.#random.once(5) ? 2 : 1;
    this.#emit("ld_const", "address", address);
  }

  #mayAbort(): void {
    this.#expression(bool, 1);
    this.#if("not", () => {
      this.#emit("ld_u64", this.#random.below(100));
      this.#emit("abort");
    });
  }

  #unpackShape(): void {
    this.#expression(shape, 2);
    const [variant, count] = this.#random.pick([
      ["Dot", 0],
      ["Line", 1],
      ["Bar", 2],
    ] as const);
    const unpack = (): void => {
      this.#emit("unpack_variant", "Shape", variant);
      for (let i = 0; i < count; i++) this.#emit("pop");
    };
    if (this.#random.once(8)) {
      unpack();
      return;
    }
    const held = this.#newLocal(textOf(shape));
    this.#emit("st_loc", held);
    this.#emit("imm_borrow_loc", held);
    this.#emit("test_variant", "Shape", variant);
    this.#if(undefined, () => {
      this.#emit("move_loc", held);
      unpack();
    });
  }

  /** Packs a function of the module with some of its arguments, and calls it with the others. */
  #callClosure(): void {
    const found = this.#callees.filter(({ isGeneric }) => !isGeneric);
    if (found.length === 0 || this.#loops > 1) {
      this.#changeThroughReference();
      return;
    }
    const { name, params, result } = this.#random.pick(found);
    const mask = this.#random.below(2 ** params.length);
    const captured = params.filter((_, i) => (mask >> i) & 1);
    const others = params.filter((_, i) => !((mask >> i) & 1));
    for (const type of others) this.#expression(type, 1);
    for (const type of captured) this.#expression(type, 1);
    this.#emit("pack_closure", name, mask);
    this.#emit("call_closure", `|${others.map(textOf).join(", ")}|${textOf(result)} has copy + drop`);
    this.#emit("pop");
  }

  /** Leaves a value of a type on the stack. */
  #expression(type: ProgramType, depth: number): void {
    const random = this.#random;
    const held = this.#localsOf(textOf(type));
    if (depth <= 0 || random.once(4)) {
      if (held.length > 0 && random.below(4) > 0) this.#emit("copy_loc", random.pick(held));
      else this.#leaf(type);
      return;
    }
    if (random.once(8) && this.#call(type, depth)) return;
    if (random.once(30) && this.#itemOfVector(type)) return;
    switch (type.kind) {
      case "int":
        this.#integer(type, depth);
        return;
      case "bool":
        this.#condition(depth);
        return;
      case "vector": {
        const count = random.below(4);
        for (let i = 0; i < count; i++) this.#expression(type.item, depth - 1);
        this.#emit("vec_pack", textOf(type.item), count);
        return;
      }
      case "box":
        this.#expression(type.item, depth - 1);
        this.#expression(u64, depth - 1);
        this.#emit("pack_generic", "Box", textOf(type.item));
        return;
      case "point":
        for (const [, field] of pointFields) this.#expression(field, depth - 1);
        this.#emit("pack", "Point");
        return;
      case "shape":
        this.#shape(depth);
        return;
      default:
        this.#leaf(type);
        return;
    }
  }

  #integer(type: Extract<ProgramType, { kind: "int" }>, depth: number): void {
    const random = this.#random;
    const choice = random.below(10);
    if (choice === 0) {
      this.#expression(random.pick(integers), depth - 1);
      this.#emit(`cast_${type.name}`);
    } else if (choice === 1 && type.isSigned) {
      this.#expression(type, depth - 1);
      this.#emit("negate");
    } else if (choice < 3 && !type.isSigned) {
      this.#expression(type, depth - 1);
      this.#emit("ld_u8", random.below(type.bits + (random.once(10) ? 3 : 0)) % 256);
      this.#emit(random.pick(["shl", "shr"]));
    } else if (choice < 5 && type === u64 && this.#lengthOrField()) {
      return;
    } else {
      const operators = ["add", "add", "sub", "mul", "div", "mod"];
      if (type.isSigned) operators.push("sub", "sub");
      else operators.push("bit_or", "bit_and", "xor", "bit_or", "bit_and", "xor");
      const operator = random.pick(operators);
      this.#expression(type, depth - 1);
      // Most divisors are not zero.
      if (["div", "mod"].includes(operator) && random.below(8) > 0) this.#emit(`ld_${type.name}`, 1 + random.below(9));
      else this.#expression(type, depth - 1);
      this.#emit(operator);
    }
  }

  /** The length of a vector, or a number in a struct or enum. */
  #lengthOrField(): boolean {
    const found = this.#variables.flatMap((type, i) =>
      (type.kind === "shape" && this.#random.once(6)) || ["vector", "box", "point"].includes(type.kind)
        ? [{ type, index: this.#offset + i }]
        : [],
    );
    if (found.length === 0) return false;
    const { type, index } = this.#random.pick(found);
    this.#emit("imm_borrow_loc", index);
    if (type.kind === "vector") {
      this.#emit("vec_len", textOf(type.item));
      return true;
    }
    if (type.kind === "box") this.#emit("imm_borrow_field_generic", "Box", "count", textOf(type.item));
    else if (type.kind === "point") this.#emit("imm_borrow_field", "Point", "x");
    else this.#emit("imm_borrow_variant_field", "Shape", "length", ["Line"]);
    this.#emit("read_ref");
    return true;
  }

  #condition(depth: number): void {
    const random = this.#random;
    switch (random.below(6)) {
      case 0:
        this.#expression(bool, depth - 1);
        this.#expression(bool, depth - 1);
        this.#emit(random.pick(["and", "or"]));
        return;
      case 1:
        this.#expression(bool, depth - 1);
        this.#emit("not");
        return;
      case 2: {
        const type = randomType(random, this.#self.isGeneric);
        this.#expression(type, depth - 1);
        this.#expression(type, depth - 1);
        this.#emit(random.pick(["eq", "neq"]));
        return;
      }
      case 3:
        if (this.#localsOf(textOf(shape)).length > 0) {
          this.#emit("imm_borrow_loc", this.#localsOf(textOf(shape))[0]!);
          this.#emit("test_variant", "Shape", random.pick(["Dot", "Line", "Bar"]));
          return;
        }
        this.#leaf(bool);
        return;
      default: {
        const type = random.pick(integers);
        this.#expression(type, depth - 1);
        this.#expression(type, depth - 1);
        this.#emit(random.pick(["lt", "gt", "le", "ge"]));
      }
    }
  }

  #shape(depth: number): void {
    const variant = this.#random.pick(["Dot", "Line", "Bar"]);
    if (variant === "Bar") this.#expression(u8, depth - 1);
    if (variant !== "Dot") this.#expression(u64, depth - 1);
    this.#emit("pack_variant", "Shape", variant);
  }

  #call(type: ProgramType, depth: number): boolean {
    if (this.#loops > 1) return false;
    const wanted = textOf(type);
    type Call = { readonly callee: Callee; readonly argument: ProgramType | undefined };
    const found = this.#callees.flatMap((callee): Call[] => {
      if (!callee.isGeneric) return textOf(callee.result) === wanted ? [{ callee, argument: undefined }] : [];
      // A generic function of any type, where its result does not depend on it; else of the type that makes it right.
      if (textOf(callee.result) === wanted && !dependsOn(callee.result)) return [{ callee, argument: bool }];
      return callee.result.kind === "parameter" ? [{ callee, argument: type }] : [];
    });
    if (found.length === 0) return false;
    const { callee, argument } = this.#random.pick(found);
    for (const param of callee.params) {
      this.#expression(argument === undefined ? param : substitute(param, argument), depth - 1);
    }
    if (argument === undefined) this.#emit("call", callee.name);
    else this.#emit("call_generic", callee.name, textOf(argument));
    return true;
  }

  #itemOfVector(type: ProgramType): boolean {
    const [found] = this.#localsOf(`vector<${textOf(type)}>`);
    if (found === undefined) return false;
    this.#emit("imm_borrow_loc", found);
    this.#emit("ld_u64", this.#random.below(3));
    this.#emit("vec_imm_borrow", textOf(type));
    this.#emit("read_ref");
    return true;
  }

  /** A value that needs nothing else. */
  #leaf(type: ProgramType): void {
    switch (type.kind) {
      case "int":
        this.#literal(type);
        return;
      case "bool":
        this.#emit(this.#random.pick(["ld_true", "ld_false"]));
        return;
      case "address":
        this.#anyAddress();
        return;
      case "parameter":
        // The only one there is: the first parameter of the function.
        this.#emit("copy_loc", 0);
        return;
      case "vector":
        this.#emit("vec_pack", textOf(type.item), 0);
        return;
      case "box":
        this.#leaf(type.item);
        this.#leaf(u64);
        this.#emit("pack_generic", "Box", textOf(type.item));
        return;
      case "point":
        for (const [, field] of pointFields) this.#leaf(field);
        this.#emit("pack", "Point");
        return;
      default:
        this.#emit("pack_variant", "Shape", "Dot");
    }
  }

  #literal(type: Extract<ProgramType, { kind: "int" }>): void {
    this.#emit(`ld_${type.name}`, randomInteger(this.#random, type));
  }
}

function dependsOn(type: ProgramType): boolean {
  return type.kind === "parameter" || (type.kind !== "int" && "item" in type && dependsOn(type.item));
}

function substitute(type: ProgramType, argument: ProgramType): ProgramType {
  if (type.kind === "parameter") return argument;
  return type.kind === "vector" || type.kind === "box" ? { ...type, item: substitute(type.item, argument) } : type;
}
