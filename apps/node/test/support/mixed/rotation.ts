import { bytes, string, struct, u8, u64 } from "@ledger/bcs";
import { type LocalAccount, seededAccount } from "@ledger/local-chain";
import { Address, ed25519AuthenticationKey, frameworkAddress, functionCall } from "@ledger/types";
import { agree } from "./mixed-chain.ts";

/** What both keys sign when an account gets another one: the value, with its type before it. */
const RotationProofChallenge = struct("RotationProofChallenge", {
  accountAddress: Address,
  moduleName: string,
  structName: string,
  sequenceNumber: u64,
  originator: Address,
  currentAuthKey: Address,
  newPublicKey: bytes,
});
const ed25519Scheme = u8.encode(0);

/** The same account with another key. */
export function withKey(account: LocalAccount, number: number): LocalAccount {
  const { privateKey, publicKey } = seededAccount("rotated", number, 0n);
  return { ...account, privateKey, publicKey };
}

/** Gives an account another key, for which both keys vouch. @param sequenceNumber - of the transaction that does it */
export function rotateKey(
  from: LocalAccount,
  to: LocalAccount,
  sequenceNumber: bigint,
): ReturnType<typeof functionCall> {
  const challenge = RotationProofChallenge.encode({
    accountAddress: frameworkAddress,
    moduleName: "account",
    structName: "RotationProofChallenge",
    sequenceNumber,
    originator: from.address,
    currentAuthKey: ed25519AuthenticationKey(from.publicKey),
    newPublicKey: to.publicKey,
  });
  const sides = [from, to].map((account) => [ed25519Scheme, bytes.encode(account.publicKey)]);
  const proofs = [from, to].map((account) => bytes.encode(agree(account, challenge)));
  return functionCall("0x1::account::rotate_authentication_key", [...sides.flat(), ...proofs]);
}
