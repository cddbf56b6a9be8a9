import { BcsError } from "@ledger/bcs";
import {
  type AttributeRecord,
  attributeKinds,
  type CompiledModule,
  compilationMetadataKey,
  type FunctionDefinition,
  listAbilities,
  metadataForms,
  readModuleMetadata,
  type StructDefinition,
} from "@ledger/move";
import type { Rules } from "@ledger/vm";
import { unsatisfied } from "./bundle.ts";
import { groupOfMember, scopeOfGroup } from "./group-attributes.ts";

/**
 * Checks what the metadata of one module says: its entries have keys and forms that the ledger knows, every attribute is a known one, and
 * is at something that it may be at.
 *
 * @throws VmError `CONSTRAINT_NOT_SATISFIED`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.8 | Specification, execution 2.8}, step 4; {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#6 | Specification, module format 6}
 */
export function checkMetadata(module: CompiledModule, rules: Rules): void {
  if (rules.resourceGroups) checkEntries(module);
  const metadata = readModuleMetadata(module);
  if (metadata === undefined) return;
  const { identifiers, functionHandles, functionDefinitions, structHandles, structDefinitions } = module;
  const functions = new Map(
    functionDefinitions.map((definition) => [identifiers[functionHandles[definition.handle]!.name]!, definition]),
  );
  for (const [name, attributes] of metadata.functionAttributes) {
    for (const attribute of attributes) checkFunctionAttribute(module, name, functions.get(name), attribute);
  }
  const structs = new Map(
    structDefinitions.map((definition) => [identifiers[structHandles[definition.handle]!.name]!, definition]),
  );
  for (const [name, attributes] of metadata.structAttributes) {
    for (const attribute of attributes) checkStructAttribute(module, name, structs.get(name), attribute, rules);
  }
}

/** Refuses entries that are there twice: the error map in any of its forms, and the compiler's note of itself. */
function checkEntries({ metadata }: CompiledModule): void {
  const seen = new Set<string>();
  for (const { key, value } of metadata) {
    // Keys are bytes; those that are no text are unknown by any name.
    const name = String.fromCharCode(...key.subarray(0, longestKey));
    const form = Object.hasOwn(metadataForms, name) ? metadataForms[name] : undefined;
    if (form === undefined || key.length > longestKey) throw unsatisfied("a metadata entry has an unknown key");
    const subject = name === compilationMetadataKey ? name : "error map and attributes";
    if (seen.has(subject)) throw unsatisfied(`two metadata entries hold ${subject}`);
    seen.add(subject);
    try {
      form.decode(value);
    } catch (error) {
      if (!(error instanceof BcsError)) throw error;
      throw unsatisfied(`the metadata entry ${name} does not decode: ${error.message}`);
    }
  }
}

const longestKey = Math.max(...Object.keys(metadataForms).map(({ length }) => length));

function checkFunctionAttribute(
  module: CompiledModule,
  name: string,
  definition: FunctionDefinition | undefined,
  { kind }: AttributeRecord,
): void {
  switch (kind) {
    case attributeKinds.legacyView:
    case attributeKinds.view: {
      const returns = definition && module.functionHandles[definition.handle]!.returns;
      if (returns === undefined || module.signatures[returns]!.length === 0) {
        throw unsatisfied(`${name} has the view attribute, but is not a function that returns values`);
      }
      return;
    }
    case attributeKinds.randomness:
      if (!definition?.isEntry || definition.visibility === "public") {
        throw unsatisfied(`${name} has the randomness attribute, but is not a private or friend entry function`);
      }
      return;
    default:
      throw unsatisfied(`the attribute ${kind} of function ${name} is unknown`);
  }
}

function checkStructAttribute(
  module: CompiledModule,
  name: string,
  definition: StructDefinition | undefined,
  attribute: AttributeRecord,
  rules: Rules,
): void {
  const { kind } = attribute;
  const handle = definition && module.structHandles[definition.handle]!;
  if (rules.resourceGroups) {
    if (scopeOfGroup(attribute) !== undefined) {
      const fields = definition?.content.kind === "struct" ? definition.content.fields.length : 0;
      if (handle?.abilities !== 0 || handle.typeParameters.length > 0 || fields !== 1) {
        throw unsatisfied(
          `${name} cannot be the container of a resource group: it must have one field, and no abilities or type parameters`,
        );
      }
      return;
    }
    if (groupOfMember(attribute) !== undefined) {
      if (handle === undefined || !listAbilities(handle.abilities).includes("key")) {
        throw unsatisfied(`${name} cannot be a member of a resource group: it does not have the key ability`);
      }
      return;
    }
  }
  // Whether there is such a struct is checked where it is emitted.
  if (kind === attributeKinds.event && rules.moduleEvent) return;
  throw unsatisfied(`the attribute ${kind} of struct ${name} is unknown, or its arguments are wrong`);
}
