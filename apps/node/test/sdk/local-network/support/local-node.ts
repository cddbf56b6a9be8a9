import { Account, Aptos, AptosConfig, Network } from "@aptos-labs/ts-sdk";
import { createDataDir } from "@ledger/node-process";
import { composeLocalNetwork, startLocalNetwork } from "../../../support/local-network.ts";

/** A local network, and the official client as its user sets it up. */
export interface LocalNode {
  /** Base URL without a path. */
  readonly url: string;
  readonly aptos: Aptos;
  /** What the node has written so far. */
  output(): Promise<string>;
  /** A new account with some coins. */
  fund(account?: Account): Promise<Account>;
}

/** Coins that an account is given, in octas. */
export const funds = 100_000_000;

/** Sets up the official client for a node that runs. */
export function createLocalNode({ url, output }: Pick<LocalNode, "url" | "output">): LocalNode {
  const config = { network: Network.CUSTOM, fullnode: `${url}/v1`, faucet: url, indexer: `${url}/v1/graphql` };
  const aptos = new Aptos(new AptosConfig(config));
  return {
    url,
    aptos,
    output,
    async fund(account = Account.generate()) {
      await aptos.fundAccount({ accountAddress: account.accountAddress, amount: funds });
      return account;
    },
  };
}

/** Starts a local network of its own, without the demonstration's transactions. */
export async function startLocalNode(...options: readonly string[]): Promise<LocalNode & AsyncDisposable> {
  const dataDir = createDataDir();
  // Processes that serve are a cluster, whose primary is a process of its own.
  const start = options.includes("--workers") ? startLocalNetwork : composeLocalNetwork;
  const node = await start("--data-dir", dataDir.path, ...options);
  return {
    ...createLocalNode({ url: node.url, output: async () => node.output() }),
    async [Symbol.asyncDispose]() {
      await node.stop();
      dataDir[Symbol.dispose]();
    },
  };
}
