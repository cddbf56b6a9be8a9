import { bytesToAddress, formatAddress } from "@ledger/types";
import { type AbilitySet, allAbilities, listAbilities } from "../binary/abilities.ts";
import type {
  CompiledModule,
  FieldDefinition,
  FunctionDefinition,
  StructDefinition,
  Visibility,
} from "../binary/compiled-module.ts";
import type { decodeModule } from "../binary/module.ts";
import { moduleToShow } from "../binary/module-to-show.ts";
import { decodeScript } from "../binary/script.ts";
import { MoveError } from "../errors.ts";
import type { MoveFieldAbi, MoveFunctionAbi, MoveGenericParamAbi, MoveModuleAbi, MoveStructAbi } from "./abi.ts";
import { type AttributeRecord, attributeKinds, moduleMetadata } from "./metadata.ts";
import { isOptionEnum } from "./option-enum.ts";
import { TypePrinter } from "./type-printer.ts";

/**
 * Derives what a module offers, in the newest published form.
 *
 * @param source - a module, or its bytes
 * @throws {@link MoveError} as {@link decodeModule}, or `limit_exceeded` for type texts of absurd length
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#9 | Specification, module format 9}
 */
export function moduleAbi(source: CompiledModule | Uint8Array): MoveModuleAbi {
  const module = moduleToShow(source);
  const { structAttributes, functionAttributes } = moduleMetadata(module);
  const printer = new TypePrinter(module);
  const views = namesWith(functionAttributes, attributeKinds.view, attributeKinds.legacyView);
  const events = namesWith(structAttributes, attributeKinds.event);
  const self = module.moduleHandles[module.self]!;
  return {
    address: formatAddress(bytesToAddress(module.addresses[self.address]!)),
    name: module.identifiers[self.name]!,
    friends: module.friends.map((friend) => printer.module(friend)),
    exposed_functions: module.functionDefinitions.flatMap((definition) =>
      exposedFunction(module, definition, views, printer),
    ),
    structs: module.structDefinitions.map((definition) => structAbi(module, definition, events, printer)),
  };
}

/**
 * {@link moduleAbi} for bytes of any origin.
 *
 * @returns undefined for bytes that are no module, which the API shows without an ABI
 */
export function tryModuleAbi(bytes: Uint8Array): MoveModuleAbi | undefined {
  return ifReadable(() => moduleAbi(bytes));
}

/**
 * Derives the ABI of a transaction script: one function, `main`.
 *
 * @throws {@link MoveError} as {@link decodeScript}, or `limit_exceeded` for type texts of absurd length
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/module-format.md#8 | Specification, module format 8}
 */
export function scriptAbi(bytes: Uint8Array): MoveFunctionAbi {
  const script = decodeScript(bytes);
  return {
    name: "main",
    visibility: "public",
    is_entry: true,
    is_view: false,
    generic_type_params: script.typeParameters.map(toGenericParam),
    params: new TypePrinter(script).signature(script.params),
    return: [],
  };
}

/** {@link scriptAbi} for bytes of any origin; undefined for bytes that are no script. */
export function tryScriptAbi(bytes: Uint8Array): MoveFunctionAbi | undefined {
  return ifReadable(() => scriptAbi(bytes));
}

function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof MoveError) return undefined;
    throw error;
  }
}

/** About as many characters as a member takes in JSON besides its names and types; it only serves to bound the whole. */
const memberText = 24;

const publishedVisibility: Readonly<Record<Visibility, MoveFunctionAbi["visibility"]>> = {
  private: "private",
  public: "public",
  friend: "friend",
  script: "public",
};

function exposedFunction(
  module: CompiledModule,
  definition: FunctionDefinition,
  views: ReadonlySet<string>,
  printer: TypePrinter,
): MoveFunctionAbi[] {
  const handle = module.functionHandles[definition.handle]!;
  const name = module.identifiers[handle.name]!;
  const isView = views.has(name);
  if (definition.visibility === "private" && !definition.isEntry && !isView) return [];
  printer.count(name.length + memberText * 7 + memberText * handle.typeParameters.length);
  return [
    {
      name,
      visibility: publishedVisibility[definition.visibility],
      is_entry: definition.isEntry,
      is_view: isView,
      generic_type_params: handle.typeParameters.map(toGenericParam),
      params: printer.signature(handle.params),
      return: printer.signature(handle.returns),
    },
  ];
}

function structAbi(
  module: CompiledModule,
  definition: StructDefinition,
  events: ReadonlySet<string>,
  printer: TypePrinter,
): MoveStructAbi {
  const handle = module.structHandles[definition.handle]!;
  const name = module.identifiers[handle.name]!;
  printer.count(name.length + memberText * 8 + memberText * handle.typeParameters.length);
  return {
    name,
    is_native: definition.content.kind === "native",
    is_event: events.has(name),
    ...contentAbi(module, definition, printer, {
      abilities: listAbilities(handle.abilities),
      generic_type_params: handle.typeParameters.map(({ constraints }) => toGenericParam(constraints)),
    }),
  };
}

/** The members from `is_enum` on, in the published order. */
function contentAbi(
  module: CompiledModule,
  definition: StructDefinition,
  printer: TypePrinter,
  handle: Pick<MoveStructAbi, "abilities" | "generic_type_params">,
): Omit<MoveStructAbi, "name" | "is_native" | "is_event"> {
  const { content } = definition;
  if (content.kind !== "enum") {
    return {
      is_enum: false,
      ...handle,
      fields: content.kind === "struct" ? fieldAbis(module, content.fields, printer) : [],
      variants: [],
    };
  }
  if (isOptionEnum(module, definition)) {
    const [item] = fieldAbis(module, content.variants[1]!.fields, printer);
    return { is_enum: false, ...handle, fields: [{ name: "vec", type: `vector<${item!.type}>` }], variants: [] };
  }
  const variants = content.variants.map((variant) => {
    const name = module.identifiers[variant.name]!;
    printer.count(name.length + memberText);
    return { name, fields: fieldAbis(module, variant.fields, printer) };
  });
  return { is_enum: true, ...handle, fields: [], variants };
}

function fieldAbis(module: CompiledModule, fields: readonly FieldDefinition[], printer: TypePrinter): MoveFieldAbi[] {
  return fields.map((field) => {
    const name = module.identifiers[field.name]!;
    printer.count(name.length + memberText);
    return { name, type: printer.type(field.type) };
  });
}

/** The names that carry one of some attributes. */
function namesWith(
  attributes: ReadonlyMap<string, readonly AttributeRecord[]>,
  ...kinds: readonly number[]
): ReadonlySet<string> {
  const names = new Set<string>();
  for (const [name, records] of attributes) if (records.some(({ kind }) => kinds.includes(kind))) names.add(name);
  return names;
}

/** One shared value for each set of constraints. */
const genericParams: readonly MoveGenericParamAbi[] = Array.from({ length: allAbilities + 1 }, (_, set) =>
  Object.freeze({ constraints: Object.freeze(listAbilities(set)) }),
);

function toGenericParam(constraints: AbilitySet): MoveGenericParamAbi {
  return genericParams[constraints]!;
}
