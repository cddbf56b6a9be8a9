import type { Value } from "@ledger/vm";
import {
  algebraCalls,
  fewCalls,
  type GasRow,
  groups,
  lengths,
  type Made,
  native,
  type Preparation,
  prepared,
} from "./row.ts";
import { bytesOf, listOf } from "./values.ts";

/** A native of `0x1::crypto_algebra`. */
export const algebra = (name: string): string => `0x1::crypto_algebra::${name}_internal`;
/** The types of BLS12-381. */
export const bls = "0x1::bls12381_algebra::";
const bn254 = "0x1::bn254_algebra::";

/** A number that fills the field: the inverse of one that is small. */
async function scalar(preparation: Preparation, type: string): Promise<Value> {
  const [small] = await preparation.run(algebra("from_u64"), [12_345], [type]);
  return (await preparation.run(algebra("inv"), [small!], [type]))[1]!;
}

/** An element of a structure that no short cut is made for. */
async function elementOf(preparation: Preparation, family: string, name: string): Promise<Value> {
  const type = family + name;
  if (name === "Fr" || name === "Fq") return scalar(preparation, type);
  if (name === "Fq12")
    return preparation
      .run(algebra("upcast"), [await gt(preparation, family)], [`${family}Gt`, type])
      .then(([value]) => value!);
  if (name === "Gt") return gt(preparation, family);
  const [one] = await preparation.run(algebra("one"), [], [type]);
  const factor = await scalar(preparation, `${family}Fr`);
  return (await preparation.run(algebra("scalar_mul"), [one!, factor], [type, `${family}Fr`]))[0]!;
}

async function gt(preparation: Preparation, family: string): Promise<Value> {
  const [g1, g2] = [await elementOf(preparation, family, "G1"), await elementOf(preparation, family, "G2")];
  const types = ["G1", "G2", "Gt"].map((name) => family + name);
  return (await preparation.run(algebra("pairing"), [g1, g2], types))[0]!;
}

const structureOperations: Readonly<Record<string, number>> = { add: 2, sub: 2, neg: 1, eq: 2, one: 0, zero: 0 };
const fieldOperations: Readonly<Record<string, number>> = { ...structureOperations, mul: 2, sqr: 1, inv: 1, div: 2 };
const groupOperations: Readonly<Record<string, number>> = { ...structureOperations, double: 1, order: 0 };

const formats: readonly (readonly [family: string, structure: string, format: string])[] = [
  ...[bls, bn254].flatMap((family) =>
    (
      [
        "Fr/FormatFrLsb",
        "Fr/FormatFrMsb",
        "G1/FormatG1Compr",
        "G1/FormatG1Uncompr",
        "G2/FormatG2Compr",
        "G2/FormatG2Uncompr",
        "Gt/FormatGt",
        "Fq12/FormatFq12LscLsb",
      ] as const
    ).map((pair) => [family, ...(pair.split("/") as [string, string])] as const),
  ),
  [bn254, "Fq", "FormatFqLsb"],
  [bn254, "Fq", "FormatFqMsb"],
];

/** Operations on the structures of one family. */
function structures(family: string): GasRow[] {
  const names = ["G1", "G2", "Gt", "Fr", "Fq12", ...(family === bn254 ? ["Fq"] : [])];
  const label = family.slice("0x1::".length);
  return names.flatMap((name) => {
    const type = family + name;
    const isField = name.startsWith("F");
    const given = async (operands: number, preparation: Preparation): Promise<Value[]> => {
      const element = operands === 0 ? 0 : await elementOf(preparation, family, name);
      return listOf(operands, () => element);
    };
    const rows = Object.entries(isField ? fieldOperations : groupOperations).map(([operation, operands]) =>
      prepared(
        algebra(operation),
        algebraCalls,
        async (_, preparation) => ({ args: await given(operands, preparation), typeArgs: [type] }),
        label + name,
      ),
    );
    if (isField) {
      const fromU64 = async (): Promise<Made> => ({ args: [12_345], typeArgs: [type] });
      return [...rows, prepared(algebra("from_u64"), algebraCalls, fromU64, label + name)];
    }
    return [
      ...rows,
      prepared(
        algebra("scalar_mul"),
        fewCalls,
        async (_, preparation) => ({
          args: [await elementOf(preparation, family, name), await scalar(preparation, `${family}Fr`)],
          typeArgs: [type, `${family}Fr`],
        }),
        label + name,
      ),
      ...(name === "Gt" ? [] : [sumOfProducts(family, name)]),
    ];
  });
}

function sumOfProducts(family: string, name: string): GasRow {
  const types = [family + name, `${family}Fr`];
  return prepared(
    algebra("multi_scalar_mul"),
    groups,
    async (size, preparation) => {
      const point = await elementOf(preparation, family, name);
      const factor = await scalar(preparation, types[1]!);
      return { args: [listOf(size, () => point), listOf(size, () => factor)], typeArgs: types };
    },
    family.slice("0x1::".length) + name,
  );
}

function pairings(family: string): GasRow[] {
  const types = ["G1", "G2", "Gt"].map((name) => family + name);
  const label = family.slice("0x1::".length);
  return [
    prepared(
      algebra("pairing"),
      fewCalls,
      async (_, preparation) => {
        const g1 = await elementOf(preparation, family, "G1");
        return { args: [g1, await elementOf(preparation, family, "G2")], typeArgs: types };
      },
      label,
    ),
    prepared(
      algebra("multi_pairing"),
      [1, 2, 4, 8],
      async (size, preparation) => {
        const g1 = await elementOf(preparation, family, "G1");
        const g2 = await elementOf(preparation, family, "G2");
        return { args: [listOf(size, () => g1), listOf(size, () => g2)], typeArgs: types };
      },
      label,
    ),
    prepared(
      algebra("upcast"),
      algebraCalls,
      async (_, preparation) => ({ args: [await gt(preparation, family)], typeArgs: [types[2]!, `${family}Fq12`] }),
      label,
    ),
    prepared(
      algebra("downcast"),
      fewCalls,
      async (_, preparation) => ({ args: [await gt(preparation, family)], typeArgs: [`${family}Fq12`, types[2]!] }),
      label,
    ),
  ];
}

const encodings = formats.flatMap(([family, structure, format]) => {
  const types = [family + structure, family + format];
  const label = `${family.slice("0x1::".length)}${format}`;
  return [
    prepared(
      algebra("serialize"),
      algebraCalls,
      async (_, preparation) => ({ args: [await elementOf(preparation, family, structure)], typeArgs: types }),
      label,
    ),
    prepared(
      algebra("deserialize"),
      fewCalls,
      async (_, preparation) => {
        const element = await elementOf(preparation, family, structure);
        return { args: await preparation.run(algebra("serialize"), [element], types), typeArgs: types };
      },
      label,
    ),
  ];
});

const hashesToCurve = ["G1", "G2"].map((group) =>
  native(
    algebra("hash_to"),
    lengths,
    (size) => ({
      args: [bytesOf(43), bytesOf(size)],
      typeArgs: [`${bls}${group}`, `${bls}Hash${group}XmdSha256SswuRo`],
    }),
    group,
  ),
);

/** Natives of generic algebra. */
export const algebraRows: readonly GasRow[] = [
  ...[bls, bn254].flatMap((family) => [...structures(family), ...pairings(family)]),
  ...encodings,
  ...hashesToCurve,
];
