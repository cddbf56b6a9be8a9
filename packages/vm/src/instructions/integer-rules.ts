import { type IntegerKind, integerRanges } from "../value/integer.ts";

/** Names of the instructions that there are once for each kind of integer. */
type IntegerInstruction = `${"ld" | "cast"}_${Lowercase<IntegerKind>}`;

/** Rows of a table of instructions for all kinds of integers. @param load - for constants of a kind @param cast - for casts to it */
export function integerRules<Rule>(
  load: (kind: IntegerKind) => Rule,
  cast: (kind: IntegerKind) => Rule,
): Readonly<Record<IntegerInstruction, Rule>> {
  const rows = (Object.keys(integerRanges) as IntegerKind[]).flatMap((kind): [string, Rule][] => {
    const name = kind.toLowerCase();
    return [
      [`ld_${name}`, load(kind)],
      [`cast_${name}`, cast(kind)],
    ];
  });
  return Object.fromEntries(rows) as Record<IntegerInstruction, Rule>;
}
