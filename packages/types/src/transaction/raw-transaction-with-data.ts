import { type Codec, enumeration, struct, vector } from "@ledger/bcs";
import { Address } from "../address.ts";
import { RawTransaction } from "./user-transaction.ts";

/** A transaction with the accounts that sign it together. It is what they sign, and is never stored. */
export type RawTransactionWithData =
  | {
      readonly kind: "MultiAgent";
      readonly value: { readonly rawTxn: RawTransaction; readonly secondarySignerAddresses: readonly Address[] };
    }
  | {
      readonly kind: "MultiAgentWithFeePayer";
      readonly value: {
        readonly rawTxn: RawTransaction;
        readonly secondarySignerAddresses: readonly Address[];
        readonly feePayerAddress: Address;
      };
    };

const shared = { rawTxn: RawTransaction, secondarySignerAddresses: vector(Address) };

/** BCS of {@link RawTransactionWithData}. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/chain-types.md#11 | Specification, chain types 11} */
export const RawTransactionWithData: Codec<RawTransactionWithData> = enumeration("RawTransactionWithData", {
  MultiAgent: struct("MultiAgent", shared),
  MultiAgentWithFeePayer: struct("MultiAgentWithFeePayer", { ...shared, feePayerAddress: Address }),
});
