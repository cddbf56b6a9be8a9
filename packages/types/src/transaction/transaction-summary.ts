import { type Codec, enumeration, struct, u64 } from "@ledger/bcs";
import { Address } from "../address.ts";
import { HashValue } from "../hash-value.ts";
import { ReplayProtector } from "./replay-protector.ts";

/** One line of an account's transaction list. */
export type TransactionSummary = {
  readonly kind: "V1";
  readonly value: {
    readonly sender: Address;
    readonly version: bigint;
    readonly transactionHash: HashValue;
    readonly replayProtector: ReplayProtector;
  };
};

/** BCS of a transaction summary. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#15 | Specification, chain types 15} */
export const TransactionSummary: Codec<TransactionSummary> = enumeration("TransactionSummary", {
  V1: struct("TransactionSummaryV1", {
    sender: Address,
    version: u64,
    transactionHash: HashValue,
    replayProtector: ReplayProtector,
  }),
});
