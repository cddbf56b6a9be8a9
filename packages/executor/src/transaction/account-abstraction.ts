import { AbstractAuthenticationData, type Address, FunctionInfo, formatFunctionInfo } from "@ledger/types";
import { describeFailure, type VmEnvironment } from "@ledger/vm";
import type { Participant, TransactionParts } from "../context/transaction-parts.ts";
import type { ExecutorSession } from "../session/executor-session.ts";
import { Discard } from "../status/discard.ts";
import { checkFeature } from "../validation/check-shape.ts";
import { isAbstractionOn } from "./prologue.ts";

/** The accounts that authenticate by a function of theirs: the fee payer first, then the signers in order. */
export function abstractParticipants(parts: TransactionParts): Participant[] {
  const { sender, secondarySigners, secondaryProofs, feePayer } = parts;
  const secondary = secondarySigners.map((address, index) => ({ address, authenticator: secondaryProofs[index]! }));
  const all = [...(feePayer ? [feePayer] : []), sender, ...secondary];
  return all.filter(({ authenticator }) => authenticator.kind === "Abstract");
}

/**
 * Asks the functions of abstract accounts whether they agree. Their gas is the transaction's, up to a budget of their own.
 *
 * @param session - metered; the validation of the transaction continues in it
 * @throws {@link Discard} when a function does not agree
 * @see Ledger specification, execution §2.3
 */
export async function authenticateAbstract(
  session: ExecutorSession,
  participants: readonly Participant[],
): Promise<void> {
  const { rules } = session.vm.environment;
  for (const { address, authenticator } of participants) {
    if (authenticator.kind !== "Abstract") continue;
    const { functionInfo, authData } = authenticator.value;
    const isDerivable = authData.kind === "DerivableV1";
    const needed = isDerivable ? "derivableAccountAbstraction" : "accountAbstraction";
    checkFeature(rules, needed, "account abstraction");
    const error = await session.callSystem(authenticateCall(address, functionInfo, authData));
    const name = `the account's authentication function ${formatFunctionInfo(functionInfo)}`;
    if (error?.status === "OUT_OF_GAS") {
      throw new Discard("ACCOUNT_AUTHENTICATION_GAS_LIMIT_EXCEEDED", `${name} ran out of gas`);
    }
    if (error) {
      const { message, calls } = describeFailure(error);
      const place = calls[0] === undefined ? "" : ` in ${calls[0].function}`;
      throw new Discard(error.status, `${name} refused: ${message}${place}`);
    }
  }
}

function authenticateCall(address: Address, functionInfo: FunctionInfo, authData: AbstractAuthenticationData) {
  const args = [{ signer: address }, FunctionInfo.encode(functionInfo), AbstractAuthenticationData.encode(authData)];
  return { module: "account_abstraction", name: "authenticate", args };
}

/**
 * Gas units that are there before a transaction is validated, and those that are added after it.
 *
 * @see Ledger specification, execution §2.3
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
