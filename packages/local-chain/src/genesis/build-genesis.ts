import { bytes, struct, vector } from "@ledger/bcs";
import { readFramework, testNetworkGenesis } from "@ledger/executor";
import { ed25519AuthenticationKey, hexToBytes, sha3_256, Transaction } from "@ledger/types";
import { feature, MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { bls12_381 } from "@noble/curves/bls12-381.js";
import { coreAccount, localAccounts, shopAccount } from "../accounts.ts";
import { localChainId } from "./chain-id.ts";

/** Two hours, in microseconds. */
const epochInterval = 7_200_000_000n;
/** Octas that the only validator stakes, which are all of the old kind of coin at first: other local networks begin with as many. */
const initialStake = 10n;
/** The domain of a validator's proof that it holds its key. @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/virtual-machine.md#5.7 | Specification, virtual machine 5.7} */
const possessionDomain = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/** The key that testnet and mainnet have published for the circuit of keyless accounts: wallets make their proofs for it. */
const keylessVerificationKey = struct("Groth16VerificationKey", {
  alphaG1: bytes,
  betaG2: bytes,
  gammaG2: bytes,
  deltaG2: bytes,
  gammaAbcG1: vector(bytes),
}).encode({
  alphaG1: hexToBytes("e2f26dbea299f5223b646cb1fb33eadb059d9407559d7441dfd902e3a79a4d2d"),
  betaG2: hexToBytes(
    "abb73dc17fbc13021e2471e0c08bd67d8401f52b73d6d07483794cad4778180e0c06f33bbc4c79a9cadef253a68084d382f17788f885c9afd176f7cb2f036789",
  ),
  gammaG2: hexToBytes(
    "edf692d95cbdde46ddda5ef7d422436779445c5e66006a42761e1f12efde0018c212f3aeb785e49712e7a9353349aaf1255dfb31b7bf60723a480d9293938e19",
  ),
  deltaG2: hexToBytes(
    "b106619932d0ef372c46909a2492e246d5de739aa140e27f2c71c0470662f125219049cfe15e4d140d7e4bb911284aad1cad19880efb86f2d9dd4b1bb344ef8f",
  ),
  gammaAbcG1: [
    hexToBytes("6123b6fea40de2a7e3595f9c35210da8a45a7e8c2f7da9eb4548e9210cfea81a"),
    hexToBytes("32a9b8347c512483812ee922dc75952842f8f3083edb6fe8d5c3c07e1340b683"),
  ],
});

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
    features: [feature.binaryFormat10],
    keylessVerificationKey,
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
