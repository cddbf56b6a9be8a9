import type { StoredValue } from "@ledger/state-store";
import { type Awaitable, mapKey, type StateValue, StateValueMetadata } from "@ledger/types";
import type { ProofReader, TrustedRoot, VerifiedState } from "@ledger/verifier";

/** The part of the state at one version that was proved. */
export class StateAt {
  readonly #reader: ProofReader;
  readonly #version: bigint;
  readonly root: TrustedRoot;
  readonly #values = new Map<string, StoredValue | undefined>();
  #waiting = new Map<string, Uint8Array>();
  #batch: Promise<void> | undefined;

  constructor(reader: ProofReader, version: bigint, root: TrustedRoot) {
    this.#reader = reader;
    this.#version = version;
    this.root = root;
  }

  /** A value that was proved; `undefined` where the key is absent, and where nothing was proved of it. */
  get(key: Uint8Array): StoredValue | undefined {
    return this.#values.get(mapKey(key));
  }

  /** The keys of which nothing was proved. */
  missing(keys: readonly Uint8Array[]): readonly Uint8Array[] {
    return keys.filter((key) => !this.#values.has(mapKey(key)));
  }

  /** Takes values that were proved. */
  accept(keys: readonly Uint8Array[], state: VerifiedState): void {
    for (const key of this.missing(keys)) {
      const value = state.read(key);
      this.#values.set(mapKey(key), value && toStored(value, this.#version));
    }
  }

  /** Reads that are made together are proved together. */
  read(key: Uint8Array): Awaitable<StoredValue | undefined> {
    const name = mapKey(key);
    if (this.#values.has(name)) return this.#values.get(name);
    this.#waiting.set(name, key.slice());
    this.#batch ??= Promise.resolve().then(() => this.#readWaiting());
    return this.#batch.then(() => this.#values.get(name));
  }

  async #readWaiting(): Promise<void> {
    const keys = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#batch = undefined;
    this.accept(keys, await this.#reader.state(keys, this.#version, this.root));
  }
}

/** @param version - that of the state: which one wrote the value is not proved */
function toStored(value: StateValue, version: bigint): StoredValue {
  if (value.kind === "V0") return { bytes: value.value, metadata: undefined, version };
  const { data, metadata } = value.value;
  return { bytes: data, metadata: StateValueMetadata.encode(metadata), version };
}
