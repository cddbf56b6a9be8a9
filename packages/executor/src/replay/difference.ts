import type { ContractEvent, ExecutionStatus, HashValue, WriteOp } from "@ledger/types";
import type { StatusName, WorkBound } from "@ledger/vm";
import type { FeeStatement } from "../transaction/epilogue.ts";

/** The gas of a transaction, with its parts where it emits a fee statement. */
export interface GasUse {
  readonly gasUsed: bigint;
  readonly parts: FeeStatement | undefined;
}

/** A transaction that execution does not commit at all: a user's that is discarded, or one of the chain's own that fails. */
export interface Refusal {
  readonly status: StatusName | undefined;
  readonly message: string;
}

/** A part of a record that execution does not confirm. What one of the sides does not have is `undefined`. */
export type Difference =
  | { readonly part: "refused"; readonly recorded: ExecutionStatus; readonly executed: Refusal }
  | { readonly part: "status"; readonly recorded: ExecutionStatus; readonly executed: ExecutionStatus }
  | { readonly part: "gas"; readonly recorded: GasUse; readonly executed: GasUse }
  /** The octas that the end of a block distributes, by validator index. */
  | {
      readonly part: "fees";
      readonly recorded: ReadonlyMap<bigint, bigint>;
      readonly executed: ReadonlyMap<bigint, bigint>;
    }
  /** The hash of the transaction's place in its block; as derived it is that of the least place that the transaction can have. */
  | {
      readonly part: "auxiliary_info";
      readonly recorded: HashValue | undefined;
      readonly executed: HashValue | undefined;
    }
  /** The first event that differs. */
  | {
      readonly part: "event";
      readonly index: number;
      readonly recorded: ContractEvent | undefined;
      readonly executed: ContractEvent | undefined;
    }
  | {
      readonly part: "write";
      /** Encoded state key. */
      readonly key: Uint8Array;
      readonly recorded: WriteOp | undefined;
      readonly executed: WriteOp | undefined;
    };

/** The result of executing a record again. */
export type ReplayOutcome =
  | { readonly kind: "equal" }
  | {
      readonly kind: "different";
      /** In the order in which they are looked for; of a long list of writes the first. */
      readonly differences: readonly Difference[];
      /** Writes that differ and are not listed. */
      readonly unlisted: number;
    }
  /** Something that execution reads is not known here. */
  | { readonly kind: "state_unknown"; readonly reason: string }
  /** The record cannot be executed by this release, or is known to come out differently. */
  | { readonly kind: "not_reproducible"; readonly reason: string }
  /** Execution has taken all that the host gives one record, whatever the record says of it. */
  | { readonly kind: "not_executed"; readonly bound: WorkBound; readonly reason: string };
