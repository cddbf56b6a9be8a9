import { u64 } from "@ledger/bcs";
import { sequenceNumberOf } from "@ledger/executor";
import { coreAccount, type LocalChain } from "@ledger/local-chain";
import { ForkError } from "@ledger/sync/fork";
import {
  BlockResource,
  frameworkKey,
  functionCall,
  SignedTransaction,
  type StateView,
  type Submission,
} from "@ledger/types";
import { lastMoment } from "../inputs/numbers.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";

/** A chain to be tried on branches that are dropped. */
export interface TriedChain {
  readonly chainId: number;
  readonly isFork: boolean;
  /** Time of the next block, microseconds since the Unix epoch. */
  readonly nextBlockUsecs: bigint;
  /** A chain on the present state, which changes nothing of it. */
  branch(): Promise<LocalChain>;
}

/** Returns true if a chain takes a plain transaction now. Not asked of a fork, which has no account that could send it. */
export async function takesTransactions(chain: TriedChain): Promise<boolean> {
  return !chain.isFork && (await submitProbe(chain, await chain.branch())).kind === "accepted";
}

/**
 * Tries the blocks that come next, the end of the epoch among them.
 *
 * @param tookTransactions - true if the chain has to take one, as it did before
 * @throws LocalNetworkError `invalid_input` where no block can follow, or no transaction is taken any more
 */
export async function expectNext(chain: TriedChain, tookTransactions: boolean): Promise<void> {
  try {
    await tryNext(chain, tookTransactions);
  } catch (cause) {
    // State that a fork cannot read now is no fault of what was set.
    if (cause instanceof ForkError) return;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new LocalNetworkError("invalid_input", `the network would stop after this: ${reason}`, { cause });
  }
}

async function tryNext(chain: TriedChain, tookTransactions: boolean): Promise<void> {
  const branch = await chain.branch();
  if (tookTransactions) {
    const submission = await submitProbe(chain, branch);
    if (submission.kind === "refused") throw new Error(submission.message);
  }
  await branch.makeBlock();
  // The code that ends its epoch is not fetched before it runs.
  if (chain.isFork) return;
  const block = await branch.state.get(frameworkKey("block", "BlockResource"));
  const endOfEpoch = chain.nextBlockUsecs + BlockResource.decode(block!.bytes).epochInterval;
  if (endOfEpoch < lastMoment) await branch.makeBlock({ timestampUsecs: endOfEpoch });
}

async function submitProbe({ chainId, nextBlockUsecs }: TriedChain, branch: LocalChain): Promise<Submission> {
  return branch.submit(await probeOf(branch.state, chainId, nextBlockUsecs));
}

const lifetimeSecs = 60n;

/**
 * A plain transaction that does nothing, to see whether a chain takes any. Its proof is empty: only a chain that asks for none takes it.
 *
 * @param nowUsecs - time of the block that is to take it
 * @returns BCS of a signed transaction
 */
async function probeOf(state: StateView, chainId: number, nowUsecs: bigint): Promise<Uint8Array> {
  const { address } = coreAccount;
  return SignedTransaction.encode({
    rawTxn: {
      sender: address,
      sequenceNumber: await sequenceNumberOf(address, state),
      payload: functionCall("0x1::aptos_account::transfer", [address, u64.encode(0n)]),
      maxGasAmount: 10_000n,
      gasUnitPrice: 100n,
      expirationTimestampSecs: nowUsecs / 1_000_000n + lifetimeSecs,
      chainId,
    },
    authenticator: { kind: "SingleSender", value: { sender: { kind: "NoAccountAuthenticator" } } },
  });
}
