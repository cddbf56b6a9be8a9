import { refused } from "../refused.ts";
import type { BorrowGraph } from "./borrow-graph.ts";
import { canonicalId, frame, noReference, type ReferenceEntry } from "./reference-entry.ts";

/** Locals are numbered from 0 to 254; parts of the frame above are structs in global storage. */
const firstGlobal = 256;

/**
 * The references in locals and operands while a block is followed, and what instructions do to them. Each rule that is broken
 * throws with the status that publishing such code ends in.
 */
export class ReferenceState {
  readonly #locals: number[];
  readonly #graph: BorrowGraph;
  readonly #stack: number[] = [];

  constructor({ locals, graph }: ReferenceEntry) {
    this.#locals = [...locals];
    this.#graph = graph.copy();
  }

  /** The references at the block's end, with the names that references have at the beginning of blocks. */
  finish(): ReferenceEntry {
    const locals = this.#locals;
    let unnamed = canonicalId(locals.length);
    for (const id of locals) unnamed = Math.max(unnamed, id + 1);
    // Names that other references have are made free first.
    for (let local = 0; local < locals.length; local++) {
      const id = locals[local]!;
      if (id === noReference || id === canonicalId(local) || id > locals.length) continue;
      this.#graph.rename(id, unnamed);
      locals[local] = unnamed++;
    }
    for (let local = 0; local < locals.length; local++) {
      const id = locals[local]!;
      if (id === noReference || id === canonicalId(local)) continue;
      this.#graph.rename(id, canonicalId(local));
      locals[local] = canonicalId(local);
    }
    this.#graph.trim(canonicalId(locals.length));
    return { locals, graph: this.#graph };
  }

  #add(mutable: boolean): number {
    const id = this.#graph.free();
    this.#graph.add(id, mutable);
    return id;
  }

  #pop(): number {
    return this.#stack.pop()!;
  }

  /** References and borrows. */
  get graphSize(): number {
    return this.#graph.size;
  }

  drop(count: number): void {
    for (let i = 0; i < count; i++) this.#release(this.#pop());
  }

  pushValues(count: number): void {
    for (let i = 0; i < count; i++) this.#stack.push(noReference);
  }

  #release(id: number): void {
    if (id !== noReference) this.#graph.release(id);
  }

  /** True if nothing that was borrowed from a mutable reference is alive. */
  #isWritable(id: number): boolean {
    return !this.#graph.isBorrowed(id, undefined, false);
  }

  /** True if nothing can change what a reference leads to. */
  #isReadable(id: number, part?: number): boolean {
    return !(this.#graph.isMutable(id) && this.#graph.isBorrowed(id, part, true));
  }

  copyLocal(local: number): void {
    const id = this.#locals[local]!;
    if (id === noReference) {
      if (this.#graph.isBorrowed(frame, local, true)) {
        throw refused("COPYLOC_EXISTS_BORROW_ERROR", "a local is copied while it is mutably borrowed");
      }
      this.pushValues(1);
      return;
    }
    const copy = this.#add(this.#graph.isMutable(id));
    this.#graph.borrowPart(id, undefined, copy);
    this.#stack.push(copy);
  }

  moveLocal(local: number): void {
    const id = this.#locals[local]!;
    if (id === noReference && this.#graph.isBorrowed(frame, local, false)) {
      throw refused("MOVELOC_EXISTS_BORROW_ERROR", "a local is moved while it is borrowed");
    }
    this.#locals[local] = noReference;
    this.#stack.push(id);
  }

  storeLocal(local: number): void {
    const id = this.#locals[local]!;
    if (id === noReference && this.#graph.isBorrowed(frame, local, false)) {
      throw refused("STLOC_UNSAFE_TO_DESTROY_ERROR", "a local is overwritten while it is borrowed");
    }
    this.#release(id);
    this.#locals[local] = this.#pop();
  }

  writeReference(): void {
    const id = this.#pop();
    if (!this.#isWritable(id)) {
      throw refused("WRITEREF_EXISTS_BORROW_ERROR", "a value is overwritten while it is borrowed");
    }
    this.#release(id);
    this.drop(1);
  }

  borrowLocal(local: number, mutable: boolean): void {
    // Earlier borrows of the local count as borrowed from a new mutable one, unless no one knows where they lead.
    if (mutable ? this.#graph.isBorrowedWhole(frame) : this.#graph.isBorrowed(frame, local, true)) {
      throw refused("BORROWLOC_EXISTS_BORROW_ERROR", "a local is borrowed while it is mutably borrowed");
    }
    const id = this.#add(mutable);
    this.#graph.borrowPart(frame, local, id);
    this.#stack.push(id);
  }

  borrowField(field: number, mutable: boolean): void {
    const parent = this.#pop();
    if (mutable ? this.#graph.isBorrowedWhole(parent) : !this.#isReadable(parent, field)) {
      throw refused("BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR", "a field is borrowed while it is mutably borrowed");
    }
    const id = this.#add(mutable);
    this.#graph.borrowPart(parent, field, id);
    this.#release(parent);
    this.#stack.push(id);
  }

  borrowElement(mutable: boolean): void {
    this.drop(1);
    const vector = this.#pop();
    if (!(mutable ? this.#isWritable(vector) : this.#isReadable(vector))) {
      throw refused("VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR", "an element is borrowed while others are");
    }
    const id = this.#add(mutable);
    this.#graph.borrowBelow(vector, undefined, id);
    this.#release(vector);
    this.#stack.push(id);
  }

  changeVector(): void {
    const vector = this.#pop();
    if (!this.#isWritable(vector)) {
      throw refused("VEC_UPDATE_EXISTS_MUTABLE_BORROW_ERROR", "a vector is changed while an element is borrowed");
    }
    this.#release(vector);
  }

  /** @param struct - definition of the resource */
  borrowGlobal(struct: number, mutable: boolean): void {
    this.requireFreeGlobal(struct, !mutable);
    this.drop(1);
    const id = this.#add(mutable);
    this.#graph.borrowBelow(frame, firstGlobal + struct, id);
    this.#stack.push(id);
  }

  /** @param struct - definition of the resource */
  requireFreeGlobal(struct: number, mutableOnly: boolean): void {
    if (this.#graph.isBorrowed(frame, firstGlobal + struct, mutableOnly)) {
      throw refused(
        "GLOBAL_REFERENCE_ERROR",
        "a resource is taken from global storage while one of its kind is borrowed",
      );
    }
  }

  freeze(): void {
    const id = this.#pop();
    if (!this.#isReadable(id)) {
      throw refused("FREEZEREF_EXISTS_MUTABLE_BORROW_ERROR", "a reference is frozen while it is mutably borrowed");
    }
    const frozen = this.#add(false);
    this.#graph.borrowPart(id, undefined, frozen);
    this.#release(id);
    this.#stack.push(frozen);
  }

  /** Reads values, or what references lead to, and pushes what was found. */
  read(count: number): void {
    const operands = this.#stack.splice(this.#stack.length - count, count);
    for (const id of operands) {
      if (id !== noReference && !this.#isReadable(id)) {
        throw refused("READREF_EXISTS_MUTABLE_BORROW_ERROR", "a value is read while it is mutably borrowed");
      }
    }
    for (const id of operands) this.#release(id);
    this.pushValues(1);
  }

  /** References among the uppermost operands. */
  countReferences(operands: number): number {
    let count = 0;
    for (let i = 1; i <= operands; i++) if (this.#stack[this.#stack.length - i] !== noReference) count++;
    return count;
  }

  /** @param results - for each result, undefined for a value, and whether it is a mutable reference */
  call(args: number, results: readonly (boolean | undefined)[]): void {
    const given = this.#stack.splice(this.#stack.length - args, args).filter((id) => id !== noReference);
    for (const id of given) {
      if (this.#graph.isMutable(id) && !this.#isWritable(id)) {
        throw refused("CALL_BORROWED_MUTABLE_REFERENCE_ERROR", "a mutable reference is passed on while it is borrowed");
      }
    }
    for (const mutable of results) {
      if (mutable === undefined) {
        this.pushValues(1);
        continue;
      }
      const id = this.#add(mutable);
      for (const parent of given) {
        if (!mutable || this.#graph.isMutable(parent)) this.#graph.borrowBelow(parent, undefined, id);
      }
      this.#stack.push(id);
    }
    for (const id of given) this.#release(id);
  }

  return(): void {
    for (const id of this.#locals) this.#release(id);
    this.#locals.fill(noReference);
    if (this.#graph.isBorrowed(frame, undefined, false)) {
      throw refused("UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED", "a reference outlives the value it points to");
    }
    for (const id of this.#stack) {
      if (id !== noReference && this.#graph.isMutable(id) && !this.#isWritable(id)) {
        throw refused("RET_BORROWED_MUTABLE_REFERENCE_ERROR", "a mutable reference is returned while it is borrowed");
      }
    }
  }
}
