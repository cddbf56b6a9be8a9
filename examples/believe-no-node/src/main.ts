// Reads a balance and calls a view function through a node that lies, with and without verification: node src/main.ts [API] [ACCOUNT]
import { Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { createVerifiedFetch } from "@ledger/api-core/verified";
import { roots, VerificationError } from "@ledger/verifier";
import { startLiar } from "./liar.ts";

const [honest = "http://127.0.0.1:8080/v1", accountAddress = "0x1"] = process.argv.slice(2);
const liar = await startLiar(honest);

/** What an account has, by the API and by the framework's own code. */
async function read(aptos: Aptos): Promise<string> {
  const balance = await aptos.getAccountAPTAmount({ accountAddress });
  const [viewed] = await aptos.view<[string]>({
    payload: {
      function: "0x1::coin::balance",
      typeArguments: ["0x1::aptos_coin::AptosCoin"],
      functionArguments: [accountAddress],
    },
  });
  return `${balance}, by a view ${viewed}`;
}

const plain = new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: liar.url }));
process.stdout.write(`believed: ${await read(plain)}\n`);

/** The data comes from a node; the honest one says no more than the root of its ledger. */
function verified(node: string): Aptos {
  const client = createVerifiedFetch({ node, trust: roots(honest) });
  return new Aptos(new AptosConfig({ network: Network.CUSTOM, fullnode: node, client }));
}

try {
  await read(verified(liar.url));
} catch (error) {
  if (!(error instanceof VerificationError)) throw error;
  process.stdout.write(`refused: ${error.step} does not hold\n`);
}
process.stdout.write(`verified: ${await read(verified(honest))}\n`);
liar.stop();
