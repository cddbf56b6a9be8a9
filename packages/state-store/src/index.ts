export type * from "./base-port.ts";
export type * from "./event-port.ts";
export type {
  ExecutedRange,
  ExecutionCounts,
  ExecutionFinding,
  ExecutionNote,
  ExecutionReader,
  ExecutionStore,
  ExecutionSummary,
  ListedFinding,
} from "./execution-port.ts";
export { noExecution, wholeFindings } from "./execution-port.ts";
export { drawIncarnation } from "./incarnation.ts";
export type * from "./operation-port.ts";
export type * from "./port.ts";
export { type PrunerOptions, type PrunerReport, runPruner } from "./pruning/pruner.ts";
export {
  choosePruneTarget,
  leavingRoom,
  type PruneWindows,
} from "./pruning/windows.ts";
export {
  type MissingState,
  StoreError,
  type StoreErrorCode,
  type StoreErrorDetails,
  type StoreFault,
} from "./store-error.ts";
export type * from "./table-index-port.ts";
export { buildTree, type TreeBuildOptions, type TreeBuildProgress } from "./tree/build-tree.ts";
export { readTreeState, StateTree, type StateTreeOptions } from "./tree/state-tree.ts";
export { type DifferentRoot, emptyTreeHead, type TreeBuild, type TreeHead, type TreeState } from "./tree/tree-head.ts";
export type { SliceBounds } from "./tree/tree-slice.ts";
export { type PathsBefore, type TreeBlock, TreeWriter } from "./tree/tree-writer.ts";
export { type TreeVerification, type VerifyTreeOptions, verifyTree } from "./tree/verify-tree.ts";
export type * from "./tree-port.ts";
