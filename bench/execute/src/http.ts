import { coreAccount } from "@ledger/local-chain";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { bytesToHex, hashSignedTransaction, SignedTransaction } from "@ledger/types";
import { type Sender, senderOf, transfer } from "./workload.ts";

/** Milliseconds that single transfers take over HTTP. */
export interface HttpFigures {
  /** Until the node says that it has taken the transfer. */
  readonly accepted: readonly number[];
  /** Until it answers `wait_by_hash` with the committed transaction. */
  readonly committed: readonly number[];
}

/** Content type of signed transactions in BCS. */
export const signedBcs = "application/x.aptos.signed_transaction+bcs";

/** Transfers before the first that counts: a node that has just started runs code that is not compiled yet. */
const warmUp = 300;

/** Measures transfers that are handed to a node over HTTP, one after the other; its blocks are made on demand. */
export async function measureHttp(singles: number): Promise<HttpFigures> {
  using dataDir = createDataDir();
  await using node = await startNode("--data-dir", dataDir.path, "--workload", "off", "--block-interval", "0");
  const api = `${node.url}/v1`;
  const core = await readCoreSender(node);
  const nowSecs = BigInt(Math.floor(Date.now() / 1_000));
  const accepted: number[] = [];
  const committed: number[] = [];
  for (let index = 0; index < warmUp + singles; index++) {
    const body = SignedTransaction.encode(transfer(core, core.address, 1n, nowSecs));
    const hash = bytesToHex(hashSignedTransaction(body));
    const started = performance.now();
    const submitted = await fetch(`${api}/transactions`, {
      method: "POST",
      headers: { "content-type": signedBcs },
      body,
    });
    await submitted.arrayBuffer();
    if (submitted.status !== 202) throw new Error(`a transfer was answered with ${submitted.status}`);
    accepted.push(performance.now() - started);
    const waited = await fetch(`${api}/transactions/wait_by_hash/${hash}`);
    const { type } = (await waited.json()) as { readonly type: string };
    if (type !== "user_transaction") throw new Error(`a transfer is still a ${type}`);
    committed.push(performance.now() - started);
  }
  return { accepted: accepted.slice(warmUp), committed: committed.slice(warmUp) };
}

/** The account that has all coins of a node's network, with the sequence number that it has reached. */
export async function readCoreSender({ url }: NodeProcess): Promise<Sender> {
  const core = senderOf(coreAccount.privateKey, coreAccount.address);
  const account = (await (await fetch(`${url}/v1/accounts/${bytesToHex(core.address)}`)).json()) as {
    readonly sequence_number: string;
  };
  core.sequenceNumber = BigInt(account.sequence_number);
  return core;
}
