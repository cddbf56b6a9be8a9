import { readFramework, testNetworkGenesis } from "@ledger/executor";
import { ed25519AuthenticationKey, sha3_256, Transaction } from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { coreAccount, localAccounts, shopAccount } from "../accounts.ts";
import { localChainId } from "./chain-id.ts";

/** Two hours, in microseconds. */
const epochInterval = 7_200_000_000n;
/** A million coins, in octas: the most power of the only validator. */
const initialStake = 100_000_000_000_000n;
/** The domain of a validator's proof that it holds its key. @see Ledger specification, chain types §11 */
const possessionDomain = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/**
 * Makes the genesis of the local network by executing its framework. Its bytes are always the same.
 *
 * @param framework - the genesis of the network whose framework is taken
 * @returns BCS of the genesis transaction
 */
export async function buildLocalGenesis(framework: Uint8Array): Promise<Uint8Array> {
  const vm = new MoveVm({ natives: frameworkNatives });
  const secret = sha3_256(new TextEncoder().encode("local network validator"));
  const secretKey = bls12_381.utils.randomSecretKey(new Uint8Array([...secret, ...secret.subarray(0, 16)]));
  const { longSignatures } = bls12_381;
  const publicKey = longSignatures.getPublicKey(secretKey).toBytes();
  const transaction = await testNetworkGenesis(vm, readFramework(framework), {
    chainId: localChainId,
    epochIntervalUsecs: epochInterval,
    coreResourcesKey: ed25519AuthenticationKey(coreAccount.publicKey),
    validators: [
      {
        address: ed25519AuthenticationKey(publicKey.subarray(0, 32)),
        stake: initialStake,
        consensusPublicKey: publicKey,
        proofOfPossession: longSignatures.sign(longSignatures.hash(publicKey, possessionDomain), secretKey).toBytes(),
      },
    ],
    accounts: [shopAccount, ...localAccounts].map(({ address, publicKey: key, balance }) => ({
      address,
      authenticationKey: ed25519AuthenticationKey(key),
      balance,
    })),
  });
  return Transaction.encode(transaction);
}
