import type { CallOutcome, Session } from "../port/session.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { serializeValue } from "../value/serialize.ts";
import type { Reference, Value } from "../value/value.ts";
import type { FunctionOutcome, TypedBytes } from "./outcome.ts";

/** Makes an outcome of a failure on the way to a call from outside. */
export async function toOutcome(outcome: Promise<FunctionOutcome>): Promise<FunctionOutcome> {
  try {
    return await outcome;
  } catch (error) {
    if (error instanceof VmError) return { kind: "failed", error };
    throw error;
  }
}

/** Puts the results of a call, and what its mutable references lead to, in BCS. */
export async function finishCall(
  session: Session,
  outcome: CallOutcome,
  resultTypes: readonly Type[],
  mutable: readonly { readonly type: Type; readonly reference: Reference }[] = [],
): Promise<FunctionOutcome> {
  if (outcome.kind === "failed") return outcome;
  const results: TypedBytes[] = [];
  for (const [i, type] of resultTypes.entries()) results.push(await toBytes(session, type, outcome.results[i]!));
  const mutated: TypedBytes[] = [];
  for (const { type, reference } of mutable) mutated.push(await toBytes(session, type, reference.target));
  return { kind: "returned", results, mutated };
}

async function toBytes(session: Session, type: Type, value: Value): Promise<TypedBytes> {
  if (type.kind === "Reference") return toBytes(session, type.target, (value as Reference).target);
  return { type, bytes: serializeValue(value, await session.layout(type)) };
}
