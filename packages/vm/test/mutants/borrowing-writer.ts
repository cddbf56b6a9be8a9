import type { InstructionSpec } from "@ledger/move";
import type { Random } from "@ledger/random";
import { at } from "../verify/cases/case.ts";
import {
  branches,
  callees,
  type Holder,
  held,
  type Kind,
  kinds,
  params,
  type Target,
  values,
} from "./borrowing-module.ts";

/** Writes the code of a function that borrows this and that, keeps it and uses it. */
export class BorrowingWriter {
  readonly code: InstructionSpec[] = [];
  readonly #random: Random;
  /** Locals that hold a reference on every way to the next instruction, */
  #full = new Set<number>(params.keys());
  /** and those that may be moved there: what a loop needs again on its next round may not. */
  #movable = new Set<number>(params.keys());
  #depth = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** A place to go back to. */
  save() {
    return { length: this.code.length, full: new Set(this.#full), movable: new Set(this.#movable) };
  }

  restore({ length, full, movable }: ReturnType<BorrowingWriter["save"]>): void {
    this.code.length = length;
    this.#full = new Set(full);
    this.#movable = new Set(movable);
  }

  statement(): void {
    const choice = this.#random.below(this.#depth < 2 ? 20 : 16);
    if (choice < 4) this.#borrowField();
    else if (choice < 6) this.#drop();
    else if (choice < 7) this.#copy();
    else if (choice < 8) this.#borrowLocal();
    else if (choice < 9) this.#write();
    else if (choice < 10) this.#read();
    else if (choice < 12) this.#call();
    else if (choice < 13) this.#freeze();
    else if (choice < 14) this.#vector();
    else if (choice < 15) this.#global();
    else if (choice < 16) this.#value();
    else if (choice < 18) this.#fork();
    else if (choice < 19) this.#switch();
    else this.#loop();
  }

  #emit(...code: InstructionSpec[]): void {
    this.code.push(...code);
  }

  #any(kind: Kind | undefined, target: Target | undefined): Holder | undefined {
    const found = held.filter(
      (one) =>
        this.#full.has(one.local) &&
        (kind === undefined || one.kind === kind) &&
        (target === undefined || one.target === target),
    );
    return found.length === 0 ? undefined : this.#random.pick(found);
  }

  /** Puts a reference on the stack: a copy of it as a rule. */
  #load({ local }: Holder): void {
    if (this.#movable.has(local) && this.#random.once(4)) {
      this.#emit(["move_loc", local]);
      this.#full.delete(local);
    } else this.#emit(["copy_loc", local]);
  }

  /** Keeps a reference that is on the stack, or lets go of it. */
  #store(kind: Kind, target: Target): void {
    if (this.#random.once(8)) {
      this.#emit(["pop"]);
      return;
    }
    const { local } = this.#random.pick(
      held.filter((one) => one.kind === kind && one.target === target && one.local >= params.length),
    );
    this.#emit(["st_loc", local]);
    this.#full.add(local);
    if (this.#depth === 0) this.#movable.add(local);
  }

  #borrowField(into?: { readonly kind: Kind; readonly target: Target }): void {
    const source = into === undefined ? this.#any(undefined, undefined) : this.#any(undefined, "Tree");
    if (source === undefined) return;
    const kind = into?.kind ?? (source.kind === "mut" && !this.#random.once(4) ? "mut" : "imm");
    if (source.kind === "imm" && kind === "mut") return;
    if (source.target === "Tree") {
      this.#load(source);
      this.#emit([`${kind}_borrow_field`, "Tree", `f${this.#random.below(branches)}`]);
      this.#store(kind, "Leaf");
    } else if (source.target === "Leaf") {
      const field = this.#random.pick(["a", "b", "items"] as const);
      this.#load(source);
      this.#emit([`${kind}_borrow_field`, "Leaf", field]);
      this.#store(kind, field === "items" ? "vector<u64>" : "u64");
    }
  }

  #drop(): void {
    const found = held.filter(({ local }) => this.#full.has(local) && this.#movable.has(local));
    if (found.length === 0) return;
    const { local } = this.#random.pick(found);
    this.#emit(["move_loc", local], ["pop"]);
    this.#full.delete(local);
  }

  #copy(): void {
    const source = this.#any(undefined, undefined);
    if (source === undefined) return;
    this.#load(source);
    this.#store(source.kind, source.target);
  }

  #freeze(): void {
    const source = this.#any("mut", undefined);
    if (source === undefined) return;
    this.#load(source);
    this.#emit(["freeze_ref"]);
    this.#store("imm", source.target);
  }

  #borrowLocal(): void {
    const value = this.#random.below(values.length);
    const kind = this.#random.pick(kinds);
    this.#emit([`${kind}_borrow_loc`, params.length + value]);
    this.#store(kind, values[value]!);
  }

  #write(): void {
    const target = this.#any("mut", "u64");
    if (target === undefined) return;
    this.#emit(["ld_u64", 1]);
    this.#load(target);
    this.#emit(["write_ref"]);
  }

  #read(): void {
    const source = this.#any(undefined, undefined);
    if (source === undefined) return;
    if (this.#random.once(3)) this.#emit(["copy_loc", source.local], ["copy_loc", source.local], ["eq"], ["pop"]);
    else {
      this.#load(source);
      this.#emit(["read_ref"], ["pop"]);
    }
  }

  #call(): void {
    const { spec, takes, gives } = this.#random.pick(callees);
    const before = this.save();
    for (const [kind, target] of takes) {
      const source = this.#any(kind, target);
      if (source === undefined) {
        this.restore(before);
        return;
      }
      this.#load(source);
    }
    this.#emit(["call", spec.name]);
    for (const [kind, target] of gives.toReversed()) this.#store(kind, target);
  }

  #vector(): void {
    const vector = this.#any(undefined, "vector<u64>");
    if (vector === undefined) return;
    this.#load(vector);
    if (vector.kind === "mut" && this.#random.once(4)) {
      this.#emit(["ld_u64", 1], ["vec_push_back", "u64"]);
      return;
    }
    this.#emit(["ld_u64", 0], [`vec_${vector.kind}_borrow`, "u64"]);
    this.#store(vector.kind, "u64");
  }

  #global(): void {
    const kind = this.#random.pick(kinds);
    this.#emit(at, [`${kind}_borrow_global`, "Counter"], [`${kind}_borrow_field`, "Counter", "tree"]);
    this.#store(kind, "Tree");
  }

  #value(): void {
    const local = params.length + this.#random.below(values.length);
    this.#emit(["copy_loc", local], this.#random.once(2) ? ["pop"] : ["st_loc", local]);
  }

  /** Statements on one of two ways. */
  #fork(): void {
    this.#emit(["ld_true"]);
    const branch = this.code.push(["br_false", 0]) - 1;
    const before = this.save();
    this.#block(1 + this.#random.below(3));
    const end = this.code.push(["branch", 0]) - 1;
    this.code[branch] = ["br_false", this.code.length];
    const { full, movable } = this.save();
    this.#full = new Set(before.full);
    this.#movable = new Set(before.movable);
    this.#block(this.#random.below(3));
    this.#emit(["nop"]);
    this.code[end] = ["branch", this.code.length - 1];
    this.#full = common(this.#full, full);
    this.#movable = common(this.#movable, movable);
  }

  /** The same thing on many ways, of another field on each. */
  #switch(): void {
    const source = this.#any(undefined, "Tree");
    if (source === undefined) return;
    const kind = source.kind === "mut" && this.#random.once(2) ? "mut" : "imm";
    const targetsOfKind = held.filter(
      (one) => one.kind === kind && one.target === "Leaf" && one.local >= params.length,
    );
    const { local } = this.#random.pick(targetsOfKind);
    const ends: number[] = [];
    const ways = 2 + this.#random.below(branches);
    for (let way = 0; way < ways; way++) {
      this.#emit(["ld_true"]);
      const branch = this.code.push(["br_false", 0]) - 1;
      this.#emit(["copy_loc", source.local], [`${kind}_borrow_field`, "Tree", `f${way % branches}`], ["st_loc", local]);
      ends.push(this.code.push(["branch", 0]) - 1);
      this.code[branch] = ["br_false", this.code.length];
    }
    this.#emit(["nop"]);
    for (const end of ends) this.code[end] = ["branch", this.code.length - 1];
    // Nothing is stored there on the last way.
    this.#movable.delete(local);
  }

  #loop(): void {
    const head = this.code.length;
    this.#emit(["ld_true"]);
    const exit = this.code.push(["br_false", 0]) - 1;
    const before = this.save();
    this.#movable = new Set();
    this.#depth++;
    this.#block(1 + this.#random.below(4));
    this.#depth--;
    this.#emit(["branch", head]);
    this.code[exit] = ["br_false", this.code.length];
    this.#emit(["nop"]);
    this.#full = new Set(before.full);
    this.#movable = new Set(before.movable);
  }

  #block(count: number): void {
    for (let i = 0; i < count; i++) this.statement();
  }
}

function common(one: ReadonlySet<number>, other: ReadonlySet<number>): Set<number> {
  return new Set([...one].filter((local) => other.has(local)));
}
