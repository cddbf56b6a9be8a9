import { createPrivateKey, createPublicKey, sign } from "node:crypto";
import { u64 } from "@ledger/bcs";
import { createPooledEd25519Verifier } from "@ledger/executor/node";
import { coreAccount, LocalChain, localChainId, readLocalGenesis } from "@ledger/local-chain";
import {
  type Address,
  ed25519AuthenticationKey,
  type LedgerRecord,
  parseAddress,
  type RawTransaction,
  SignedTransaction,
  sha3_256,
  signingMessage,
} from "@ledger/types";

const pkcs8Prefix = Buffer.from("302e020100300506032b657004220420", "hex");

/** Somebody who sends coins. */
interface Sender {
  readonly address: Address;
  send(receiver: Address, amount: bigint, nowSecs: bigint): SignedTransaction;
}

function senderOf(privateKey: Uint8Array, known?: Address): Sender {
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, privateKey]), format: "der", type: "pkcs8" });
  const publicKey = new Uint8Array(createPublicKey(key).export({ format: "der", type: "spki" }).subarray(-32));
  const address = known ?? ed25519AuthenticationKey(publicKey);
  let sequenceNumber = 0n;
  return {
    address,
    send(receiver, amount, nowSecs) {
      const rawTxn: RawTransaction = {
        sender: address,
        sequenceNumber: sequenceNumber++,
        payload: {
          kind: "EntryFunction",
          value: {
            module: { address: parseAddress("0x1"), name: "aptos_account" },
            function: "transfer",
            typeArgs: [],
            args: [receiver, u64.encode(amount)],
          },
        },
        maxGasAmount: 2_000n,
        gasUnitPrice: 100n,
        expirationTimestampSecs: nowSecs + 3_600n,
        chainId: localChainId,
      };
      const signature = new Uint8Array(sign(null, signingMessage(rawTxn), key));
      return { rawTxn, authenticator: { kind: "Ed25519", value: { publicKey, signature } } };
    },
  };
}

/** A ledger of transfers between accounts that exist, and the accounts. */
export interface TransferLedger {
  readonly blocks: readonly (readonly LedgerRecord[])[];
  readonly accounts: readonly Address[];
}

/** Makes blocks of transfers on the local network's own genesis. */
export async function makeTransfers(count: number, perBlock: number): Promise<TransferLedger> {
  let now = 1_795_219_200_000_000n;
  const ed25519 = createPooledEd25519Verifier();
  const { chain, genesis } = await LocalChain.begin({ genesis: await readLocalGenesis(), clock: () => now, ed25519 });
  const core = senderOf(coreAccount.privateKey, coreAccount.address);
  const senders = Array.from({ length: 100 }, (_, index) =>
    senderOf(sha3_256(new TextEncoder().encode(`bench account ${index}`))),
  );
  const blocks: (readonly LedgerRecord[])[] = [[genesis], await chain.makeBlock()];
  const makeBlock = async (transactions: readonly SignedTransaction[]): Promise<void> => {
    now += 1_000_000n;
    const taken = await Promise.all(
      transactions.map((transaction) => chain.submit(SignedTransaction.encode(transaction))),
    );
    const refused = taken.find(({ kind }) => kind === "refused");
    if (refused !== undefined) throw new Error(JSON.stringify(refused));
    blocks.push(await chain.makeBlock());
  };
  const nowSecs = (): bigint => now / 1_000_000n;
  await makeBlock(senders.map(({ address }) => core.send(address, 1_000_000_000n, nowSecs())));
  for (let block = 0; block < count; block++) {
    const transactions = Array.from({ length: perBlock }, (_, index) => {
      const receiver = senders[(index * 7 + 1) % senders.length]!;
      return senders[index % senders.length]!.send(receiver.address, 1n, nowSecs());
    });
    await makeBlock(transactions);
  }
  return { blocks, accounts: senders.map(({ address }) => address) };
}
