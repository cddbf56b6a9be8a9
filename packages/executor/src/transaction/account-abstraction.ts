import { AbstractAuthenticationData, Address, addressLength, FunctionInfo, formatFunctionInfo } from "@ledger/types";
import { describeFailure, type SignerArgument, type VmEnvironment } from "@ledger/vm";
import type { Participant, TransactionParts, TransactionSigners } from "../context/transaction-parts.ts";
import type { ExecutorSession } from "../session/executor-session.ts";
import { Discard } from "../status/discard.ts";
import { checkFeature } from "../validation/check-shape.ts";
import { isAbstractionOn } from "./prologue.ts";

/** True where an account of a transaction authenticates by a function of its own. */
export function hasAbstractAccount({ proofs }: TransactionParts): boolean {
  return proofs.some(({ kind }) => kind === "Abstract");
}

/**
 * Asks the functions of abstract accounts whether they agree: that of the fee payer first, then those of the signers in order. Their gas
 * is the transaction's, up to a budget of their own.
 *
 * @param session - metered; the validation of the transaction continues in it
 * @returns the signers to act by: each function returns that of its account, which may be limited to some permissions
 * @throws {@link Discard} when a function does not agree
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.3 | Specification, execution 2.3}
 */
export async function authenticateAbstract(
  session: ExecutorSession,
  parts: TransactionParts,
): Promise<TransactionSigners> {
  const { secondarySigners, secondaryProofs } = parts;
  const feePayer = parts.feePayer && (await authenticate(session, parts.feePayer));
  const sender = await authenticate(session, parts.sender);
  const secondary: SignerArgument[] = [];
  for (const [index, address] of secondarySigners.entries()) {
    secondary.push(await authenticate(session, { address, authenticator: secondaryProofs[index]! }));
  }
  return { sender, secondary, feePayer };
}

async function authenticate(
  session: ExecutorSession,
  { address, authenticator }: Participant,
): Promise<SignerArgument> {
  if (authenticator.kind !== "Abstract") return { signer: address };
  const { functionInfo, authData } = authenticator.value;
  const isDerivable = authData.kind === "DerivableV1";
  const needed = isDerivable ? "derivableAccountAbstraction" : "accountAbstraction";
  checkFeature(session.vm.environment.rules, needed, "account abstraction");
  const outcome = await session.askSystem(authenticateCall(address, functionInfo, authData));
  if (outcome.kind === "returned") return readSigner(outcome.results[0]!.bytes);
  const { error } = outcome;
  const name = `the account's authentication function ${formatFunctionInfo(functionInfo)}`;
  if (error.status === "OUT_OF_GAS") {
    throw new Discard("ACCOUNT_AUTHENTICATION_GAS_LIMIT_EXCEEDED", `${name} ran out of gas`);
  }
  const { message, calls } = describeFailure(error);
  const place = calls[0] === undefined ? "" : ` in ${calls[0].function}`;
  throw new Discard(error.status, `${name} refused: ${message}${place}`);
}

/** Reads a signer that a call returned: the address of a master; of a limited one a number, its address, and that of its permissions. */
function readSigner(bytes: Uint8Array): SignerArgument {
  if (bytes.length === addressLength) return { signer: Address.decode(bytes) };
  const permissionsAt = 1 + addressLength;
  return {
    signer: Address.decode(bytes.subarray(1, permissionsAt)),
    permissions: Address.decode(bytes.subarray(permissionsAt)),
  };
}

function authenticateCall(address: Address, functionInfo: FunctionInfo, authData: AbstractAuthenticationData) {
  const args = [{ signer: address }, FunctionInfo.encode(functionInfo), AbstractAuthenticationData.encode(authData)];
  return { module: "account_abstraction", name: "authenticate", args };
}

/**
 * Gas units that are there before a transaction is validated, and those that are added after it.
 *
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/execution.md#2.3 | Specification, execution 2.3}
 */
export function gasBudget(
  { gas, rules }: VmEnvironment,
  maxGasAmount: bigint,
): { readonly first: number; readonly rest: number } {
  const max = Number(maxGasAmount);
  if (!isAbstractionOn(rules)) return { first: max, rest: 0 };
  const budget = gas.parameter("txn.max_aa_gas");
  return { first: Math.min(budget, max), rest: Math.max(0, max - budget) };
}
