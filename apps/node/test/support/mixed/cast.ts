import { u64 } from "@ledger/bcs";
import { coreAccount, type LocalAccount, localAccounts, seededAccount } from "@ledger/local-chain";
import type { Random } from "@ledger/random";
import {
  type AccountAuthenticator,
  type Address,
  createBitVec,
  functionCall,
  multiKeyAuthenticationKey,
  type SignedTransaction,
  type TransactionPayload,
} from "@ledger/types";
import { IdentityProvider, type KeylessUser, keylessUser } from "./keyless.ts";
import { agree, type MixedChain, singleSender } from "./mixed-chain.ts";
import { rotateKey, withKey } from "./rotation.ts";

interface Person {
  readonly address: Address;
  agree(message: Uint8Array, nowSecs: bigint): AccountAuthenticator;
}

/** The account that vouches for a provider which the chain does not know. */
const witness = localAccounts[0]!;
const allowance = 100_000_00000000n;

/** Senders whose accounts need more than one key of Ed25519: users of identity providers, and somebody whose key changes. */
export class MixedCast {
  readonly #known = new IdentityProvider("https://known.example");
  readonly #federated = new IdentityProvider("https://federated.example");
  readonly #people: readonly Person[];
  #rotating: LocalAccount = seededAccount("rotating", 0, 0n);
  #rotations = 0;

  constructor() {
    const federated = keylessUser(this.#federated, "fay@federated.example", witness.address);
    this.#people = [single(keylessUser(this.#known, "kim")), single(federated), withSecondKey(federated)];
  }

  /** What has to happen before anybody of them can send: the providers' keys are published, and all get coins. */
  async begin(chain: MixedChain): Promise<SignedTransaction[]> {
    const transactions = [
      await chain.sign(coreAccount, this.#known.publish()),
      await chain.sign(witness, this.#federated.publishFederated()),
    ];
    for (const { address } of [...this.#people, this.#rotating]) {
      transactions.push(await chain.sign(coreAccount, pay(address)));
    }
    return transactions;
  }

  /** Sends a payload as somebody with an identity. */
  send(chain: MixedChain, random: Random, payload: TransactionPayload): Promise<SignedTransaction> {
    const person = random.pick(this.#people);
    const nowSecs = chain.timestampUsecs / 1_000_000n;
    return chain.signBy(person.address, payload, (message) => singleSender(person.agree(message, nowSecs)));
  }

  /** Sends a payload as the one whose key changes, or changes it. */
  async sendOrRotate(chain: MixedChain, random: Random, payload: TransactionPayload): Promise<SignedTransaction> {
    const from = this.#rotating;
    if (!random.once(2)) return chain.sign(from, payload);
    this.#rotations += 1;
    this.#rotating = withKey(from, this.#rotations);
    return chain.sign(from, rotateKey(from, this.#rotating, await chain.nextSequenceNumber(from.address)));
  }
}

/** Gives an account enough for all that it will do. */
export function pay(to: Address): TransactionPayload {
  return functionCall("0x1::aptos_account::transfer", [to, u64.encode(allowance)]);
}

function single({ address, key, sign }: KeylessUser): Person {
  return {
    address,
    agree: (message, nowSecs) => ({
      kind: "SingleKey",
      value: { publicKey: key, signature: sign(message, nowSecs) },
    }),
  };
}

/** An account that needs both: an identity, and a key of Ed25519. */
function withSecondKey({ key, sign }: KeylessUser): Person {
  const second = seededAccount("second key", 0, 0n);
  const publicKeys = {
    publicKeys: [{ kind: "Ed25519", value: second.publicKey } as const, key],
    signaturesRequired: 2,
  };
  return {
    address: multiKeyAuthenticationKey(publicKeys),
    agree: (message, nowSecs) => ({
      kind: "MultiKey",
      value: {
        publicKeys,
        signatures: [{ kind: "Ed25519", value: agree(second, message) }, sign(message, nowSecs)],
        signaturesBitmap: createBitVec(2, [0, 1]),
      },
    }),
  };
}
