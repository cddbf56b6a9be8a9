import { formatAddress, type SignedTransaction } from "@ledger/types";
import type { LocalAccount } from "../local/local-network.ts";
import type { CallProgress } from "./call-progress.ts";
import { buildTransaction, type Draft } from "./draft.ts";
import { simulateTransaction, submitTransaction, waitForTransaction } from "./send-transaction.ts";
import type { SenderChoice } from "./sender-choice.tsx";
import { createSigner, readSigner, type Signer } from "./signer.ts";

interface CallRun {
  readonly draft: Omit<Draft, "sender">;
  readonly choice: SenderChoice;
  readonly local: readonly LocalAccount[];
  /** True to sign and submit it, false to simulate it only. */
  readonly submits: boolean;
  /** True to submit it although the simulation fails; the fee is charged all the same. */
  readonly insists: boolean;
  readonly show: (progress: CallProgress) => void;
  readonly signal: AbortSignal;
}

/** Gas units above those of the simulation that a submitted call may use: the state may move on in between. */
const gasMargin = 2n;

/** Runs a call, and tells how it goes. @throws ApiFailure, ArgumentError */
export async function runCall({ draft, choice, local, submits, insists, show, signal }: CallRun): Promise<void> {
  const { sender, signer } = await whoCalls(choice, local);
  const rawTxn = await buildTransaction({ ...draft, sender });
  // Without any signature: what is tried can never be submitted by others.
  const unsigned: SignedTransaction = {
    rawTxn,
    authenticator: { kind: "SingleSender", value: { sender: { kind: "NoAccountAuthenticator" } } },
  };
  const simulated = await simulateTransaction(unsigned, draft.maxGasAmount === "");
  const refused = submits && !simulated.success && !insists;
  if (!submits || signer === undefined || refused) return show({ kind: "simulated", transaction: simulated, refused });
  const final =
    draft.maxGasAmount === ""
      ? { ...rawTxn, maxGasAmount: mostGas(simulated), gasUnitPrice: BigInt(simulated.gas_unit_price) }
      : rawTxn;
  signal.throwIfAborted();
  const hash = await submitTransaction({ rawTxn: final, authenticator: signer.sign(final) });
  show({ kind: "waiting", hash });
  const committed = await waitForTransaction(hash, final.expirationTimestampSecs, signal);
  show(committed === undefined ? { kind: "expired", hash } : { kind: "committed", transaction: committed });
}

/** As much gas as a call needs by its simulation, with a margin, and no more than the sender can pay. */
function mostGas({ gas_used, max_gas_amount }: { readonly gas_used: string; readonly max_gas_amount: string }): bigint {
  const wanted = BigInt(gas_used) * gasMargin;
  const most = BigInt(max_gas_amount);
  return wanted === 0n || wanted > most ? most : wanted;
}

async function whoCalls(
  choice: SenderChoice,
  local: readonly LocalAccount[],
): Promise<{ readonly sender: string; readonly signer: Signer | undefined }> {
  if (choice.kind === "address") return { sender: choice.address, signer: undefined };
  if (choice.kind === "key") {
    const signer = await readSigner(choice.key);
    const sender = choice.address === "" ? formatAddress(signer.authenticationKey) : choice.address;
    return { sender, signer };
  }
  const account = local.find(({ name }) => name === choice.name);
  if (account === undefined) throw new Error(`there is no account ${choice.name}`);
  return { sender: account.address, signer: await createSigner("ed25519", account.privateKey) };
}
