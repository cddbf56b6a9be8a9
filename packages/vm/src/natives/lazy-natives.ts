import { type Awaitable, whenReady } from "@ledger/types";
import type { NativeFunction } from "../port/native.ts";

/** Natives by `0x1::module::function`. */
export type NativeGroup = Readonly<Record<string, NativeFunction>>;

/** Natives whose code is loaded when one of them is reached first. */
export interface LazyNatives {
  readonly natives: NativeGroup;
  /** Loads the code ahead, so that no call has to wait for it. */
  load(): Awaitable<NativeGroup>;
}

/**
 * Natives that a consumer pays for only when code reaches them. The first call answers by a promise, later ones at once.
 *
 * @param names - functions of a module, e.g. `{ "0x1::ed25519": ["public_key_validate_internal"] }`
 */
export function lazyNatives(
  names: Readonly<Record<string, readonly string[]>>,
  importGroup: () => Promise<{ readonly natives: NativeGroup }>,
): LazyNatives {
  let loaded: NativeGroup | undefined;
  const load = (): Awaitable<NativeGroup> =>
    loaded ??
    importGroup().then(({ natives }) => {
      loaded = natives;
      return natives;
    });
  const natives: Record<string, NativeFunction> = {};
  for (const [module, functions] of Object.entries(names)) {
    for (const name of functions) {
      const key = `${module}::${name}`;
      natives[key] = (call) => whenReady(load(), (group) => group[key]!(call));
    }
  }
  return { natives, load };
}
