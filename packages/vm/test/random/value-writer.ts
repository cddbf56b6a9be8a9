import type { Callee, FunctionCode } from "./function-code.ts";
import { pointFields } from "./program-structs.ts";
import {
  bool,
  integers,
  type ProgramType,
  randomInteger,
  randomType,
  shape,
  textOf,
  u8,
  u64,
} from "./program-types.ts";

/** Writes the code of values: expressions of any type. */
export class ValueWriter {
  readonly #code: FunctionCode;

  constructor(code: FunctionCode) {
    this.#code = code;
  }

  /** Leaves a value of a type on the stack. */
  write(type: ProgramType, depth: number): void {
    const random = this.#code.random;
    const held = this.#code.localsOf(textOf(type));
    if (depth <= 0 || random.once(4)) {
      if (held.length > 0 && random.below(4) > 0) this.#code.emit("copy_loc", random.pick(held));
      else this.leaf(type);
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
        for (let i = 0; i < count; i++) this.write(type.item, depth - 1);
        this.#code.emit("vec_pack", textOf(type.item), count);
        return;
      }
      case "box":
        this.write(type.item, depth - 1);
        this.write(u64, depth - 1);
        this.#code.emit("pack_generic", "Box", textOf(type.item));
        return;
      case "point":
        for (const [, field] of pointFields) this.write(field, depth - 1);
        this.#code.emit("pack", "Point");
        return;
      case "shape":
        this.#shape(depth);
        return;
      default:
        this.leaf(type);
        return;
    }
  }

  #integer(type: Extract<ProgramType, { kind: "int" }>, depth: number): void {
    const random = this.#code.random;
    const choice = random.below(10);
    if (choice === 0) {
      this.write(random.pick(integers), depth - 1);
      this.#code.emit(`cast_${type.name}`);
    } else if (choice === 1 && type.isSigned) {
      this.write(type, depth - 1);
      this.#code.emit("negate");
    } else if (choice < 3 && !type.isSigned) {
      this.write(type, depth - 1);
      this.#code.emit("ld_u8", random.below(type.bits + (random.once(10) ? 3 : 0)) % 256);
      this.#code.emit(random.pick(["shl", "shr"]));
    } else if (choice < 5 && type === u64 && this.#lengthOrField()) {
      return;
    } else {
      const operators = ["add", "add", "sub", "mul", "div", "mod"];
      if (type.isSigned) operators.push("sub", "sub");
      else operators.push("bit_or", "bit_and", "xor", "bit_or", "bit_and", "xor");
      const operator = random.pick(operators);
      this.write(type, depth - 1);
      // Most divisors are not zero.
      if (["div", "mod"].includes(operator) && random.below(8) > 0)
        this.#code.emit(`ld_${type.name}`, 1 + random.below(9));
      else this.write(type, depth - 1);
      this.#code.emit(operator);
    }
  }

  /** The length of a vector, or a number in a struct or enum. */
  #lengthOrField(): boolean {
    const found = this.#code.variables.flatMap((type, i) =>
      (type.kind === "shape" && this.#code.random.once(6)) || ["vector", "box", "point"].includes(type.kind)
        ? [{ type, index: this.#code.offset + i }]
        : [],
    );
    if (found.length === 0) return false;
    const { type, index } = this.#code.random.pick(found);
    this.#code.emit("imm_borrow_loc", index);
    if (type.kind === "vector") {
      this.#code.emit("vec_len", textOf(type.item));
      return true;
    }
    if (type.kind === "box") this.#code.emit("imm_borrow_field_generic", "Box", "count", textOf(type.item));
    else if (type.kind === "point") this.#code.emit("imm_borrow_field", "Point", "x");
    else this.#code.emit("imm_borrow_variant_field", "Shape", "length", ["Line"]);
    this.#code.emit("read_ref");
    return true;
  }

  #condition(depth: number): void {
    const random = this.#code.random;
    switch (random.below(6)) {
      case 0:
        this.write(bool, depth - 1);
        this.write(bool, depth - 1);
        this.#code.emit(random.pick(["and", "or"]));
        return;
      case 1:
        this.write(bool, depth - 1);
        this.#code.emit("not");
        return;
      case 2: {
        const type = randomType(random, this.#code.self.isGeneric);
        this.write(type, depth - 1);
        this.write(type, depth - 1);
        this.#code.emit(random.pick(["eq", "neq"]));
        return;
      }
      case 3:
        if (this.#code.localsOf(textOf(shape)).length > 0) {
          this.#code.emit("imm_borrow_loc", this.#code.localsOf(textOf(shape))[0]!);
          this.#code.emit("test_variant", "Shape", random.pick(["Dot", "Line", "Bar"]));
          return;
        }
        this.leaf(bool);
        return;
      default: {
        const type = random.pick(integers);
        this.write(type, depth - 1);
        this.write(type, depth - 1);
        this.#code.emit(random.pick(["lt", "gt", "le", "ge"]));
      }
    }
  }

  #shape(depth: number): void {
    const variant = this.#code.random.pick(["Dot", "Line", "Bar"]);
    if (variant === "Bar") this.write(u8, depth - 1);
    if (variant !== "Dot") this.write(u64, depth - 1);
    this.#code.emit("pack_variant", "Shape", variant);
  }

  #call(type: ProgramType, depth: number): boolean {
    if (this.#code.loops > 1) return false;
    const wanted = textOf(type);
    type Call = { readonly callee: Callee; readonly argument: ProgramType | undefined };
    const found = this.#code.callees.flatMap((callee): Call[] => {
      if (!callee.isGeneric) return textOf(callee.result) === wanted ? [{ callee, argument: undefined }] : [];
      // A generic function of any type, where its result does not depend on it; else of the type that makes it right.
      if (textOf(callee.result) === wanted && !dependsOn(callee.result)) return [{ callee, argument: bool }];
      return callee.result.kind === "parameter" ? [{ callee, argument: type }] : [];
    });
    if (found.length === 0) return false;
    const { callee, argument } = this.#code.random.pick(found);
    for (const param of callee.params) {
      this.write(argument === undefined ? param : substitute(param, argument), depth - 1);
    }
    if (argument === undefined) this.#code.emit("call", callee.name);
    else this.#code.emit("call_generic", callee.name, textOf(argument));
    return true;
  }

  #itemOfVector(type: ProgramType): boolean {
    const [found] = this.#code.localsOf(`vector<${textOf(type)}>`);
    if (found === undefined) return false;
    this.#code.emit("imm_borrow_loc", found);
    this.#code.emit("ld_u64", this.#code.random.below(3));
    this.#code.emit("vec_imm_borrow", textOf(type));
    this.#code.emit("read_ref");
    return true;
  }

  /** A value that needs nothing else. */
  leaf(type: ProgramType): void {
    switch (type.kind) {
      case "int":
        this.#literal(type);
        return;
      case "bool":
        this.#code.emit(this.#code.random.pick(["ld_true", "ld_false"]));
        return;
      case "address":
        this.#anyAddress();
        return;
      case "parameter":
        // The only one there is: the first parameter of the function.
        this.#code.emit("copy_loc", 0);
        return;
      case "vector":
        this.#code.emit("vec_pack", textOf(type.item), 0);
        return;
      case "box":
        this.leaf(type.item);
        this.leaf(u64);
        this.#code.emit("pack_generic", "Box", textOf(type.item));
        return;
      case "point":
        for (const [, field] of pointFields) this.leaf(field);
        this.#code.emit("pack", "Point");
        return;
      default:
        this.#code.emit("pack_variant", "Shape", "Dot");
    }
  }

  /** Mostly that of the signer. */
  #anyAddress(): void {
    const address = new Uint8Array(32);
    address[31] = this.#code.random.once(5) ? 2 : 1;
    this.#code.emit("ld_const", "address", address);
  }

  #literal(type: Extract<ProgramType, { kind: "int" }>): void {
    this.#code.emit(`ld_${type.name}`, randomInteger(this.#code.random, type));
  }
}

function dependsOn(type: ProgramType): boolean {
  return type.kind === "parameter" || (type.kind !== "int" && "item" in type && dependsOn(type.item));
}

function substitute(type: ProgramType, argument: ProgramType): ProgramType {
  if (type.kind === "parameter") return argument;
  return type.kind === "vector" || type.kind === "box" ? { ...type, item: substitute(type.item, argument) } : type;
}
