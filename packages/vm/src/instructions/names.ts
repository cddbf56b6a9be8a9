import { type OpcodeName, opcodes } from "@ledger/move";
import type { Effect } from "./effect.ts";
import { effects, type InstructionName } from "./table.ts";

const generic = "_generic";

/** A form of an instruction: what it runs as. */
interface Form {
  readonly isGeneric: boolean;
  readonly plainName: InstructionName;
  readonly effect: Effect;
}

const forms: ReadonlyMap<OpcodeName, Form> = new Map(
  opcodes.flatMap((row) => {
    if (row === undefined) return [];
    const { name } = row;
    const isGeneric = name.endsWith(generic);
    const plainName = (isGeneric ? name.slice(0, -generic.length) : name) as InstructionName;
    return [[name, { isGeneric, plainName, effect: effects[plainName] }]];
  }),
);

/** True if a name is that of a generic form, whose index names an instantiation. */
export function isGeneric(name: OpcodeName): boolean {
  return forms.get(name)!.isGeneric;
}

/** The instruction that a form of the format runs as. */
export function plainName(name: OpcodeName): InstructionName {
  return forms.get(name)!.plainName;
}

/** The row of an instruction of the format. */
export function effectOf(name: OpcodeName): Effect {
  return forms.get(name)!.effect;
}

/** True if an instruction borrows or takes a resource, so that its function acquires the struct. */
export function acquires(name: OpcodeName): boolean {
  const { references } = effectOf(name);
  return references === "borrow global" || references === "take global";
}

/** Opcode bytes by the names of the format. */
export const opcodeOf = Object.fromEntries(
  opcodes.flatMap((row) => (row === undefined ? [] : [[row.name, row.byte]])),
) as Readonly<Record<OpcodeName, number>>;

/** Names of the machine's instructions by opcode byte. */
export const nameOf: readonly (InstructionName | undefined)[] = opcodes.map((row) => row && plainName(row.name));
