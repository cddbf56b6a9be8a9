import { abstractSizeKeys } from "./abstract-sizes.ts";
import { algebraKeys } from "./algebra.ts";
import type { KeyGroup, KeysOf } from "./group.ts";
import { instructionKeys } from "./instructions.ts";
import { nativeKeys } from "./natives.ts";
import { renamedKeys } from "./renamed.ts";
import { transactionKeys } from "./transaction.ts";

const groups = [
  instructionKeys,
  abstractSizeKeys,
  transactionKeys,
  nativeKeys,
  algebraKeys,
] satisfies (readonly KeyGroup[])[];

/**
 * A parameter of the gas schedule by its newest name on chain, e.g. `instr.add`, `move_stdlib.hash.sha2_256.base` or
 * `txn.max_ty_size`.
 */
export type GasKey =
  | KeysOf<typeof instructionKeys>
  | KeysOf<typeof abstractSizeKeys>
  | KeysOf<typeof transactionKeys>
  | KeysOf<typeof nativeKeys>
  | KeysOf<typeof algebraKeys>
  | keyof typeof renamedKeys;

/** A parameter, and the key that holds it at one gas feature version. */
export interface KeyOnChain {
  readonly parameter: GasKey;
  readonly key: string;
}

/**
 * The parameters that a gas feature version has, and how they are called on chain there.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.1 | Specification, execution 1.1}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#5.12 | Specification, execution 5.12}
 */
export function* keysAt(featureVersion: number): Generator<KeyOnChain> {
  for (const { prefix, names, from, until } of groups.flat() as KeyGroup[]) {
    if (featureVersion < from || featureVersion > (until ?? Infinity)) continue;
    for (const name of names) {
      const key = `${prefix}${name}`;
      yield { parameter: key as GasKey, key };
    }
  }
  for (const [parameter, names] of Object.entries(renamedKeys)) {
    for (const [from, until, key] of names) {
      if (featureVersion >= from && featureVersion <= (until ?? Infinity))
        yield { parameter: parameter as GasKey, key };
    }
  }
}
