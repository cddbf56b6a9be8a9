import { bytesToAddress, type EntryFunctionId, formatAddressLong, type TypeTag } from "@ledger/types";
import type { Session } from "../port/session.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { signerValue } from "../value/value.ts";
import { ArgumentBuilder, type BuiltArgument } from "./argument-builder.ts";
import { badArgument, badSignature } from "./argument-cursor.ts";
import { type EndedCall, finishCall } from "./finish-call.ts";
import type { FunctionOutcome } from "./outcome.ts";
import { resolveFunction } from "./resolve-function.ts";

/** Bytes of a serialised signer: the number of its form, then the address. */
const signerLength = 33;

/**
 * Calls a view function. What it writes or emits stays in the session, which is not committed.
 *
 * @param args - BCS of every argument; a signer is `00` and its address
 * @throws what the host's own code throws; failures of the program, and refusals before it runs, are outcomes
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.9 | Specification, virtual machine 3.9}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#6.1 | Specification, execution 6.1}
 */
export function callViewFunction(
  session: Session,
  id: EntryFunctionId,
  typeArgs: readonly TypeTag[],
  args: readonly Uint8Array[],
): Promise<FunctionOutcome> {
  return finishCall(session, view(session, id, typeArgs, args));
}

async function view(...[session, id, typeArgs, args]: Parameters<typeof callViewFunction>): Promise<EndedCall> {
  const { target, signature, params, results } = await resolveFunction(session, id, typeArgs);
  if (!signature.isView) throw badSignature("function not marked as view function");
  if (results.length === 0) throw badSignature("a view function must return at least one value");
  if (params.length !== args.length) throw badSignature(`expected ${params.length} arguments, got ${args.length}`);
  const builder = new ArgumentBuilder(session);
  const built: BuiltArgument[] = [];
  for (const [i, param] of params.entries()) built.push(await build(builder, param, args[i]!));
  const values = built.map((argument) => argument.finish());
  return { outcome: await session.call(target, values), results };
}

async function build(builder: ArgumentBuilder, param: Type, bytes: Uint8Array): Promise<BuiltArgument> {
  if (param.kind === "Signer") return { finish: () => signerValue(formatAddressLong(readSigner(bytes))) };
  try {
    return await builder.build(param, bytes);
  } catch (error) {
    // An argument's failure keeps nothing but its status, also where a constructor aborted.
    if (error instanceof VmError) throw new VmError(error.status, error.message, { cause: error });
    throw error;
  }
}

function readSigner(bytes: Uint8Array) {
  if (bytes.length !== signerLength || bytes[0] !== 0) throw badArgument("the bytes are not a signer");
  return bytesToAddress(bytes.subarray(1));
}
