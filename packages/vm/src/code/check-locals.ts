import { type Instruction, successors } from "./instruction.ts";
import { illTyped } from "./type-stack.ts";

/**
 * Checks that no local is read before it has a value on every way there, and that what cannot be dropped is neither
 * overwritten nor left in a local when the function returns.
 *
 * @throws {@link VmError} `UNEXPECTED_VERIFIER_ERROR`
 */
export function checkLocals(
  code: readonly Instruction[],
  count: number,
  params: number,
  canDrop: (local: number) => boolean,
): void {
  const droppable = Array.from({ length: count }, (_, local) => canDrop(local));
  const states = new Map<number, LocalStates>();
  states.set(0, new LocalStates(count, params));
  const open = [0];
  for (let start = open.pop(); start !== undefined; start = open.pop()) {
    const state = states.get(start)!.copy();
    let at = start;
    for (; ; at++) {
      const instruction = code[at]!;
      applyTo(state, instruction, droppable);
      if (instruction.effect.ends !== undefined || states.has(at + 1)) break;
    }
    for (const next of successors(code[at]!, at)) {
      const known = states.get(next);
      if (known === undefined) states.set(next, state.copy());
      else if (!known.merge(state)) continue;
      open.push(next);
    }
  }
}

/** Locals that certainly, and that possibly, hold a value. */
class LocalStates {
  readonly certain: Uint8Array;
  readonly possible: Uint8Array;

  constructor(count: number, filled: number) {
    this.certain = new Uint8Array(count).fill(1, 0, filled);
    this.possible = this.certain.slice();
  }

  copy(): LocalStates {
    const copy = new LocalStates(0, 0);
    return Object.assign(copy, { certain: this.certain.slice(), possible: this.possible.slice() });
  }

  /** Joins the state of another way; false when nothing changed. */
  merge(other: LocalStates): boolean {
    let changed = false;
    for (let i = 0; i < this.certain.length; i++) {
      if (this.certain[i] === 1 && other.certain[i] === 0) {
        this.certain[i] = 0;
        changed = true;
      }
      if (this.possible[i] === 0 && other.possible[i] === 1) {
        this.possible[i] = 1;
        changed = true;
      }
    }
    return changed;
  }
}

function applyTo(state: LocalStates, { effect, at }: Instruction, droppable: readonly boolean[]): void {
  const { unavailable } = effect;
  if (unavailable !== undefined && state.certain[at] === 0) {
    throw illTyped("a local may be read before it has a value", unavailable);
  }
  switch (effect.references) {
    case "move local":
      state.certain[at] = 0;
      state.possible[at] = 0;
      return;
    case "store local":
      if (state.possible[at] === 1 && droppable[at] === false)
        throw illTyped("a local whose value cannot be dropped is overwritten", "STLOC_UNSAFE_TO_DESTROY_ERROR");
      state.certain[at] = 1;
      state.possible[at] = 1;
      return;
    case "return":
      for (let local = 0; local < droppable.length; local++) {
        if (state.possible[local] === 1 && droppable[local] === false) {
          throw illTyped("a local still has a value that cannot be dropped", "UNSAFE_RET_UNUSED_VALUES_WITHOUT_DROP");
        }
      }
  }
}
