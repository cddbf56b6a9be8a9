import type { Rules } from "../features/rules.ts";

/** Most that code may have of something; infinite where the ledger has no limit. */
export interface VerifierLimits {
  /** Of a struct or function. */
  readonly typeParameters: number;
  /** Of a function or function type. */
  readonly parameters: number;
  /** Of a function or function type. */
  readonly results: number;
  /** Of the parts of one type; structs and type parameters count as 4. */
  readonly typeWeight: number;
  /** Levels of a type: the outermost part is the first. */
  readonly typeLevels: number;
  readonly loopDepth: number;
  /** Of a function. */
  readonly blocks: number;
  readonly scriptBlocks: number;
  /** Operands that a block puts on the stack. */
  readonly pushes: number;
  /** Operands on the stack of a block at a time. */
  readonly stack: number;
  readonly structs: number;
  readonly variants: number;
  /** Of a struct or variant. */
  readonly fields: number;
  readonly functions: number;
}

/**
 * The limits that a ledger's features and instants give.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#2 | Specification, verifier 2}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#1.3 | Specification, execution 1.3}
 */
export function verifierLimits({ functionValues, revisedBounds, enableStrictBounds }: Rules): VerifierLimits {
  const strict = (limit: number): number => (enableStrictBounds ? limit : Number.POSITIVE_INFINITY);
  return {
    typeParameters: 32,
    parameters: 128,
    results: functionValues ? 128 : Number.POSITIVE_INFINITY,
    typeWeight: functionValues ? 128 : 256,
    typeLevels: functionValues ? 20 : Number.POSITIVE_INFINITY,
    loopDepth: 5,
    blocks: 1024,
    scriptBlocks: strict(1024),
    pushes: 10_000,
    stack: 1024,
    structs: strict(revisedBounds ? 1100 : 200),
    variants: strict(revisedBounds ? 127 : 64),
    fields: strict(64),
    functions: strict(1000),
  };
}
