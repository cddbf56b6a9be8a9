import { buildModule, type FunctionSpec } from "@ledger/move";
import type { Random } from "@ledger/random";
import { type Callee, FunctionCode } from "./function-code.ts";
import { structs } from "./program-structs.ts";
import { home, isPlain, type ProgramType, parameter, randomBcs, randomType } from "./program-types.ts";
import { StatementWriter } from "./statement-writer.ts";
import { ValueWriter } from "./value-writer.ts";

/** A module that passes verification, and how to call it. */
export interface RandomProgram {
  readonly bytecode: Uint8Array;
  /** Argument lists for `main`; a signer comes before all of them. */
  readonly calls: readonly (readonly Uint8Array[])[];
}

/**
 * Makes a module of some functions up: arithmetic of all widths, vectors, structs, enums, references, loops, generic calls, closures and
 * global storage. It is well typed; what it does at run time may fail anywhere.
 */
export function randomProgram(random: Random): RandomProgram {
  const callees: Callee[] = [];
  const functions: FunctionSpec[] = [];
  const helpers = 1 + random.below(4);
  for (let i = 0; i < helpers; i++) {
    const isGeneric = random.once(3);
    const params = Array.from({ length: 1 + random.below(2) }, () => randomType(random, isGeneric));
    // What a generic function is called with comes first.
    if (isGeneric) params[0] = parameter;
    const callee = { name: `helper${i}`, params, result: randomType(random, isGeneric), isGeneric };
    functions.push(writeFunction(random, callees, callee, false));
    callees.push(callee);
  }
  const params: ProgramType[] = [];
  while (params.length < 3) {
    const type = randomType(random, false);
    if (isPlain(type)) params.push(type);
  }
  const main: Callee = { name: "main", params, result: randomType(random, false), isGeneric: false };
  functions.push(writeFunction(random, callees, main, true));
  const [address, name] = home.split("::") as [string, string];
  return {
    bytecode: buildModule({ address, name, structs, functions }),
    calls: [0, 1].map(() => params.map((type) => randomBcs(random, type))),
  };
}

function writeFunction(random: Random, callees: readonly Callee[], self: Callee, isMain: boolean): FunctionSpec {
  const code = new FunctionCode(random, callees, self, isMain);
  const values = new ValueWriter(code);
  for (let count = 2 + random.below(4); count > 0; count--) {
    const type = randomType(random, self.isGeneric);
    values.leaf(type);
    code.emit("st_loc", code.newVariable(type));
  }
  new StatementWriter(code, values).block(2 + random.below(6));
  values.write(self.result, 2);
  code.emit("ret");
  return code.finish();
}
