export type {
  MoveFieldAbi,
  MoveFunctionAbi,
  MoveGenericParamAbi,
  MoveModuleAbi,
  MoveStructAbi,
  MoveVariantAbi,
} from "./abi/abi.ts";
export {
  type AttributeRecord,
  attributeKinds,
  compilationMetadata,
  compilationMetadataKey,
  describeAbortCode,
  type ErrorDescription,
  findMetadata,
  type ModuleMetadata,
  metadataForms,
  metadataKeyV0,
  metadataKeyV1,
  metadataV1,
  moduleMetadata,
  readModuleMetadata,
} from "./abi/metadata.ts";
export { moduleAbi, scriptAbi, tryModuleAbi, tryScriptAbi } from "./abi/module-abi.ts";
export { encodeScriptArgument } from "./arguments/script-arguments.ts";
export {
  type Ability,
  type AbilitySet,
  abilities,
  abilitySet,
  allAbilities,
  listAbilities,
} from "./binary/abilities.ts";
export {
  type CodeUnit,
  decodeInstructions,
  encodeInstructions,
  type Instruction,
  visitInstructions,
} from "./binary/code.ts";
export type {
  AccessSpecifier,
  CommonTables,
  CompiledModule,
  CompiledScript,
  Constant,
  FieldDefinition,
  FieldHandle,
  FunctionAttribute,
  FunctionDefinition,
  FunctionHandle,
  Instantiation,
  MetadataEntry,
  ModuleHandle,
  StructContent,
  StructDefinition,
  StructHandle,
  StructTypeParameter,
  TableIndex,
  VariantDefinition,
  VariantFieldHandle,
  VariantHandle,
  Visibility,
} from "./binary/compiled-module.ts";
export { encodeModule, encodeScript, versionToWord } from "./binary/encode.ts";
export { binaryLimits, maxBinaryVersion, minBinaryVersion } from "./binary/limits.ts";
export { decodeModule } from "./binary/module.ts";
export { type OpcodeName, type OpcodeRow, type OperandShape, opcodes } from "./binary/opcodes.ts";
export { decodeScript, isScript } from "./binary/script.ts";
export type { SignatureToken } from "./binary/signature-token.ts";
export { buildModule, buildScript, compileModule } from "./builder/build-module.ts";
export type {
  ErrorSpec,
  FieldSpec,
  FunctionImportSpec,
  FunctionSpec,
  InstructionOperandSpec,
  InstructionSpec,
  ModuleSpec,
  ScriptSpec,
  StructAttributeSpec,
  StructImportSpec,
  StructSpec,
  TypeParameterSpec,
  VariantSpec,
} from "./builder/spec.ts";
export { describeModule, describeScript } from "./disassembly/describe-module.ts";
export { disassembleModule, disassembleScript } from "./disassembly/disassemble.ts";
export { MoveError, type MoveErrorCode, type MoveErrorDetails } from "./errors.ts";
export { capturedKinds } from "./layout/captured-kinds.ts";
export { Layout } from "./layout/layout.ts";
export { layoutLimits } from "./layout/limits.ts";
export { ModuleCode } from "./layout/module-code.ts";
export type { ModuleResolver } from "./layout/module-resolver.ts";
export { createMoveCache, MoveCache, type MoveCacheOptions } from "./layout/move-cache.ts";
export { compareStructTags, listGroupMembers, type ResourceGroupMember } from "./layout/resource-group.ts";
export { MoveView, type MoveViewOptions } from "./move-view.ts";
export type { HeldTable } from "./value/held-table.ts";
export type { JsonValue } from "./value/json-value.ts";
export { JsonWriter, type JsonWriterOptions } from "./value/json-writer.ts";
export { isUtf8 } from "./value/utf8.ts";
