import {
  type CodeUnit,
  type CompiledModule,
  decodeInstructions,
  encodeInstructions,
  encodeModule,
  type Instruction,
  opcodes,
} from "@ledger/move";
import type { Random } from "@ledger/random";

const rows = opcodes.flatMap((row) => (row === undefined ? [] : [row]));

/**
 * Changes a few instructions and signatures of a module, so that it still decodes as a rule. Half of the time it is one instruction
 * only, and the module may be well typed.
 */
export function mutateModule(random: Random, module: CompiledModule): Uint8Array {
  const only = random.below(2) === 0 ? random.below(module.functionDefinitions.length) : undefined;
  const functionDefinitions = module.functionDefinitions.map((definition, i) => {
    if (definition.code === undefined || (only === undefined ? random.below(3) > 0 : i !== only)) return definition;
    const changes = only === undefined ? 1 + random.below(3) : 1;
    return { ...definition, code: mutateCode(random, definition.code, module.version, changes) };
  });
  const swaps = only === undefined && random.below(4) === 0;
  const signatures = swaps ? swapTwo(random, module.signatures) : module.signatures;
  return encodeModule({ ...module, functionDefinitions, signatures });
}

function mutateCode(random: Random, unit: CodeUnit, version: number, changes: number): CodeUnit {
  const code = decodeInstructions(unit, version).map((instruction) => [...instruction] as unknown as Instruction);
  for (let count = changes; count > 0 && code.length > 0; count--) {
    const at = random.below(code.length);
    switch (random.below(5)) {
      case 0:
        code.splice(at, 1);
        break;
      case 1:
        code.splice(at, 0, code[random.below(code.length)]!);
        break;
      case 2:
        code[at] = code[random.below(code.length)]!;
        break;
      case 3:
        code[at] = withOtherOperand(random, code[at]!);
        break;
      default:
        code[at] = withOtherOpcode(random, code[at]!, version);
    }
  }
  return encodeInstructions(unit.locals, code, version);
}

function withOtherOperand(random: Random, [name, first, ...rest]: Instruction): Instruction {
  if (first === undefined) return [name] as Instruction;
  const changed = typeof first === "bigint" ? BigInt(random.below(5)) : random.below(12);
  return [name, changed, ...rest] as unknown as Instruction;
}

/** Another instruction with operands of the same form. */
function withOtherOpcode(random: Random, instruction: Instruction, version: number): Instruction {
  const own = rows.find(({ name }) => name === instruction[0])!;
  const alike = rows.filter(({ operands, since }) => operands === own.operands && since <= version);
  return [alike[random.below(alike.length)]!.name, ...instruction.slice(1)] as unknown as Instruction;
}

function swapTwo<T>(random: Random, list: readonly T[]): T[] {
  const copy = [...list];
  const a = random.below(copy.length);
  const b = random.below(copy.length);
  [copy[a], copy[b]] = [copy[b]!, copy[a]!];
  return copy;
}
