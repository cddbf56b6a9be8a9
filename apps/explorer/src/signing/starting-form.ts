import { node } from "../api/node.ts";
import { findLandmarks } from "../ledger/landmarks.ts";
import { calledFunction } from "../ledger/transaction/transaction-kind.ts";
import { readAbi } from "../move/read-abi.ts";
import { emptyForm, type SigningForm } from "./signing-form.ts";

/** Seconds until a transaction expires that is made now. */
const lifetime = 600;

/** A call that every network of this kind knows. */
const transferFunction = ["0x1", "aptos_account", "transfer"] as const;

/** A form that can be sent as it is: an account that exists, its sequence number, and a function that can be called. */
export async function startingForm(
  given: string | undefined,
  signal: AbortSignal,
): Promise<{ readonly form: SigningForm; readonly accounts: readonly string[] }> {
  const { sender, accounts, transaction } = await findLandmarks(signal);
  const [account, transfer] = await Promise.all([
    node.call("get_account", { params: { address: sender }, signal }),
    readAbi(transferFunction[0], transferFunction[1], undefined),
  ]);
  const called = transaction === undefined ? undefined : calledFunction(transaction);
  const known = transfer?.exposed_functions.some(({ name }) => name === transferFunction[2]) === true;
  const form: SigningForm = {
    ...emptyForm,
    sender,
    sequenceNumber: account.value.sequence_number,
    expiration: String(Math.floor(Date.now() / 1000) + lifetime),
    function: given ?? (known ? transferFunction.join("::") : (called ?? transferFunction.join("::"))),
    multisigAddress: accounts.find((address) => address !== sender) ?? sender,
  };
  return { form, accounts };
}
