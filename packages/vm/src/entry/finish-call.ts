import type { CallOutcome, Session } from "../port/session.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { serializeSigner, serializeValue } from "../value/serialize.ts";
import type { Reference, Value } from "../value/value.ts";
import type { FunctionOutcome, TypedBytes } from "./outcome.ts";

/** A call that has ended, and the types of what it leaves. */
export interface EndedCall {
  readonly outcome: CallOutcome;
  readonly results: readonly Type[];
  /** The references that it was given to change. */
  readonly mutable?: readonly { readonly type: Type; readonly reference: Reference }[];
}

/**
 * Puts the results of a call from outside, and what its mutable references lead to, in BCS.
 *
 * @param call - rejected with a {@link VmError} where the program failed on the way to it: that is an outcome, too
 */
export async function finishCall(session: Session, call: Promise<EndedCall>): Promise<FunctionOutcome> {
  try {
    const { outcome, results, mutable = [] } = await call;
    if (outcome.kind === "failed") return outcome;
    const returned: TypedBytes[] = [];
    for (const [i, type] of results.entries()) returned.push(await toBytes(session, type, outcome.results[i]!));
    const mutated: TypedBytes[] = [];
    for (const { type, reference } of mutable) mutated.push(await toBytes(session, type, reference.target));
    return { kind: "returned", results: returned, mutated };
  } catch (error) {
    if (error instanceof VmError) return { kind: "failed", error };
    throw error;
  }
}

async function toBytes(session: Session, type: Type, value: Value): Promise<TypedBytes> {
  if (type.kind === "Reference") return toBytes(session, type.target, (value as Reference).target);
  if (type.kind === "Signer") return { type, bytes: serializeSigner(value as Value[]) };
  return { type, bytes: serializeValue(value, await session.layout(type)) };
}
