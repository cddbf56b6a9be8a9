import { type Address, type EntryFunctionId, formatAddressLong, type TypeTag } from "@ledger/types";
import type { Session } from "../port/session.ts";
import { VmError } from "../status/vm-error.ts";
import type { Type } from "../type/type.ts";
import { Reference, type Value } from "../value/value.ts";
import { ArgumentBuilder, type BuiltArgument } from "./argument-builder.ts";
import { badSignature } from "./argument-cursor.ts";
import { type EndedCall, finishCall } from "./finish-call.ts";
import type { FunctionOutcome } from "./outcome.ts";
import { resolveFunction, resolveTypeArguments } from "./resolve-function.ts";
import { type SignerArgument, signerOf } from "./signer-argument.ts";

/** The input that a transaction gives to the code that it calls. */
export interface EntryInput {
  readonly typeArgs: readonly TypeTag[];
  /** BCS of every argument but the signers. */
  readonly args: readonly Uint8Array[];
  /** The sender, then the secondary signers. An address stands for its master signer. */
  readonly senders: readonly (Address | SignerArgument)[];
}

/**
 * Calls an entry function as a transaction does.
 *
 * @throws what the host's own code throws; failures of the program, and refusals before it runs, are outcomes
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.9 | Specification, virtual machine 3.9}
 */
export function callEntryFunction(session: Session, id: EntryFunctionId, input: EntryInput): Promise<FunctionOutcome> {
  return finishCall(session, enter(session, id, input));
}

async function enter(...[session, id, input]: Parameters<typeof callEntryFunction>): Promise<EndedCall> {
  const module = { address: formatAddressLong(id.address), name: id.module };
  await session.payAhead([module], typesOf(session, input));
  const { target, signature, params, results } = await resolveFunction(session, id, input.typeArgs);
  if (signature.isNative) {
    throw new VmError("USER_DEFINED_NATIVE_NOT_ALLOWED", "a transaction cannot call a native function");
  }
  // A caller with code of its own could see what it draws, and abort.
  if (signature.drawsRandomness && signature.visibility !== "public") session.unbiasable = true;
  if (results.length > 0) throw badSignature("an entry function cannot return values");
  const args = await buildArguments(session, params, input);
  if (!signature.isEntry) {
    throw new VmError("EXECUTE_ENTRY_FUNCTION_CALLED_ON_NON_ENTRY_FUNCTION", "the function is not an entry function");
  }
  return { outcome: await session.call(target, args()), results: [] };
}

/**
 * Runs a script as a transaction does.
 *
 * @param code - the script's bytecode
 * @throws as {@link callEntryFunction}
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#3.9 | Specification, virtual machine 3.9}
 */
export function callScript(session: Session, code: Uint8Array, input: EntryInput): Promise<FunctionOutcome> {
  return finishCall(session, runScript(session, code, input));
}

async function runScript(...[session, code, input]: Parameters<typeof callScript>): Promise<EndedCall> {
  const script = await session.loadScript(code, typesOf(session, input));
  const types = await resolveTypeArguments(session, input.typeArgs, script.typeParameters);
  const params = script.params.map((param) => session.types.substitute(param, types));
  const args = await buildArguments(session, params, input);
  return { outcome: await session.callScript(code, types, args()), results: [] };
}

function typesOf({ types }: Session, { typeArgs }: EntryInput): Type[] {
  return typeArgs.map((tag) => types.ofTag(tag));
}

/**
 * The values of all parameters. Constructors have run; what only the call itself refuses is refused by the function that this
 * answers with.
 */
async function buildArguments(
  session: Session,
  params: readonly Type[],
  { args, senders }: EntryInput,
): Promise<() => Value[]> {
  const others = params.findIndex((param) => !isSigner(param));
  const signerCount = others === -1 ? params.length : others;
  const builder = new ArgumentBuilder(session);
  const taken = params.slice(signerCount);
  for (const param of taken) {
    if (!(await builder.isConstructible(param)))
      throw badSignature(`a parameter of type ${param.text} cannot be given an argument`);
  }
  if (taken.length !== args.length) {
    throw new VmError("NUMBER_OF_ARGUMENTS_MISMATCH", `expected ${taken.length} arguments, got ${args.length}`);
  }
  if (signerCount > 0 && signerCount !== senders.length) {
    const reason = `expected ${signerCount} signers, got ${senders.length}`;
    throw new VmError("NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH", reason);
  }
  const built: BuiltArgument[] = [];
  for (const [i, param] of taken.entries()) built.push(await builder.build(param, args[i]!));
  const signers = params.slice(0, signerCount).map((param, i) => toSigner(param, senders[i]!));
  return () => [...signers, ...built.map((argument) => argument.finish())];
}

function isSigner(type: Type): boolean {
  return type.kind === "Signer" || (type.kind === "Reference" && type.target.kind === "Signer");
}

function toSigner(param: Type, sender: Address | SignerArgument): Value {
  const signer = signerOf(sender instanceof Uint8Array ? { signer: sender } : sender);
  return param.kind === "Reference" ? new Reference([signer], 0) : signer;
}
