import { Draw } from "../random.ts";
import type { TransactionRequest } from "../runtime/user-transaction.ts";
import type { Session } from "../state/session.ts";
import { ERRANDS } from "./errands.ts";

/**
 * What users want in the block of a height, one after another.
 *
 * @param view - the state, as it is when the next request is asked for
 */
export function* requestsOf(height: bigint, view: Session): Iterable<TransactionRequest> {
  for (const { name, every, at, request } of ERRANDS) {
    if (height % BigInt(every) === BigInt(at)) yield request(new Draw("errand", name, height), Number(height), view);
  }
}
