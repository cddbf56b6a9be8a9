import { type CompiledModule, type FieldDefinition, type SignatureToken, visitInstructions } from "@ledger/move";
import { effectOf, isGeneric } from "../../instructions/names.ts";
import { instantiationTable } from "../../instructions/subjects.ts";
import { fieldsOf, visitToken } from "../code-to-verify.ts";
import { refused } from "../refused.ts";

const free = 2048;
const perByte = 20;
const perNode = 8;

const metadataBudget = 200_000_000;
const perNodeOfMetadata = 10;

/**
 * A module must not be more complex than its length allows: parts of types count wherever they are used.
 *
 * @param module - whose indexes have been checked
 * @param length - bytes of its bytecode
 * @throws {@link VmError} `PROGRAM_TOO_COMPLEX`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#13 | Specification, verifier 13}
 */
export function checkComplexity(module: CompiledModule, length: number): void {
  const budget = free + perByte * length;
  let spent = 0;
  const spend = (units: number): void => {
    spent += units;
    if (spent > budget) throw refused("PROGRAM_TOO_COMPLEX", `the module is too complex for its ${length} bytes`);
  };
  const { signatures, functionInstantiations, structInstantiations, fieldInstantiations } = module;
  const costs = signatures.map((types) => costOfTypes(module, types, perNode));
  for (const cost of costs) spend(cost);
  for (const { typeArgs } of [...functionInstantiations, ...structInstantiations, ...fieldInstantiations]) {
    spend(costs[typeArgs]!);
  }
  for (const { name, module: owner, params, returns } of module.functionHandles) {
    spend(nameLength(module, owner, name) + costs[params]! + costs[returns]!);
  }
  for (const { name, module: owner } of module.structHandles) spend(nameLength(module, owner, name));
  for (const { code } of module.functionDefinitions) {
    if (code === undefined) continue;
    spend(costs[code.locals]!);
    visitInstructions(code, module.version, ({ name, operands }, operand) => {
      if (operand < 0 || operands === "branch" || operands === "local") return;
      const subject = effectOf(name).names!;
      if (subject === "signature") spend(costs[operand]!);
      else if (isGeneric(name)) spend(costs[instantiationTable(module, subject)![operand]!.typeArgs]!);
    });
  }
  for (const definition of module.structDefinitions) {
    for (const { type } of fieldsOf(definition)) visitToken(type, () => spend(1));
    if (definition.content.kind !== "enum") continue;
    for (const { name } of definition.content.variants) spend(module.identifiers[name]!.length);
  }
}

/**
 * Metadata names types and functions, so the ledger holds what it may have to look through to a budget of its own. Where modules must not
 * be more complex than their length allows, none comes near it.
 *
 * @param module - whose indexes have been checked
 * @throws {@link VmError} `CONSTRAINT_NOT_SATISFIED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/verifier.md#13 | Specification, verifier 13}
 */
export function checkMetadataBudget(module: CompiledModule): void {
  let spent = 0;
  const spend = (units: number): void => {
    spent += units;
    if (spent > metadataBudget) throw refused("CONSTRAINT_NOT_SATISFIED", "the module is too complex for its metadata");
  };
  const spendName = (name: number): void => spend(module.identifiers[name]!.length);
  const spendField = ({ name, type }: FieldDefinition): void => {
    spendName(name);
    spend(costOfTypes(module, [type], perNodeOfMetadata));
  };
  const costs = module.signatures.map((types) => costOfTypes(module, types, perNodeOfMetadata));
  for (const cost of costs) spend(cost);
  for (const { name, params, returns } of module.functionHandles) {
    spendName(name);
    spend(costs[params]! + costs[returns]!);
  }
  for (const { name } of module.structHandles) spendName(name);
  for (const definition of module.structDefinitions) {
    if (definition.content.kind === "enum") for (const { name } of definition.content.variants) spendName(name);
    for (const field of fieldsOf(definition)) spendField(field);
  }
  for (const { code } of module.functionDefinitions) if (code !== undefined) spend(costs[code.locals]!);
}

/** The cost of types: so much for each part, and the names of structs. */
function costOfTypes(module: CompiledModule, types: readonly SignatureToken[], forNode: number): number {
  let cost = 0;
  for (const type of types) {
    visitToken(type, (token) => {
      cost += forNode;
      if (token.kind !== "Struct") return;
      const { module: owner, name } = module.structHandles[token.handle]!;
      cost += nameLength(module, owner, name);
    });
  }
  return cost;
}

/** Bytes of the names of a module and of something in it. */
function nameLength({ identifiers, moduleHandles }: CompiledModule, module: number, name: number): number {
  return identifiers[moduleHandles[module]!.name]!.length + identifiers[name]!.length;
}
