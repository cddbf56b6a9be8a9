import { describeVectors, networks, readVectorJson, testNetworks } from "@ledger/vectors";
import { expect } from "vitest";
import {
  decodeInstructions,
  decodeModule,
  encodeInstructions,
  encodeModule,
  type MoveModuleAbi,
  moduleAbi,
} from "../src/index.ts";
import { readGenesisState } from "./genesis-state.ts";

describeVectors("modules of published genesis transactions", () => {
  testNetworks(networks, "every module of %s encodes back to its bytes", (network) => {
    for (const [id, bytecode] of readGenesisState(network).modules) {
      expect(encodeModule(decodeModule(bytecode)), id).toEqual(bytecode);
    }
  });

  testNetworks(networks, "every function body of %s is put together as it was taken apart", (network) => {
    for (const [id, bytecode] of readGenesisState(network).modules) {
      const module = decodeModule(bytecode);
      for (const { code } of module.functionDefinitions) {
        if (code === undefined) continue;
        const instructions = decodeInstructions(code, module.version);
        expect(encodeInstructions(code.locals, instructions, module.version), id).toEqual(code);
      }
    }
  });

  testNetworks(networks, "every ABI of %s is the published one, member order included", (network) => {
    const { modules } = readGenesisState(network);
    const { cases } = readVectorJson<{ cases: MoveModuleAbi[] }>(`genesis/${network}.modules_abi.json`);
    expect(cases.length).toBe(modules.size);
    for (const expected of cases) {
      const id = `${expected.address}::${expected.name}`;
      expect(JSON.stringify(moduleAbi(modules.get(id)!)), id).toBe(JSON.stringify(expected));
    }
  });
});
