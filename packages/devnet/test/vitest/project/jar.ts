import { type LocalNetwork, startLocalNetwork } from "@ledger/devnet";
import { readPackage } from "@ledger/devnet/node";

/** A network with the example's package. */
export async function startWithJar(): Promise<LocalNetwork> {
  process.stdout.write(`worker ${process.pid}\n`);
  const net = await startLocalNetwork();
  await net.fund("0xcafe", 1_000_000_000n);
  const sender = await net.impersonate("0xcafe");
  const built = await readPackage(new URL("build/TipJar", import.meta.url));
  const { success, status } = await net.deploy({ sender, ...built });
  if (!success) throw new Error(status);
  await net.send({ sender, function: "0xcafe::tip_jar::open" });
  return net;
}

export function tip(net: LocalNetwork, to: string, amount: number) {
  return net.send({ sender: net.accounts[0]!, function: "0xcafe::tip_jar::tip", arguments: [to, `${amount}`] });
}
