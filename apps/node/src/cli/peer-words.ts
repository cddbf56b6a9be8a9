/** Commands that run a local network. */
type NetworkCommand = "devnet" | "start";

/** Advice for a word, the same for both commands or one for each. */
type Advice = string | Readonly<Partial<Record<NetworkCommand, string>>>;

const notNeeded = "it is not needed";
const byHand = "--mining manual";
const versionInUrl = "--fork URL@VERSION, with the version in the URL";
const graphqlIsServed = `${notNeeded}: GraphQL is always served, and --indexer-listen moves it`;
const beginsAnew = `${notNeeded}: a network in memory always begins anew, and 'ledger-node start --data-dir' keeps one`;

/** Options of Anvil, Hardhat and the reference's local network, and what does the same here. */
export const peerFlags: Readonly<Record<string, Advice>> = {
  "--fork-url": "--fork",
  "--rpc-url": "--fork",
  "-f": "--fork",
  "--fork-block-number": versionInUrl,
  "--fork-transaction-hash": versionInUrl,
  "--fork-chain-id": `${notNeeded}: a fork has the chain id of its ledger`,
  "--timeout": "--fork-timeout",
  "--no-storage-caching": `${notNeeded}: without --fork-cache no state is kept`,
  "--cache-path": "--fork-cache",
  "--no-rate-limit": "--fork-concurrency",
  "--compute-units-per-second": "--fork-concurrency",
  "--block-time": {
    devnet: "--block-interval, in milliseconds, with --mining interval",
    start: "--block-interval, in milliseconds",
  },
  "--no-mining": { devnet: byHand, start: `'ledger-node devnet ${byHand}'` },
  "--mixed-mining": { devnet: "--block-interval without --mining", start: "--block-interval" },
  "--timestamp": { devnet: "--start-time", start: "'ledger-node devnet --start-time'" },
  "--derivation-path": { devnet: `${notNeeded}: --mnemonic derives at m/44'/637'/i'/0'/0', as wallets do` },
  "--host": "--listen HOST:PORT",
  "--port": { start: "--listen" },
  "--bind-to": "--listen HOST:PORT",
  "--state": { devnet: "--load-state and --dump-state", start: "--data-dir" },
  "--state-interval": { devnet: "--dump-interval", start: "--data-dir, which keeps every block" },
  "--init": { devnet: "--load-state", start: "--genesis" },
  "--quiet": { devnet: "--silent", start: "--log-level error" },
  "--auto-impersonate": { start: "'ledger-node devnet --auto-impersonate'" },
  "--print-traces": "GET /v1/-/trace/{version}",
  "--config-out": "GET /v1/-/local, which has the addresses and the accounts",
  "--hardfork": "--feature and --no-feature",
  "--no-cors": { start: "--allow-origin" },
  "--test-dir": { devnet: beginsAnew, start: "--data-dir" },
  "--force-restart": {
    devnet: beginsAnew,
    start: "an empty folder in --data-dir, or 'ledger-node devnet', which always begins anew",
  },
  "--assume-yes": `${notNeeded}: nothing is asked`,
  "--with-faucet": `${notNeeded}: the faucet is always served, and --faucet-listen moves it`,
  "--no-faucet": "--faucet-listen off; the API's own address goes on answering",
  "--faucet-port": "--faucet-listen",
  "--with-indexer-api": graphqlIsServed,
  "--indexer-api-port": "--indexer-listen",
  "--no-txn-stream": `${notNeeded}: there is no gRPC stream`,
  "--txn-stream-port": "GET /v1/-/stream; there is no gRPC stream",
  "--ready-server-listen-port": "GET /v1/-/healthy at the API's address",
};

/** Other spellings of these options. */
const spellings: Readonly<Record<string, string>> = {
  "-b": "--block-time",
  "-s": "--state-interval",
  "--blockTime": "--block-time",
  "--no-mine": "--no-mining",
  "--hostname": "--host",
  "--steps-tracing": "--print-traces",
  "-q": "--quiet",
  "-y": "--assume-yes",
  "--with-indexer": "--with-indexer-api",
};

/** Words that start a local network elsewhere. */
const commands: readonly string[] = ["run-localnet", "run-local-testnet", "localnet", "anvil", "node"];

/** Advises on an option of another local network, for people. @param flag - without a value */
export function peerFlag(command: string, flag: string): string | undefined {
  const advice = peerFlags[spellings[flag] ?? flag];
  if (command !== "devnet" && command !== "start") return undefined;
  const said = typeof advice === "string" ? advice : advice?.[command];
  return said === undefined || said.startsWith(notNeeded) ? said : `use ${said}`;
}

/** Returns true for a command that starts a local network elsewhere. */
export function isPeerCommand(name: string): boolean {
  return commands.includes(name);
}
