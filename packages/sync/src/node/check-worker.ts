// The entry of a thread that checks records for `createCheckPool`.
import { connectParent } from "@ledger/kit/threads";
import { type CheckFunctions, checkFunctions } from "./thread-protocol.ts";

connectParent<Record<never, never>, CheckFunctions>().serve(checkFunctions);
