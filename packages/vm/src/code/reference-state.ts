import type { Type } from "../type/type.ts";
import { BorrowGraph, type WorkMeter } from "./borrow-graph.ts";
import { illTyped } from "./type-stack.ts";

/** In place of a reference: a value. */
const noReference = -1;
/** The place that locals and global resources are parts of. */
const frame = 0;

/** The references at the beginning of a block: the operand stack is empty there. */
export interface BlockEntry {
  /** References that locals hold. */
  readonly locals: number[];
  readonly graph: BorrowGraph;
}

/** The references at the beginning of a function: parameters lead to places that have nothing in common. */
export function functionEntry(locals: readonly Type[], params: number, work: WorkMeter): BlockEntry {
  const graph = new BorrowGraph(work);
  graph.add(frame, true);
  const held = locals.map((type, local) => {
    if (local >= params || type.kind !== "Reference") return noReference;
    graph.add(canonicalId(local), type.mutable);
    return canonicalId(local);
  });
  return { locals: held, graph };
}

/** Joins what holds on another way into a block. @returns whether the block has to be looked at again */
export function joinEntry(known: BlockEntry, { locals, graph }: BlockEntry): boolean {
  let changed = false;
  const joining = graph.copy();
  for (const [local, id] of known.locals.entries()) {
    // A local that holds no reference on one of the ways holds none that may be used.
    if (id === locals[local]) continue;
    if (id === noReference) joining.release(locals[local]!);
    else {
      known.graph.release(id);
      known.locals[local] = noReference;
      changed = true;
    }
  }
  return known.graph.join(joining) || changed;
}

/**
 * The references in locals and operands while a block is followed, and what instructions do to them. Each rule that is broken
 * throws with the status that publishing such code ends in.
 */
export class ReferenceState {
  readonly #locals: number[];
  readonly #graph: BorrowGraph;
  readonly #globals: Map<string, number>;
  readonly #stack: number[] = [];
  #nextId: number;

  /** @param globals - parts of the frame that represent structs in global storage, shared by all blocks of a function */
  constructor({ locals, graph }: BlockEntry, globals: Map<string, number>) {
    this.#locals = [...locals];
    this.#graph = graph.copy();
    this.#globals = globals;
    this.#nextId = canonicalId(locals.length);
  }

  /** The references at the block's end, with the names that references have at the beginning of blocks. */
  finish(): BlockEntry {
    const names = new Map([[frame, frame]]);
    const locals = this.#locals.map((id, local) => {
      if (id === noReference) return id;
      names.set(id, canonicalId(local));
      return canonicalId(local);
    });
    return { locals, graph: this.#graph.renamed((id) => names.get(id)!) };
  }

  #add(mutable: boolean): number {
    const id = this.#nextId++;
    this.#graph.add(id, mutable);
    return id;
  }

  #pop(): number {
    return this.#stack.pop()!;
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

  /** The part of the frame that all resources of a struct are. */
  #global(name: string): number {
    let part = this.#globals.get(name);
    if (part === undefined) {
      part = this.#locals.length + this.#globals.size;
      this.#globals.set(name, part);
    }
    return part;
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
        throw illTyped("a local is copied while it is mutably borrowed", "COPYLOC_EXISTS_BORROW_ERROR");
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
      throw illTyped("a local is moved while it is borrowed", "MOVELOC_EXISTS_BORROW_ERROR");
    }
    this.#locals[local] = noReference;
    this.#stack.push(id);
  }

  storeLocal(local: number): void {
    const id = this.#locals[local]!;
    if (id === noReference && this.#graph.isBorrowed(frame, local, false)) {
      throw illTyped("a local is overwritten while it is borrowed", "STLOC_UNSAFE_TO_DESTROY_ERROR");
    }
    this.#release(id);
    this.#locals[local] = this.#pop();
  }

  writeReference(): void {
    const id = this.#pop();
    if (!this.#isWritable(id)) {
      throw illTyped("a value is overwritten while it is borrowed", "WRITEREF_EXISTS_BORROW_ERROR");
    }
    this.#release(id);
    this.drop(1);
  }

  borrowLocal(local: number, mutable: boolean): void {
    // Earlier borrows of the local count as borrowed from a new mutable one, unless no one knows where they lead.
    if (mutable ? this.#graph.isBorrowedWhole(frame) : this.#graph.isBorrowed(frame, local, true)) {
      throw illTyped("a local is borrowed while it is mutably borrowed", "BORROWLOC_EXISTS_BORROW_ERROR");
    }
    const id = this.#add(mutable);
    this.#graph.borrowPart(frame, local, id);
    this.#stack.push(id);
  }

  borrowField(field: number, mutable: boolean): void {
    const parent = this.#pop();
    if (mutable ? this.#graph.isBorrowedWhole(parent) : !this.#isReadable(parent, field)) {
      throw illTyped("a field is borrowed while it is mutably borrowed", "BORROWFIELD_EXISTS_MUTABLE_BORROW_ERROR");
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
      throw illTyped("an element is borrowed while others are", "VEC_BORROW_ELEMENT_EXISTS_MUTABLE_BORROW_ERROR");
    }
    const id = this.#add(mutable);
    this.#graph.borrowSomewhere(vector, id);
    this.#release(vector);
    this.#stack.push(id);
  }

  changeVector(): void {
    const vector = this.#pop();
    if (!this.#isWritable(vector)) {
      throw illTyped("a vector is changed while an element is borrowed", "VEC_UPDATE_EXISTS_MUTABLE_BORROW_ERROR");
    }
    this.#release(vector);
  }

  borrowGlobal(name: string, mutable: boolean): void {
    this.requireFreeGlobal(name, !mutable);
    this.drop(1);
    const id = this.#add(mutable);
    this.#graph.borrowInside(frame, this.#global(name), id);
    this.#stack.push(id);
  }

  requireFreeGlobal(name: string, mutableOnly: boolean): void {
    if (this.#graph.isBorrowed(frame, this.#global(name), mutableOnly)) {
      throw illTyped(`a ${name} of global storage is taken while one is borrowed`, "GLOBAL_REFERENCE_ERROR");
    }
  }

  freeze(): void {
    const id = this.#pop();
    if (!this.#isReadable(id)) {
      throw illTyped("a reference is frozen while it is mutably borrowed", "FREEZEREF_EXISTS_MUTABLE_BORROW_ERROR");
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
        throw illTyped("a value is read while it is mutably borrowed", "READREF_EXISTS_MUTABLE_BORROW_ERROR");
      }
    }
    for (const id of operands) this.#release(id);
    this.pushValues(1);
  }

  call(args: number, results: readonly Type[]): void {
    const given = this.#stack.splice(this.#stack.length - args, args).filter((id) => id !== noReference);
    for (const id of given) {
      if (this.#graph.isMutable(id) && !this.#isWritable(id)) {
        throw illTyped(
          "a mutable reference is passed on while it is borrowed",
          "CALL_BORROWED_MUTABLE_REFERENCE_ERROR",
        );
      }
    }
    for (const type of results) {
      if (type.kind !== "Reference") {
        this.pushValues(1);
        continue;
      }
      const id = this.#add(type.mutable);
      for (const parent of given) {
        if (!type.mutable || this.#graph.isMutable(parent)) this.#graph.borrowSomewhere(parent, id);
      }
      this.#stack.push(id);
    }
    for (const id of given) this.#release(id);
  }

  return(): void {
    for (const id of this.#locals) this.#release(id);
    if (this.#graph.isBorrowed(frame, undefined, false)) {
      throw illTyped("a reference outlives the value it points to", "UNSAFE_RET_LOCAL_OR_RESOURCE_STILL_BORROWED");
    }
    for (const id of this.#stack) {
      if (id !== noReference && this.#graph.isMutable(id) && !this.#isWritable(id)) {
        throw illTyped("a mutable reference is returned while it is borrowed", "RET_BORROWED_MUTABLE_REFERENCE_ERROR");
      }
    }
  }
}

/** The name of the reference that a local holds at the beginning of a block. */
function canonicalId(local: number): number {
  return local + 1;
}
