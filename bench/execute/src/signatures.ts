import { verifyEd25519 } from "@ledger/executor";
import { signingMessage } from "@ledger/types";
import { createSenders, ringOfTransfers } from "./workload.ts";

const count = 1_000;

/** How many transfers' signatures are verified in a second of processor time, and nothing else: what cannot be saved. */
export function measureSignatures(): number {
  const signed = ringOfTransfers(createSenders(100), count, 0n).map(({ rawTxn, authenticator }) => {
    if (authenticator.kind !== "Ed25519") throw new Error("not signed by one key");
    return { message: signingMessage(rawTxn), ...authenticator.value };
  });
  const before = process.cpuUsage();
  for (const { publicKey, message, signature } of signed) {
    if (!verifyEd25519(publicKey, message, signature)) throw new Error("a signature does not verify");
  }
  const { user, system } = process.cpuUsage(before);
  return (count * 1_000_000) / (user + system);
}
