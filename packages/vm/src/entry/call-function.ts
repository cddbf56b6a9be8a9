import { type Awaitable, type EntryFunctionId, type TypeTag, whenReady } from "@ledger/types";
import type { Session } from "../port/session.ts";
import type { Type } from "../type/type.ts";
import { deserializeValue } from "../value/deserialize.ts";
import { Reference, type Value } from "../value/value.ts";
import { badArgument } from "./argument-cursor.ts";
import { type EndedCall, finishCall } from "./finish-call.ts";
import type { FunctionOutcome } from "./outcome.ts";
import { resolveFunction } from "./resolve-function.ts";
import { type SignerArgument, signerOf } from "./signer-argument.ts";

/** An argument of {@link callFunction}: the BCS of a value, or a signer. */
export type FunctionArgument = Uint8Array | SignerArgument;

/**
 * Calls any function with values of any type, past visibility and past the rules for arguments from outside: for the ledger's own
 * calls, tests and tools. A reference parameter takes the value that it leads to.
 *
 * @throws what the host's own code throws; failures of the program are outcomes
 */
export function callFunction(
  session: Session,
  id: EntryFunctionId,
  typeArgs: readonly TypeTag[],
  args: readonly FunctionArgument[],
): Promise<FunctionOutcome> {
  return finishCall(session, call(session, id, typeArgs, args));
}

async function call(...[session, id, typeArgs, args]: Parameters<typeof callFunction>): Promise<EndedCall> {
  const { target, params, results } = await resolveFunction(session, id, typeArgs);
  if (args.length !== params.length) throw badArgument(`expected ${params.length} arguments, got ${args.length}`);
  const values: Value[] = [];
  const mutable: { type: Type; reference: Reference }[] = [];
  for (const [i, param] of params.entries()) {
    const type = param.kind === "Reference" ? param.target : param;
    const made = toValue(session, type, args[i]!);
    // A call has a dozen arguments, whose layouts are at hand.
    const value = made instanceof Promise ? await made : made;
    if (param.kind !== "Reference") {
      values.push(value);
      continue;
    }
    const reference = new Reference([value], 0);
    values.push(reference);
    if (param.mutable) mutable.push({ type: param.target, reference });
  }
  return { outcome: await session.call(target, values), results, mutable };
}

function toValue(session: Session, type: Type, argument: FunctionArgument): Awaitable<Value> {
  if (!(argument instanceof Uint8Array)) {
    if (type.kind !== "Signer") throw badArgument(`a signer is not a value of type ${type.text}`);
    return signerOf(argument);
  }
  return whenReady(session.layout(type), (layout) => {
    const value = deserializeValue(argument, layout, session.types);
    if (value === undefined) throw badArgument(`the bytes are not a value of type ${type.text}`);
    return value;
  });
}
