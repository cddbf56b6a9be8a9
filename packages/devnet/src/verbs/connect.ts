import { type LocalAccount, printedAddress } from "@ledger/local-chain";
import { type DescribedAccount, descriptionPath, type LocalDescription } from "@ledger/local-services";
import { addressesEqual } from "@ledger/types";
import type { FeatureFlag } from "@ledger/vm";
import { ed25519 } from "@noble/curves/ed25519.js";
import { type AddressLike, toAddress } from "../inputs/address.ts";
import { toFeature } from "../inputs/numbers.ts";
import { toPrivateKey } from "../inputs/sender.ts";
import { type ImpersonationOptions, type Mining, takesAnyKey } from "../inputs/values.ts";
import { NetworkCalls } from "../network/calls.ts";
import { type ClientSettings, clientSettings } from "../network/client-settings.ts";
import type { ExecutionResult, TraceFormat } from "../network/execution-result.ts";
import type { Network, NetworkSnapshot, NetworkTime } from "../network/network.ts";
import {
  type Deployment,
  type EntryCall,
  type ImpersonatedSender,
  impersonatedSender,
  type ViewCall,
} from "../network/requests.ts";
import { expectedInput, LocalNetworkError } from "../refusal/network-error.ts";
import { verbRoot } from "./verb-service.ts";
import { fieldsOf, type VerbInput, type VerbName, type VerbOutput, verbs } from "./verbs.ts";

/** How a network of another process is reached. */
export interface ConnectOptions {
  /**
   * The key of its verbs, where it wants one: what `ledger-node devnet --verbs-key` was given, or has printed. That of the variable
   * `LEDGER_VERBS_KEY` when absent.
   */
  readonly key?: string | undefined;
}

/**
 * Connects to a network that another process serves, see `serveLocalNetwork` of `@ledger/devnet/node`. Closing it leaves the network
 * as it is.
 *
 * @param url - its origin, or the root of its API, e.g. `http://127.0.0.1:8080`
 * @throws LocalNetworkError `invalid_input` for what is no URL; `unreachable` when no network of this kind answers there
 */
export async function connectLocalNetwork(
  url: string,
  { key = keyOfEnvironment() }: ConnectOptions = {},
): Promise<Network> {
  const origin = URL.parse(url)?.origin;
  if (origin === undefined) throw expectedInput("the address of a network, such as http://127.0.0.1:8080", url);
  const headers: Readonly<Record<string, string>> = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return new ConnectedNetwork(origin, await describe(origin, headers), headers);
}

/** A page has no environment. */
function keyOfEnvironment(): string | undefined {
  const { process } = globalThis as {
    readonly process?: { readonly env?: Readonly<Record<string, string | undefined>> };
  };
  return process?.env?.LEDGER_VERBS_KEY;
}

/** Asks a network what it is. @throws LocalNetworkError `unreachable` where no network for tests answers */
async function describe(origin: string, headers: Readonly<Record<string, string>>): Promise<LocalDescription> {
  const response = await fetch(origin + descriptionPath, { headers }).catch((cause: unknown) => {
    throw unreachable(origin, cause);
  });
  const description = (await response.json().catch(() => undefined)) as Partial<LocalDescription> | undefined;
  const { verbs: offered, accounts } = description ?? {};
  // A node that keeps its ledger has the API, and no verbs.
  if (Array.isArray(accounts) && Array.isArray(offered) && offered.length > 0) return description as LocalDescription;
  if (description === undefined) throw unreachable(origin);
  const advice = "`ledger-node devnet` starts one, and so does serveLocalNetwork of @ledger/devnet/node";
  const access = "one of another machine needs --allow-verbs-from, and its key as `key` or LEDGER_VERBS_KEY";
  throw new LocalNetworkError(
    "unreachable",
    `${origin} does not serve a network for tests, or not for this program; ${advice}; ${access}`,
  );
}

function unreachable(origin: string, cause?: unknown): LocalNetworkError {
  return new LocalNetworkError("unreachable", `no network for tests answers at ${origin}`, { cause });
}

/** @throws LocalNetworkError, TypesError for an account that is none */
function knownAccount({ name, address, private_key: key, balance }: DescribedAccount): LocalAccount {
  const privateKey = toPrivateKey(key);
  const publicKey = ed25519.getPublicKey(privateKey);
  return { name, address: printedAddress(toAddress(address)), privateKey, publicKey, balance: BigInt(balance) };
}

/** A network that another process serves. */
class ConnectedNetwork implements Network {
  readonly url: string;
  readonly faucetUrl: string;
  readonly accounts: readonly LocalAccount[];
  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    globalThis.fetch(input, init);
  readonly #calls: NetworkCalls;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(origin: string, { accounts }: LocalDescription, headers: Readonly<Record<string, string>>) {
    this.#headers = headers;
    this.accounts = accounts.map(knownAccount);
    this.faucetUrl = origin;
    this.url = `${origin}/v1`;
    this.#calls = new NetworkCalls({
      url: this.url,
      fetch: this.fetch,
      keyOf: (address) => this.accounts.find((account) => addressesEqual(account.address, address))?.privateKey,
      prepare: (address) => this.#run("prepare", { address }),
      submit: (transaction) => this.#run("submit", { transaction }),
      report: (hash) => this.#run("report", { hash }),
    });
  }

  readonly time: NetworkTime = {
    now: () => this.#run("now", {}),
    increase: (seconds) => this.#run("increase_time", { seconds }),
    increaseTo: (moment) => this.#run("increase_time_to", { moment_usecs: moment }),
    setNextBlockTimestamp: (moment) => this.#run("set_next_block_timestamp", { moment_usecs: moment }),
  };

  get settings(): ClientSettings {
    return clientSettings({ fullnode: this.url, faucet: this.faucetUrl, indexer: `${this.url}/graphql` }, this.fetch);
  }

  fund(address: AddressLike, amount: bigint | number): Promise<void> {
    return this.#run("fund", { address, amount });
  }

  send(call: EntryCall): Promise<ExecutionResult> {
    return this.#calls.send(call);
  }

  result(hash: string | undefined): Promise<ExecutionResult | undefined> {
    return this.#calls.result(hash);
  }

  simulate(call: EntryCall): Promise<ExecutionResult> {
    return this.#calls.simulate(call);
  }

  view(call: ViewCall): Promise<readonly unknown[]> {
    return this.#calls.view(call);
  }

  deploy(deployment: Deployment): Promise<ExecutionResult> {
    return this.#calls.deploy(deployment);
  }

  trace(transaction: string | bigint | undefined, format?: TraceFormat): Promise<string> {
    return this.#calls.trace(transaction, format);
  }

  mine(blocks?: number): Promise<void> {
    return this.#run("mine", { blocks });
  }

  getMining(): Promise<Mining> {
    return this.#run("get_mining", {});
  }

  setMining(mining: Mining): Promise<void> {
    return this.#run("set_mining", { mining });
  }

  async snapshot(): Promise<NetworkSnapshot> {
    const snapshot = await this.#run("snapshot", {});
    return { restore: () => this.#run("restore", { snapshot }) };
  }

  dumpState(): Promise<Uint8Array> {
    return this.#run("dump_state", {});
  }

  loadState(state: Uint8Array): Promise<void> {
    return this.#run("load_state", { state });
  }

  setBalance(address: AddressLike, amount: bigint | number, asset?: AddressLike): Promise<void> {
    return this.#run("set_balance", { address, amount, asset });
  }

  setResource(address: AddressLike, type: string, value: Uint8Array | undefined): Promise<void> {
    return this.#run("set_resource", { address, type, value });
  }

  setTableItem(handle: AddressLike, key: Uint8Array, value: Uint8Array | undefined): Promise<void> {
    return this.#run("set_table_item", { handle, key, value });
  }

  setModule(address: AddressLike, name: string, bytecode: Uint8Array | undefined): Promise<void> {
    return this.#run("set_module", { address, name, bytecode });
  }

  async setFeature(feature: number | FeatureFlag, isOn: boolean): Promise<void> {
    await this.#run("set_feature", { feature: toFeature(feature), is_on: isOn });
  }

  async impersonate(address: AddressLike, options?: ImpersonationOptions): Promise<ImpersonatedSender> {
    await this.#run("impersonate", { address, any_key: takesAnyKey(options) });
    return impersonatedSender(toAddress(address));
  }

  stopImpersonating(address: AddressLike): Promise<void> {
    return this.#run("stop_impersonating", { address });
  }

  autoImpersonate(isOn: boolean): Promise<void> {
    return this.#run("auto_impersonate", { is_on: isOn });
  }

  [Symbol.asyncDispose](): Promise<void> {
    return Promise.resolve();
  }

  async #run<V extends VerbName>(name: V, input: VerbInput<V>): Promise<VerbOutput<V>> {
    const given = input as Readonly<Record<string, unknown>>;
    const body = Object.fromEntries(
      Object.entries(fieldsOf(name)).map(([member, field]) => [member, field.write(given[member])]),
    );
    const response = await this.fetch(this.faucetUrl + verbRoot + name, {
      method: "POST",
      headers: { ...this.#headers, "content-type": "application/json" },
      body: JSON.stringify(body),
    }).catch((cause: unknown) => {
      throw unreachable(this.faucetUrl, cause);
    });
    const value: unknown = await response.json().catch(() => undefined);
    if (response.ok) return verbs[name].output.read(value) as VerbOutput<V>;
    const { message, code } = (value ?? {}) as Partial<Pick<LocalNetworkError, "message" | "code">>;
    if (message === undefined) throw unreachable(this.faucetUrl);
    throw new LocalNetworkError(code ?? "refused", message);
  }
}
