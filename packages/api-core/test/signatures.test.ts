import { parseHex, SignedTransaction } from "@ledger/types";
import { describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { authenticatorToJson } from "../src/json/signature.ts";

interface RealTransaction {
  readonly id: string;
  readonly signed_txn_bcs: string;
  /** As the indexer writes it, which nests the account signature of a single sender; a node writes both levels as one. */
  readonly signature: { readonly type: string; readonly sender?: object };
}

describeVectors("signatures of real transactions", () => {
  const { cases } = readVectorJson<{ cases: RealTransaction[] }>("transactions/real.json");
  test.each(cases.filter(({ signed_txn_bcs }) => signed_txn_bcs !== undefined))(
    "$id",
    ({ signed_txn_bcs, signature }) => {
      const { authenticator } = SignedTransaction.decode(parseHex(signed_txn_bcs));
      const { type, sender } = signature;
      const expected = type === "single_sender" ? { ...sender, type } : signature;
      expect(authenticatorToJson(authenticator)).toEqual(expected);
    },
  );
});
