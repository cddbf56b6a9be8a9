import { hexToBytes } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { decodeModule, decodeScript, encodeModule, encodeScript, moduleAbi, scriptAbi } from "../src/index.ts";
import { pickMembers } from "./pick-members.ts";

interface AbiPair {
  readonly id: string;
  readonly bytecode: string;
  readonly abi: unknown;
}

describeVectors("published (bytecode, ABI) pairs", () => {
  const modules = readVectorJson<{ cases: AbiPair[] }>("abi/module_pairs.json").cases;
  const scripts = readVectorJson<{ cases: AbiPair[] }>("abi/script_pairs.json").cases;

  test.each(modules)("module $id", ({ bytecode, abi }) => {
    const bytes = hexToBytes(bytecode.slice(2));
    expect(pickMembers(moduleAbi(bytes), abi)).toEqual(abi);
    expect(encodeModule(decodeModule(bytes))).toEqual(bytes);
  });

  test.each(scripts)("script $id", ({ bytecode, abi }) => {
    const bytes = hexToBytes(bytecode.slice(2));
    expect(pickMembers(scriptAbi(bytes), abi)).toEqual(abi);
    expect(encodeScript(decodeScript(bytes))).toEqual(bytes);
  });
});
