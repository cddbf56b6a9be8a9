import type { AbilitySet } from "./abilities.ts";
import type { CodeUnit } from "./code.ts";
import type { SignatureToken } from "./signature-token.ts";

/** An index into one of the tables below; the member's name says which. */
export type TableIndex = number;

/** A module by address and name. */
export interface ModuleHandle {
  /** Into `addresses`. */
  readonly address: TableIndex;
  /** Into `identifiers`. */
  readonly name: TableIndex;
}

/** A type parameter of a struct. */
export interface StructTypeParameter {
  readonly constraints: AbilitySet;
  readonly phantom: boolean;
}

/** A struct or enum of this or another module. */
export interface StructHandle {
  readonly module: TableIndex;
  readonly name: TableIndex;
  readonly abilities: AbilitySet;
  readonly typeParameters: readonly StructTypeParameter[];
}

/** The state that a function may touch, from version 7. Not shown in ABIs. */
export interface AccessSpecifier {
  readonly access: "reads" | "writes";
  readonly negated: boolean;
  readonly resource:
    | { readonly kind: "any" }
    | { readonly kind: "at_address"; readonly address: TableIndex }
    | { readonly kind: "in_module"; readonly module: TableIndex }
    | { readonly kind: "resource"; readonly struct: TableIndex }
    | { readonly kind: "instantiation"; readonly struct: TableIndex; readonly typeArgs: TableIndex };
  readonly address:
    | { readonly kind: "any" }
    | { readonly kind: "literal"; readonly address: TableIndex }
    | { readonly kind: "parameter"; readonly parameter: number; readonly derivedBy: TableIndex | undefined };
}

/** A mark that the compiler puts on a function, from version 8. `operand` is a variant or field number. */
export type FunctionAttribute =
  | { readonly kind: "persistent" | "module_lock" | "pack" | "unpack" }
  | {
      readonly kind: "pack_variant" | "unpack_variant" | "test_variant" | "borrow_field" | "borrow_field_mut";
      readonly operand: number;
    };

/** A function of this or another module. */
export interface FunctionHandle {
  readonly module: TableIndex;
  readonly name: TableIndex;
  /** Into `signatures`. */
  readonly params: TableIndex;
  /** Into `signatures`. */
  readonly returns: TableIndex;
  /** Constraints of each type parameter. */
  readonly typeParameters: readonly AbilitySet[];
  readonly accessSpecifiers: readonly AccessSpecifier[] | undefined;
  readonly attributes: readonly FunctionAttribute[];
}

/** A generic entry together with its type arguments, an index into `signatures`. */
export interface Instantiation {
  readonly target: TableIndex;
  readonly typeArgs: TableIndex;
}

/** A constant: its type and its BCS bytes. */
export interface Constant {
  readonly type: SignatureToken;
  readonly data: Uint8Array;
}

/** A field of a struct or variant. */
export interface FieldDefinition {
  readonly name: TableIndex;
  readonly type: SignatureToken;
}

/** A variant of an enum. */
export interface VariantDefinition {
  readonly name: TableIndex;
  readonly fields: readonly FieldDefinition[];
}

/** The content of a struct definition. */
export type StructContent =
  | { readonly kind: "native" }
  | { readonly kind: "struct"; readonly fields: readonly FieldDefinition[] }
  | { readonly kind: "enum"; readonly variants: readonly VariantDefinition[] };

/** A struct or enum that this module defines. */
export interface StructDefinition {
  readonly handle: TableIndex;
  readonly content: StructContent;
}

/** The callers that a function admits. `script` exists before version 5 only and means public and entry. */
export type Visibility = "private" | "public" | "friend" | "script";

/** A function that this module defines. */
export interface FunctionDefinition {
  readonly handle: TableIndex;
  readonly visibility: Visibility;
  readonly isEntry: boolean;
  /** Indices into `structDefinitions`. */
  readonly acquires: readonly TableIndex[];
  /** Absent for native functions. */
  readonly code: CodeUnit | undefined;
}

/** A field by struct definition and position. */
export interface FieldHandle {
  readonly struct: TableIndex;
  readonly field: number;
}

/** A field that several variants share, by position. */
export interface VariantFieldHandle {
  readonly struct: TableIndex;
  readonly field: number;
  readonly variants: readonly number[];
}

/** A variant by struct definition and position. */
export interface VariantHandle {
  readonly struct: TableIndex;
  readonly variant: number;
}

/** A metadata entry. Both are views of the module. */
export interface MetadataEntry {
  readonly key: Uint8Array;
  readonly value: Uint8Array;
}

/** The tables that modules and scripts share, in file order. Byte members are views of the input. */
export interface CommonTables {
  /** Format version without the flavour bits: 3 to 10. */
  readonly version: number;
  /** The version as stored, flavour bits included. */
  readonly versionWord: number;
  readonly moduleHandles: readonly ModuleHandle[];
  readonly structHandles: readonly StructHandle[];
  readonly functionHandles: readonly FunctionHandle[];
  readonly functionInstantiations: readonly Instantiation[];
  readonly signatures: readonly (readonly SignatureToken[])[];
  readonly identifiers: readonly string[];
  /** 32 bytes each. */
  readonly addresses: readonly Uint8Array[];
  readonly constants: readonly Constant[];
  readonly metadata: readonly MetadataEntry[];
}

/** A module as stored: every table, with indices as they are. */
export interface CompiledModule extends CommonTables {
  /** The module's own entry in `moduleHandles`. */
  readonly self: TableIndex;
  readonly structDefinitions: readonly StructDefinition[];
  readonly structInstantiations: readonly Instantiation[];
  readonly functionDefinitions: readonly FunctionDefinition[];
  readonly fieldHandles: readonly FieldHandle[];
  readonly fieldInstantiations: readonly Instantiation[];
  readonly friends: readonly ModuleHandle[];
  readonly variantFieldHandles: readonly VariantFieldHandle[];
  readonly variantFieldInstantiations: readonly Instantiation[];
  readonly variantHandles: readonly VariantHandle[];
  readonly variantInstantiations: readonly Instantiation[];
}

/** A transaction script as stored: the shared tables and one function. */
export interface CompiledScript extends CommonTables {
  readonly typeParameters: readonly AbilitySet[];
  /** Into `signatures`. */
  readonly params: TableIndex;
  readonly accessSpecifiers: readonly AccessSpecifier[] | undefined;
  readonly code: CodeUnit;
}
