import { type Codec, enumeration, option, string, struct, u16, u64, unit } from "@ledger/bcs";
import { ModuleId } from "../module-id.ts";

/** The code in which execution stopped. */
export type AbortLocation = { readonly kind: "Module"; readonly value: ModuleId } | { readonly kind: "Script" };

/** BCS of an abort location. */
export const AbortLocation: Codec<AbortLocation> = enumeration("AbortLocation", { Module: ModuleId, Script: unit });

/** The description of an abort code in a module's metadata. */
export interface AbortInfo {
  readonly reasonName: string;
  readonly description: string;
}

/** BCS of abort info. */
export const AbortInfo: Codec<AbortInfo> = struct("AbortInfo", { reasonName: string, description: string });

/** How a kept transaction ended. */
export type ExecutionStatus =
  | { readonly kind: "Success" }
  | { readonly kind: "OutOfGas" }
  | {
      readonly kind: "MoveAbort";
      readonly value: { readonly location: AbortLocation; readonly code: bigint; readonly info: AbortInfo | undefined };
    }
  | {
      readonly kind: "ExecutionFailure";
      readonly value: { readonly location: AbortLocation; readonly function: number; readonly codeOffset: number };
    }
  | { readonly kind: "MiscellaneousError"; readonly value: bigint | undefined };

/** BCS of an execution status. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#4.1 | Specification, chain types 4.1} */
export const ExecutionStatus: Codec<ExecutionStatus> = enumeration("ExecutionStatus", {
  Success: unit,
  OutOfGas: unit,
  MoveAbort: struct("MoveAbort", { location: AbortLocation, code: u64, info: option(AbortInfo) }),
  ExecutionFailure: struct("ExecutionFailure", { location: AbortLocation, function: u16, codeOffset: u16 }),
  MiscellaneousError: option(u64),
});
