export {
  type Ability,
  type AbilitySet,
  abilities,
  abilitySet,
  allAbilities,
  listAbilities,
} from "./binary/abilities.ts";
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
