import { bytes, type Codec, struct, vector } from "@ledger/bcs";
import {
  bytesEqual,
  frameworkAddress,
  frameworkKey,
  hashSession,
  hashTransaction,
  ProviderJwks,
  type QuorumCertifiedUpdate,
  type StateView,
  Transaction,
  TypesError,
  ValidatorSet,
  type ValidatorTransaction,
  validatorVerifier,
} from "@ledger/types";
import { refuseQuorumSignature } from "../authentication/multi-signature.ts";
import type { BlockContext } from "../context/block-context.ts";
import { ExecutorSession } from "../session/executor-session.ts";
import type { SystemCall } from "../session/system-call.ts";
import type { ChangeSet } from "../state/change-set.ts";
import { BlockError } from "./block-error.ts";

/** Number of the session in the monotonically increasing counter. */
const validatorSession = 20;
const updates = vector(ProviderJwks);
const ObservedJwks = struct("ObservedJWKs", { entries: vector(ProviderJwks) });

/**
 * Executes a transaction that validators put into a block. The provider keys that they observed are taken only with a quorum's
 * signature; of a key generation the transcript is not verified.
 *
 * @param isVerified - set where the signature has been verified already
 * @throws {@link BlockError} `not_certified` for keys that no quorum signed or that are not the issuer's next ones; `prologue_failed` when
 * the framework refuses
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3.3 | Specification, re-execution 3.3}, {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/re-execution.md#3.4 | Specification, re-execution 3.4}
 */
export async function runValidatorTransaction(
  context: BlockContext,
  state: StateView,
  transaction: ValidatorTransaction,
  isVerified = false,
): Promise<ChangeSet> {
  if (transaction.kind === "ObservedJWKUpdate" && !isVerified) await expectCertified(state, transaction.value);
  const hash = hashTransaction(Transaction.encode({ kind: "ValidatorTransaction", value: transaction }));
  const session = new ExecutorSession(context, {
    state,
    identity: {
      sessionHash: hashSession({ kind: "ValidatorTxn", value: { scriptHash: hash } }),
      scriptHash: new Uint8Array(),
      sessionNumber: validatorSession,
      user: undefined,
      unbiasable: false,
      storageUsage: context.usage,
      inBlock: true,
    },
  });
  const error = await session.callSystem(callOf(transaction));
  if (error) throw new BlockError("prologue_failed", `the framework refuses it: ${error.message}`, { cause: error });
  return session.finish();
}

function callOf(transaction: ValidatorTransaction): SystemCall {
  const framework = { signer: frameworkAddress };
  const module = "reconfiguration_with_dkg";
  switch (transaction.kind) {
    case "ObservedJWKUpdate":
      return {
        module: "jwks",
        name: "upsert_into_observed_jwks",
        args: [framework, updates.encode([transaction.value.update])],
      };
    case "DKGResult":
      return {
        module,
        name: "finish_with_dkg_result",
        args: [framework, bytes.encode(transaction.value.transcriptBytes)],
      };
    case "ChunkyDKGResult": {
      const { transcript, encryptionKey } = transaction.value;
      const args = [framework, bytes.encode(transcript), bytes.encode(encryptionKey)];
      return { module, name: "finish_with_chunky_dkg_result", args };
    }
  }
}

async function expectCertified(state: StateView, { update, multiSig }: QuorumCertifiedUpdate): Promise<void> {
  const { entries } = await readFramework(state, "jwks", "ObservedJWKs", ObservedJwks);
  const known = entries.find(({ issuer }) => bytesEqual(issuer, update.issuer))?.version ?? 0n;
  if (update.version !== known + 1n) {
    throw refusal(`it has the keys' version ${update.version}, and ${known + 1n} is the next one`);
  }
  const validators = await readFramework(state, "stake", "ValidatorSet", ValidatorSet);
  const reason = refuseQuorumSignature(verifierOf(validators), multiSig, "ProviderJWKs", ProviderJwks.encode(update));
  if (reason !== undefined) throw refusal(reason);
}

function verifierOf(validators: ValidatorSet) {
  try {
    return validatorVerifier(validators);
  } catch (error) {
    if (error instanceof TypesError) throw refusal(error.message);
    throw error;
  }
}

async function readFramework<T>(state: StateView, module: string, name: string, codec: Codec<T>): Promise<T> {
  const item = await state.get(frameworkKey(module, name));
  if (item === undefined) throw refusal(`the state has no 0x1::${module}::${name}`);
  return codec.decode(item.bytes);
}

function refusal(reason: string): BlockError {
  return new BlockError("not_certified", `the update of provider keys is not certified: ${reason}`);
}
