import { Transaction } from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { executeGenesis } from "../../src/index.ts";
import { compareGeneses } from "./compare.ts";
import { recoverGenesis } from "./recover.ts";

/** Makes a published genesis again by executing its framework. @returns what comes out otherwise */
export async function remakeGenesis(blob: Uint8Array): Promise<string[]> {
  // Proofs of possession are not published; everything else follows from the blob.
  const natives = new Map([
    ...frameworkNatives,
    ["0x1::bls12381::verify_proof_of_possession_internal", () => true] as const,
  ]);
  const transaction = await executeGenesis(new MoveVm({ natives }), recoverGenesis(blob));
  return compareGeneses(Transaction.encode(transaction), blob);
}
