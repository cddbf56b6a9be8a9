import { createMoveCache, opcodes } from "@ledger/move";
import { decodeStateKey, hexToBytes, Path } from "@ledger/types";
import { testNetworks } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { LoadedModule } from "../../src/code/loaded-module.ts";
import { emitters } from "../../src/compile/emitters.ts";
import { createEnvironment } from "../../src/index.ts";
import { nameOf, opcodeOf } from "../../src/instructions/names.ts";
import { effects, type InstructionName } from "../../src/instructions/table.ts";
import { TypeTable } from "../../src/type/type-table.ts";
import { genesisState } from "../support/genesis.ts";

const names = Object.keys(effects) as InstructionName[];

describe("the table of instructions", () => {
  test("has a row for every opcode of the format, generic forms in the row of the plain one", () => {
    const stored = opcodes.flatMap((row) => (row === undefined ? [] : [row.name]));
    expect(new Set(names)).toEqual(new Set(stored.map((name) => name.replace(/_generic$/, ""))));
    expect(nameOf[opcodeOf.call_generic]).toBe("call");
  });

  test("has an emitter for every row but those that are left to the interpreter", () => {
    const onState: InstructionName[] = ["exists", "imm_borrow_global", "mut_borrow_global", "move_from", "move_to"];
    const interpreted = names.filter((name) => emitters[name] === undefined);
    expect(new Set(interpreted)).toEqual(new Set([...onState, "abort_msg", "pack_closure", "call_closure"]));
  });
});

describe("published code", () => {
  testNetworks(["mainnet"], "has the operands that the table says (%s)", (network) => {
    const cache = createMoveCache();
    const types = new TypeTable();
    const { rules } = createEnvironment({});
    const seen = new Set<InstructionName>();
    const wrong: string[] = [];
    for (const [text, bytes] of genesisState(network)) {
      const key = decodeStateKey(hexToBytes(text));
      if (key.kind !== "AccessPath" || Path.decode(key.value.path).kind !== "Code") continue;
      const module = new LoadedModule(cache.module(bytes), types, rules);
      module.compiled.functionDefinitions.forEach(({ code }, index) => {
        if (code === undefined) return;
        const { instructions } = module.functionAt(index).body;
        instructions.forEach((instruction, pc) => {
          seen.add(instruction.name);
          const { name, height, takes, gives, effect } = instruction;
          const next = instructions[pc + 1];
          // The type rule found the height; after an abort or a return nothing is left.
          if (effect.ends === "return" || effect.ends === "abort" || next === undefined) return;
          if (next.height !== height - takes + gives) wrong.push(`${module.key} ${index}:${pc} ${name}`);
        });
      });
    }
    expect(wrong).toEqual([]);
    expect(seen.size).toBe(58);
  });
});
