import { buildModule, buildScript } from "@ledger/move";
import fc from "fast-check";
import type { ExtraModule } from "../../support/test-ledger.ts";
import { scriptTypes } from "./argument.ts";
import { formatMoveType, type MoveType, parameterType } from "./move-type.ts";

/** An entry function to call. Its parameters do not count the signers before them. */
export interface Callable {
  readonly name: string;
  readonly signers: readonly string[];
  readonly typeParameters: number;
  readonly params: readonly MoveType[];
}

/** A script to run. */
export interface Runnable {
  readonly bytecode: Uint8Array;
  readonly typeParameters: number;
  readonly params: readonly (typeof scriptTypes)[number][];
}

/** Everything that random requests call. */
export interface Callables {
  readonly moduleId: string;
  readonly module: ExtraModule;
  readonly functions: readonly Callable[];
  readonly scripts: readonly Runnable[];
}

const signers = fc.array(fc.constantFrom("signer", "&signer"), { maxLength: 2 });

const signature = fc.nat(3).chain((typeParameters) =>
  fc.record({
    signers,
    typeParameters: fc.constant(typeParameters),
    params: fc.array(parameterType(typeParameters), { maxLength: 6 }),
  }),
);

const script = fc.record({
  signers,
  typeParameters: fc.nat(2),
  params: fc.array(fc.constantFrom(...scriptTypes), { maxLength: 6 }),
});

const typeParams = (count: number): object[] => Array.from({ length: count }, () => ({}));

/** Makes up functions and scripts. The same seed makes the same ones. */
export function createCallables(seed: number, count: number): Callables {
  const address = `0x${"d1ff".repeat(16)}`;
  const name = "calls";
  const functions = fc
    .sample(signature, { seed, numRuns: count })
    .map((drawn, index): Callable => ({ name: `call_${index}`, ...drawn }));
  const bytecode = buildModule({
    address,
    name,
    version: 9,
    functions: functions.map((one) => ({
      name: one.name,
      entry: true,
      typeParams: typeParams(one.typeParameters),
      params: [...one.signers, ...one.params.map(formatMoveType)],
    })),
  });
  const scripts = fc.sample(script, { seed, numRuns: count }).map(
    (drawn): Runnable => ({
      bytecode: buildScript({
        typeParams: typeParams(drawn.typeParameters),
        params: [...drawn.signers, ...drawn.params],
        code: [["ret"]],
      }),
      typeParameters: drawn.typeParameters,
      params: drawn.params,
    }),
  );
  return { moduleId: `${address}::${name}`, module: { address, name, bytecode }, functions, scripts };
}
