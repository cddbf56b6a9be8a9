import type { FunctionCode } from "./function-code.ts";
import { pointFields } from "./program-structs.ts";
import { bool, point, shape, textOf, u64 } from "./program-types.ts";
import type { ValueWriter } from "./value-writer.ts";

/** Writes statements. The operand stack is empty between them. */
export class StatementWriter {
  readonly #code: FunctionCode;
  readonly #values: ValueWriter;

  constructor(code: FunctionCode, values: ValueWriter) {
    this.#code = code;
    this.#values = values;
  }

  /** Writes some statements. */
  block(statements: number): void {
    for (let i = 0; i < statements; i++) this.#statement();
  }

  #statement(): void {
    const random = this.#code.random;
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
        if (this.#code.isMain) this.#changeVault();
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
        const { index, type } = this.#code.anyVariable();
        this.#values.write(type, 3);
        this.#code.emit("st_loc", index);
      }
    }
  }

  #branch(): void {
    this.#values.write(bool, 2);
    const toElse = this.#code.emit(this.#code.random.pick(["br_false", "br_true"]), 0);
    if (this.#code.loops < 3) this.block(1 + this.#code.random.below(2));
    const toEnd = this.#code.emit("branch", 0);
    this.#code.branchHere(toElse);
    this.#code.emit("nop");
    this.#code.branchHere(toEnd);
    this.#code.emit("nop");
  }

  #loop(): void {
    // Few turns, as loops lie in loops and call; now and then enough of them for the function to become hot on its way.
    const isLong = this.#code.loops === 0 && this.#code.random.once(6);
    if (this.#code.loops >= 2) return;
    this.#code.loops += isLong ? 2 : 1;
    const counter = this.#code.newLocal("u64");
    this.#code.emit("ld_u64", 0);
    this.#code.emit("st_loc", counter);
    const head = this.#code.here;
    this.#code.emit("copy_loc", counter);
    this.#code.emit("ld_u64", isLong ? 230 + this.#code.random.below(100) : this.#code.random.below(5));
    this.#code.emit("lt");
    const toEnd = this.#code.emit("br_false", 0);
    this.#code.emit("copy_loc", counter);
    this.#code.emit("ld_u64", 1);
    this.#code.emit("add");
    this.#code.emit("st_loc", counter);
    if (isLong) {
      const { index, type } = this.#code.anyVariable();
      this.#values.write(type, 2);
      this.#code.emit("st_loc", index);
    } else this.block(1 + this.#code.random.below(3));
    this.#code.emit("branch", head);
    this.#code.branchHere(toEnd);
    this.#code.emit("nop");
    this.#code.loops -= isLong ? 2 : 1;
  }

  /** `let r = &mut x; *r = f(*r)` */
  #changeThroughReference(): void {
    const { index, type } = this.#code.anyVariable();
    const reference = this.#code.newLocal(`&mut ${textOf(type)}`);
    this.#code.emit("mut_borrow_loc", index);
    this.#code.emit("st_loc", reference);
    this.#code.emit("copy_loc", reference);
    this.#code.emit("read_ref");
    if (type.kind === "int") {
      this.#code.emit(`ld_${type.name}`, 1 + this.#code.random.below(4));
      this.#code.emit(this.#code.random.pick(["add", "sub", "mul", "div", "mod"]));
    }
    this.#code.emit("move_loc", reference);
    this.#code.emit("write_ref");
  }

  #changeVector(): void {
    const found = this.#code.variables.flatMap((type, i) =>
      type.kind === "vector" ? [{ type, index: this.#code.offset + i }] : [],
    );
    if (found.length === 0) {
      this.#changeThroughReference();
      return;
    }
    const { type, index } = this.#code.random.pick(found);
    const item = textOf(type.item);
    switch (this.#code.random.below(4)) {
      case 0: {
        // The value first: it may read the vector.
        this.#values.write(type.item, 2);
        const value = this.#code.newLocal(item);
        this.#code.emit("st_loc", value);
        this.#code.emit("mut_borrow_loc", index);
        this.#code.emit("move_loc", value);
        this.#code.emit("vec_push_back", item);
        return;
      }
      case 1:
        this.#ifLonger(index, item, 0, () => {
          this.#code.emit("mut_borrow_loc", index);
          this.#code.emit("vec_pop_back", item);
          this.#code.emit("pop");
        });
        return;
      case 2: {
        const [one, other] = [this.#code.random.below(3), this.#code.random.below(3)];
        this.#ifLonger(index, item, Math.max(one, other), () => {
          this.#code.emit("mut_borrow_loc", index);
          this.#code.emit("ld_u64", one);
          this.#code.emit("ld_u64", other);
          this.#code.emit("vec_swap", item);
        });
        return;
      }
      default: {
        const position = this.#code.random.below(3);
        this.#ifLonger(index, item, position, () => {
          this.#values.write(type.item, 2);
          this.#code.emit("mut_borrow_loc", index);
          this.#code.emit("ld_u64", position);
          this.#code.emit("vec_mut_borrow", item);
          this.#code.emit("write_ref");
        });
      }
    }
  }

  /** Mostly looks first whether a vector has an item at a position; sometimes finds out the hard way. */
  #ifLonger(vector: number, item: string, position: number, change: () => void): void {
    if (this.#code.random.once(12)) {
      change();
      return;
    }
    this.#code.emit("imm_borrow_loc", vector);
    this.#code.emit("vec_len", item);
    this.#code.emit("ld_u64", position);
    this.#code.if("gt", change);
  }

  #changeStruct(): void {
    const [found] = this.#code.localsOf(textOf(point));
    if (found === undefined) {
      this.#changeThroughReference();
      return;
    }
    const [field, type] = this.#code.random.pick(pointFields);
    this.#values.write(type, 2);
    this.#code.emit("mut_borrow_loc", found);
    this.#code.emit("mut_borrow_field", "Point", field);
    this.#code.emit("write_ref");
  }

  #changeVault(): void {
    const random = this.#code.random;
    const change = random.pick(["move_to", "move_from", "write", "read"]);
    if (change !== "move_to") this.#code.usesVault = true;
    const owner = new Uint8Array(32);
    owner[31] = change !== "move_to" && random.once(5) ? 2 : 1;
    const run = (): void => {
      if (change === "move_to") {
        this.#code.emit("copy_loc", 0);
        this.#values.write(u64, 2);
        this.#code.emit("pack", "Vault");
        this.#code.emit("move_to", "Vault");
        return;
      }
      if (change === "write") this.#values.write(u64, 2);
      this.#code.emit("ld_const", "address", owner);
      if (change === "move_from") {
        this.#code.emit("move_from", "Vault");
        this.#code.emit("unpack", "Vault");
        this.#code.emit("pop");
        return;
      }
      const access = change === "write" ? "mut_borrow" : "imm_borrow";
      this.#code.emit(`${access}_global`, "Vault");
      this.#code.emit(`${access}_field`, "Vault", "amount");
      this.#code.emit(change === "write" ? "write_ref" : "read_ref");
      if (change === "read") this.#code.emit("pop");
    };
    if (random.once(10)) {
      run();
      return;
    }
    this.#code.emit("ld_const", "address", owner);
    this.#code.emit("exists", "Vault");
    if (change === "move_to") this.#code.emit("not");
    this.#code.if(undefined, run);
  }

  #mayAbort(): void {
    this.#values.write(bool, 1);
    this.#code.if("not", () => {
      this.#code.emit("ld_u64", this.#code.random.below(100));
      this.#code.emit("abort");
    });
  }

  #unpackShape(): void {
    this.#values.write(shape, 2);
    const [variant, count] = this.#code.random.pick([
      ["Dot", 0],
      ["Line", 1],
      ["Bar", 2],
    ] as const);
    const unpack = (): void => {
      this.#code.emit("unpack_variant", "Shape", variant);
      for (let i = 0; i < count; i++) this.#code.emit("pop");
    };
    if (this.#code.random.once(8)) {
      unpack();
      return;
    }
    const held = this.#code.newLocal(textOf(shape));
    this.#code.emit("st_loc", held);
    this.#code.emit("imm_borrow_loc", held);
    this.#code.emit("test_variant", "Shape", variant);
    this.#code.if(undefined, () => {
      this.#code.emit("move_loc", held);
      unpack();
    });
  }

  /** Packs a function of the module with some of its arguments, and calls it with the others. */
  #callClosure(): void {
    const found = this.#code.callees.filter(({ isGeneric }) => !isGeneric);
    if (found.length === 0 || this.#code.loops > 1) {
      this.#changeThroughReference();
      return;
    }
    const { name, params, result } = this.#code.random.pick(found);
    const mask = this.#code.random.below(2 ** params.length);
    const captured = params.filter((_, i) => (mask >> i) & 1);
    const others = params.filter((_, i) => !((mask >> i) & 1));
    for (const type of others) this.#values.write(type, 1);
    for (const type of captured) this.#values.write(type, 1);
    this.#code.emit("pack_closure", name, mask);
    this.#code.emit("call_closure", `|${others.map(textOf).join(", ")}|${textOf(result)} has copy + drop`);
    this.#code.emit("pop");
  }
}
