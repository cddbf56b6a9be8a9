import { addressesEqual, decodeStateKey, frameworkAddress, LruCache, mapKey, Path } from "@ledger/types";

/** Questions that are remembered. */
const maxQuestions = 256;

/** A question as far as it decides what is read: whole, and without what differs from one asker to the next. */
export interface NamedQuestion {
  readonly whole: string;
  /** Questions of one kind run the same code; `undefined` for one that is like no other. */
  readonly kind: string | undefined;
}

/**
 * The keys that questions have read: when one is asked again, of newer state, all of them are proved together.
 */
export class ReadMemory {
  readonly #byWhole = new LruCache<string, readonly Uint8Array[]>(maxQuestions);
  readonly #byKind = new LruCache<string, readonly Uint8Array[]>(maxQuestions);

  /** Keys that a question will read, as far as that is known; `undefined` for one that is like no other. */
  keysOf({ whole, kind }: NamedQuestion): readonly Uint8Array[] | undefined {
    return this.#byWhole.get(whole) ?? (kind === undefined ? undefined : this.#byKind.get(kind));
  }

  remember({ whole, kind }: NamedQuestion, keys: readonly Uint8Array[]): void {
    this.#byWhole.set(whole, keys);
    if (kind === undefined) return;
    const shared = new Map((this.#byKind.get(kind) ?? []).map((key) => [mapKey(key), key]));
    for (const key of keys) if (isShared(key)) shared.set(mapKey(key), key);
    this.#byKind.set(kind, [...shared.values()]);
  }
}

/** True for code, and for what the framework keeps about the chain: many questions read these. */
function isShared(key: Uint8Array): boolean {
  const { kind, value } = decodeStateKey(key);
  if (kind !== "AccessPath") return false;
  return addressesEqual(value.address, frameworkAddress) || Path.decode(value.path).kind === "Code";
}
