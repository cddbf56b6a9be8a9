import { apiBase, reach } from "../api/call.ts";
import { node } from "../api/node.ts";
import { formatHex, parseHex } from "../text/hex.ts";

/** A well-known account of the local network, whose key everybody has. */
export interface LocalAccount {
  readonly name: string;
  readonly address: string;
  /** Ed25519, 32 bytes. */
  readonly privateKey: Uint8Array;
}

/** Things that a network for development has besides the API. */
export interface LocalNetwork {
  readonly accounts: readonly LocalAccount[];
  /** Base URL of its faucet. */
  readonly faucet: string | undefined;
  readonly graphql: string | undefined;
  /** Names of what can be done with it: `snapshot`, `mine`, … */
  readonly verbs: ReadonlySet<string>;
}

/** The answer for every other ledger. */
export const noLocalNetwork: LocalNetwork = { accounts: [], faucet: undefined, graphql: undefined, verbs: new Set() };

/** Chain id of local networks. */
const localChain = 4;

let asked: Promise<LocalNetwork | undefined> | undefined;
let known: Promise<readonly LocalAccount[]> | undefined;

/** Finds what a network for development has; nothing on other ledgers. */
export async function findLocalNetwork(chainId: number): Promise<LocalNetwork> {
  const own = await readOwnNetwork(chainId);
  if (own !== undefined || chainId !== localChain) return own ?? noLocalNetwork;
  known ??= readKnownAccounts().catch(() => {
    known = undefined;
    return [];
  });
  return { ...noLocalNetwork, accounts: await known };
}

/** Asks a network for development about itself; `undefined` where it does not answer. */
export function readOwnNetwork(chainId: number): Promise<LocalNetwork | undefined> {
  if (chainId !== localChain && !isThisMachine()) return Promise.resolve(undefined);
  asked ??= askNetwork().catch(() => {
    asked = undefined;
    return undefined;
  });
  return asked;
}

/** Networks for development serve this machine alone: others are not asked in vain. */
function isThisMachine(): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(apiBase).hostname);
}

async function askNetwork(): Promise<LocalNetwork | undefined> {
  const response = await reach(`${apiBase}/-/local`, { headers: { Accept: "application/json" } });
  return response.ok ? toLocalNetwork(await response.json()) : undefined;
}

/** Takes what a node answered, whatever it is. */
function toLocalNetwork(answer: unknown): LocalNetwork {
  const members = (answer ?? {}) as Readonly<Record<string, unknown>>;
  const url = (value: unknown): string | undefined =>
    typeof value === "string" && /^https?:\/\//.test(value) ? value.replace(/\/$/, "") : undefined;
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  return {
    accounts: list(members.accounts).flatMap(toAccount),
    faucet: url(members.faucet),
    graphql: url(members.graphql),
    verbs: new Set(list(members.verbs).filter((verb) => typeof verb === "string")),
  };
}

function toAccount(member: unknown): LocalAccount[] {
  const { name, address, private_key: key } = (member ?? {}) as Readonly<Record<string, unknown>>;
  const privateKey = typeof key === "string" ? parseHex(key.replace(/^ed25519-priv-/, "")) : undefined;
  if (typeof name !== "string" || typeof address !== "string" || privateKey?.length !== 32) return [];
  return [{ name, address, privateKey }];
}

/**
 * The accounts of a local network that does not tell them. Another ledger may have the same chain id, so the account that all coins of
 * a local network come from must have the known key: its address is not made of that key.
 */
async function readKnownAccounts(): Promise<readonly LocalAccount[]> {
  const [{ coreAccount, localAccounts, shopAccount }, { ed25519AuthenticationKey, formatAddress }] = await Promise.all([
    import("@ledger/local-chain/accounts"),
    import("@ledger/types"),
  ]);
  const { value } = await node.call("get_account", { params: { address: formatAddress(coreAccount.address) } });
  if (value.authentication_key !== formatHex(ed25519AuthenticationKey(coreAccount.publicKey))) return [];
  return [...localAccounts, shopAccount, coreAccount].map(({ name, address, privateKey }) => ({
    name,
    address: formatAddress(address),
    privateKey,
  }));
}
