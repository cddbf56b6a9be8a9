export { type AddressText, isSpecialAddress } from "./address.ts";
export { callFunction, type FunctionArgument } from "./entry/call-function.ts";
export { callEntryFunction, callScript, type EntryInput } from "./entry/entry-function.ts";
export type { FunctionOutcome, TypedBytes } from "./entry/outcome.ts";
export type { SignerArgument } from "./entry/signer-argument.ts";
export { callViewFunction } from "./entry/view-function.ts";
export type { TypeLimits, VmEnvironment } from "./environment/environment.ts";
export {
  createEnvironment,
  environmentKeys,
  readEnvironment,
  type VmEnvironmentInput,
} from "./environment/read-environment.ts";
export { type FeatureName, feature } from "./features/feature.ts";
export {
  type FeatureFlag,
  featureFlagNames,
  featureFlags,
  parseFeatureFlag,
} from "./features/feature-flags.ts";
export { Features } from "./features/features.ts";
export type { GasRuleName, GasRules, Rules } from "./features/rules.ts";
export { type TimedFeatureName, TimedFeatures } from "./features/timed-features.ts";
export { type AbstractSizes, abstractSizes, type PackedKind } from "./gas/abstract-sizes.ts";
export { createUnmeteredGas, type GasMeter } from "./gas/gas-meter.ts";
export { gasScale, type IntrinsicInput, intrinsicCharges } from "./gas/intrinsic.ts";
export type { IoFormula, IoPricing } from "./gas/io-pricing.ts";
export type { GasKey } from "./gas/keys/index.ts";
export { type GasLimits, LedgerGasMeter, type LedgerGasMeterOptions } from "./gas/ledger-gas-meter.ts";
export { GasSchedule, type GasScheduleInput, newestFeatureVersion } from "./gas/schedule.ts";
export { MoveVm, type MoveVmOptions } from "./move-vm.ts";
export { Cell, type CellChange } from "./port/cell.ts";
export type { NewTable, SessionChange, StateChange } from "./port/changes.ts";
export {
  type EntryFunctionContext,
  type SessionContext,
  type UserTransactionContext,
  voidContext,
} from "./port/context.ts";
export type { EmittedEvent } from "./port/event-log.ts";
export {
  Dispatch,
  NativeCall,
  type NativeFunction,
  type NativeResult,
  type NativeTable,
  Results,
} from "./port/native.ts";
export type { Pause } from "./port/pause.ts";
export type { CallOutcome, ExtensionKey, FunctionSignature, Session } from "./port/session.ts";
export { type WorkBound, WorkBoundError, type WorkBounds, WorkBudget } from "./port/work-budget.ts";
export type { InstructionPrices, Tracer } from "./run/tracer.ts";
export { type ErrorReport, explainError } from "./session/explain-error.ts";
export type { SessionOptions } from "./session/move-session.ts";
export { type AbortInput, abortInfo } from "./status/abort-info.ts";
export { HostError, type HostErrorCode } from "./status/host-error.ts";
export { type StatusName, statusCodes, statusName } from "./status/status-code.ts";
export {
  abortError,
  type CodeLocation,
  functionText,
  type ModuleName,
  moduleText,
  VmError,
  type VmErrorDetails,
} from "./status/vm-error.ts";
export { CallTrace, type CallTraceOptions } from "./trace/call-trace.ts";
export { Coverage, type FunctionCoverage, type ModuleCounts, type ModuleCoverage } from "./trace/coverage.ts";
export { describeFailure, type FailedCall, type Failure, type FailureKind } from "./trace/failure.ts";
export { type FunctionCost, type LineCost, LineGas, type ModuleGas } from "./trace/line-gas.ts";
export {
  readSourceMap,
  type SourceFile,
  type SourceLine,
  type SourceMap,
  type SourcePlace,
} from "./trace/source-map.ts";
export { foldedStacks, speedscope, traceText } from "./trace/trace-formats.ts";
export type { TracedCall, TracedRead } from "./trace/traced-call.ts";
export type {
  FunctionType,
  PrimitiveType,
  ReferenceType,
  StructType,
  Type,
  TypeParameter,
  VectorType,
} from "./type/type.ts";
export { primitiveTypes, structToTag, TypeTable, typeToTag } from "./type/type-table.ts";
export { ByteVector } from "./value/byte-vector.ts";
export { compareValues, valuesEqual } from "./value/compare.ts";
export { copyValue, maxValueDepth } from "./value/copy.ts";
export { deserializeValue } from "./value/deserialize.ts";
export { type IntegerKind, type IntegerRange, integer, integerRanges } from "./value/integer.ts";
export type {
  EnumLayout,
  FieldLayout,
  FunctionLayout,
  PrimitiveLayout,
  StructLayout,
  ValueLayout,
  VectorLayout,
} from "./value/layout.ts";
export { serializeValue } from "./value/serialize.ts";
export {
  Closure,
  type ClosureTarget,
  type Integer,
  type Origin,
  Reference,
  signerValue,
  type Value,
} from "./value/value.ts";
export { checkDecodedModule } from "./verify/decoded-code.ts";
export { checkComplexity, checkMetadataBudget } from "./verify/module/complexity.ts";
