import {
  type Ability,
  type AbilitySet,
  type CompiledModule,
  decodeModule,
  type FunctionDefinition,
  listAbilities,
  moduleAbi,
  type SignatureToken,
} from "@ledger/move";

/** Functions of module vector that the compiler turns into instructions. */
const vectorInstructions = new Set("empty length borrow borrow_mut push_back pop_back destroy_empty swap".split(" "));

/** Declarations of a published module. */
export interface ModuleDeclarations {
  /** `0x1::coin` */
  readonly id: string;
  /** Move source: types, and public functions without bodies. */
  readonly source: string;
}

/**
 * Declares a module from its bytecode, so that code which calls it compiles. What an older compiler does not know (signed
 * integers, function values) is left out, with the functions that need it.
 */
export function declareModule(bytecode: Uint8Array): ModuleDeclarations {
  const module = decodeModule(bytecode);
  const abi = moduleAbi(module);
  const id = `${abi.address}::${abi.name}`;
  const structs = module.structDefinitions.map((definition, index) => {
    const { fields, variants } = abi.structs[index]!;
    const handle = module.structHandles[definition.handle]!;
    const name = module.identifiers[handle.name]!;
    const typeParams = handle.typeParameters.map(
      ({ phantom, constraints }, i) => `${phantom ? "phantom " : ""}T${i}${constraintsText(constraints)}`,
    );
    const head = `${name}${listText("<", typeParams, ">")}${abilitiesText(handle.abilities)}`;
    const fieldsText = (list: typeof fields) => `{ ${list.map((field) => `${field.name}: ${field.type}`).join(", ")} }`;
    if (definition.content.kind !== "enum") return `struct ${head} ${fieldsText(fields)}`;
    // Published ABIs show `0x1::option::Option` as the struct that it once was.
    if (variants.length === 0) return `enum ${head} { None, Some { e: T0 } }`;
    return `enum ${head} { ${variants.map((variant) => `${variant.name} ${fieldsText(variant.fields)}`).join(", ")} }`;
  });
  const functions = module.functionDefinitions
    .filter((definition) => definition.visibility === "public" && !usesNewTypes(module, definition))
    .map((definition) => declareFunction(module, definition, abi.exposed_functions));
  const source = `module ${id} {\n${[...structs, ...functions].map((line) => `    ${line}`).join("\n")}\n}\n`;
  return { id, source };
}

function declareFunction(
  module: CompiledModule,
  { handle }: FunctionDefinition,
  exposed: ReturnType<typeof moduleAbi>["exposed_functions"],
): string {
  const { name, params: paramsIndex, typeParameters } = module.functionHandles[handle]!;
  const text = module.identifiers[name]!;
  const { params, return: returns } = exposed.find((fn) => fn.name === text)!;
  const isMethod = isReceiver(module, module.signatures[paramsIndex]![0]);
  const paramsText = params.map((type, i) => `${i === 0 && isMethod ? "self" : `_a${i}`}: ${type}`).join(", ");
  const typeParams = typeParameters.map((constraints, i) => `T${i}${constraintsText(constraints)}`);
  const returnsText =
    returns.length === 0 ? "" : returns.length === 1 ? `: ${returns[0]!}` : `: (${returns.join(", ")})`;
  const signature = `public fun ${text}${listText("<", typeParams, ">")}(${paramsText})${returnsText}`;
  const isInstruction = moduleName(module) === "vector" && vectorInstructions.has(text);
  return isInstruction ? `#[bytecode_instruction] native ${signature};` : `${signature} { abort 0 }`;
}

/** Methods can be called on types of the module, and in module vector on vectors. */
function isReceiver(module: CompiledModule, first: SignatureToken | undefined): boolean {
  if (first === undefined) return false;
  const target = first.kind === "Reference" || first.kind === "MutableReference" ? first.value : first;
  if (target.kind === "Vector") {
    return moduleName(module) === "vector" && target.value.kind === "TypeParameter";
  }
  if (target.kind !== "Struct" || module.structHandles[target.handle]!.module !== module.self) return false;
  // Type arguments have to be the function's own parameters, each once.
  const args = target.typeArgs.map((arg) => (arg.kind === "TypeParameter" ? arg.index : -1));
  return !args.includes(-1) && new Set(args).size === args.length;
}

function moduleName({ identifiers, moduleHandles, self }: CompiledModule): string {
  return identifiers[moduleHandles[self]!.name]!;
}

function usesNewTypes(module: CompiledModule, { handle }: FunctionDefinition): boolean {
  const { params, returns } = module.functionHandles[handle]!;
  return [...module.signatures[params]!, ...module.signatures[returns]!].some(isNew);
}

function isNew(token: SignatureToken): boolean {
  if (token.kind === "Function" || /^I\d+$/.test(token.kind)) return true;
  if (token.kind === "Struct") return token.typeArgs.some(isNew);
  return "value" in token && isNew(token.value);
}

function constraintsText(set: AbilitySet): string {
  return listText(": ", listAbilities(set), "", " + ");
}

function abilitiesText(set: AbilitySet): string {
  return listText(" has ", listAbilities(set), "");
}

function listText(open: string, items: readonly (string | Ability)[], close: string, separator = ", "): string {
  return items.length === 0 ? "" : `${open}${items.join(separator)}${close}`;
}
