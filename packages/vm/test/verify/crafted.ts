import {
  buildModule,
  type CompiledModule,
  decodeModule,
  encodeInstructions,
  encodeModule,
  type FunctionSpec,
  type Instruction,
  type InstructionSpec,
  type ModuleSpec,
  type StructSpec,
} from "@ledger/move";
import { formatAddressLong, parseAddress } from "@ledger/types";
import {
  createEnvironment,
  createUnmeteredGas,
  Features,
  MoveVm,
  type VmEnvironment,
  VmError,
  voidContext,
} from "../../src/index.ts";
import { codeView } from "../support/genesis.ts";

/** A module whose coins no one else may make or copy. */
export const coin = buildModule({
  address: "0xcafe",
  name: "coin",
  structs: [{ name: "Coin", abilities: ["store"], fields: [{ name: "value", type: "u64" }] }],
  functions: [
    {
      name: "zero",
      visibility: "public",
      returns: ["0xcafe::coin::Coin"],
      code: [["ld_u64", 0], ["pack", "Coin"], ["ret"]],
    },
    {
      name: "burn",
      visibility: "public",
      params: ["0xcafe::coin::Coin"],
      returns: ["u64"],
      code: [["move_loc", 0], ["unpack", "Coin"], ["ret"]],
    },
  ],
});

/** Enums, access specifiers and function values are on. */
export const everything = createEnvironment({ features: Features.of([74, 75, 89]) });

/** A session on a state with the coins, and another module at 0xbad. */
export function open(
  bytes: Uint8Array,
  find: Parameters<typeof codeView>[0] = (name) => ({ bytes: name === "coin" ? coin : bytes }),
  environment = everything,
) {
  return new MoveVm({ natives: new Map() }).createSession({
    environment,
    state: codeView(find),
    meter: createUnmeteredGas(),
    context: voidContext,
  });
}

/** The status of publishing a module. */
export async function publish(bytes: Uint8Array, environment?: VmEnvironment): Promise<string> {
  try {
    await open(bytes, undefined, environment).linkModule(formatAddressLong(parseAddress("0xbad")), "m");
    return "published";
  } catch (error) {
    if (error instanceof VmError) return error.status;
    throw error;
  }
}

/** A module at 0xbad. */
export function module(spec: Partial<ModuleSpec>): Uint8Array {
  const runs = { name: "run", visibility: "public", code: [["ret"]] } as const;
  return buildModule({ address: "0xbad", name: "m", functions: [runs], ...spec });
}

/** A module with something changed that the builder would not write. */
export function changed(
  spec: Partial<ModuleSpec>,
  change: (module: CompiledModule) => Partial<CompiledModule>,
): Uint8Array {
  const compiled = decodeModule(module(spec));
  return encodeModule({ ...compiled, ...change(compiled) });
}

/** The fields of most structs. */
export const fields = [{ name: "value", type: "u64" }];

/** A public function that does nothing, but for what is given. */
export function fn(spec: Partial<FunctionSpec>): FunctionSpec {
  return { name: "run", visibility: "public", code: [["ret"]], ...spec };
}

/** Only this code, in one function. */
export function withCode(code: readonly InstructionSpec[], spec: Partial<FunctionSpec> = {}): Partial<ModuleSpec> {
  return { functions: [fn({ code, ...spec })] };
}

/** Puts other instructions into a function of a module: some that the builder would not write. */
export function rewritten(spec: Partial<ModuleSpec>, code: readonly Instruction[], functionName = "run"): Uint8Array {
  return changed(spec, ({ functionDefinitions, functionHandles, identifiers, version }) => ({
    functionDefinitions: functionDefinitions.map((definition) =>
      identifiers[functionHandles[definition.handle]!.name] === functionName
        ? { ...definition, code: encodeInstructions(definition.code!.locals, code, version) }
        : definition,
    ),
  }));
}

/** Loops inside one another. */
export function loops(depth: number): InstructionSpec[] {
  const code: InstructionSpec[] = Array.from({ length: depth }, () => ["nop"]);
  for (let head = depth - 1; head >= 0; head--) code.push(["ld_true"], ["br_true", head]);
  code.push(["ret"]);
  return code;
}

/** A resource. */
export const counter: StructSpec = { name: "Counter", abilities: ["key"], fields };
/** An enum. */
export const shape: StructSpec = {
  name: "Shape",
  abilities: ["drop"],
  variants: [{ name: "Dot" }, { name: "Square", fields }],
};
