import { type LocalNetwork, startLocalNetwork } from "../../src/index.ts";

/** Calls that have to lead to the same ledger wherever they are made. */
async function work(net: LocalNetwork): Promise<Uint8Array> {
  const account = await net.newAccount(500_000_000n);
  await net.time.increase(60);
  await net.send({ sender: account, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "1"] });
  await net.send({ sender: account, function: "0x1::aptos_account::transfer", arguments: ["0xb0b", "9999999999999"] });
  await net.setBalance("0xb0b", 77n);
  await net.mine(2);
  return net.dumpState();
}

/** SHA-256 of the records of a dumped network. How well they are compressed is a matter of the platform. */
async function digestOf(state: Uint8Array): Promise<string> {
  const plain = new Blob([state as Uint8Array<ArrayBuffer>]).stream().pipeThrough(new DecompressionStream("gzip"));
  const hash = await crypto.subtle.digest("SHA-256", await new Response(plain).arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Does the work on a network, and digests its ledger. */
export async function workAndDigest(net: LocalNetwork): Promise<string> {
  return digestOf(await work(net));
}

/** A network that is the same in every run. */
export function startSame(seed: string): Promise<LocalNetwork> {
  return startLocalNetwork({ seed, startTime: new Date("2026-01-01T00:00:00Z") });
}
