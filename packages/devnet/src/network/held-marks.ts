/** Marks that can still be gone back to. One that nothing else holds any more is forgotten. */
export class HeldMarks<T extends object> {
  readonly #marks = new Set<WeakRef<T>>();

  add(mark: T): void {
    this.#marks.add(new WeakRef(mark));
  }

  *[Symbol.iterator](): Generator<T> {
    for (const held of this.#marks) {
      const mark = held.deref();
      if (mark === undefined) this.#marks.delete(held);
      else yield mark;
    }
  }
}
