import { ApiError, createApi, createRouteTable } from "@ledger/api-core";
import { balanceEdits, featureEdit, resourceEdit, type StateEdit } from "@ledger/executor";
import { faucetTransaction, forkFaucetEdits, type LocalAccount, localAccounts } from "@ledger/local-chain";
import { ForkError, type ForkPoint } from "@ledger/sync/fork";
import {
  type Address,
  aptMetadataAddress,
  bytesToHex,
  moduleKey,
  parseAddress,
  parseStructTag,
  type Submission,
  tableItemKey,
} from "@ledger/types";
import { createLocalFaucet } from "../services/faucet/local-faucet.ts";
import { createLocalIndexer } from "../services/graphql/local-indexer.ts";
import { answerRequest, type Endpoints } from "./api-fetch.ts";
import { type ClientSettings, clientSettings } from "./client-settings.ts";
import { type Moment, NetworkClock } from "./clock.ts";
import { type ExecutionResult, refusedResult, resultOf, type TransactionJson } from "./execution-result.ts";
import { LocalFork, type LocalForkOptions } from "./local-fork.ts";
import { Mutex } from "./mutex.ts";
import { type ChainMark, NetworkChain } from "./network-chain.ts";
import { type EntryCall, type ImpersonatedSender, requestOf, signatureOf, type ViewCall } from "./requests.ts";
import { packState, unpackState } from "./state-file.ts";

/**
 * When a network makes blocks besides when it is told to: `auto` for every transaction at once, an interval in milliseconds, both, or
 * `manual` for neither.
 */
export type Mining = "auto" | "manual" | { readonly interval: number; readonly auto?: boolean | undefined };

/** How a network begins. */
export interface LocalNetworkOptions {
  /** Makes the time the network's own: it stands still but for blocks, so that every run is the same. */
  readonly startTime?: Moment | undefined;
  /** `auto` when absent. */
  readonly mining?: Mining | undefined;
  /** What {@link LocalNetwork.dumpState} gave: the network goes on from there. */
  readonly state?: Uint8Array | undefined;
  /** Another network's ledger to go on with, in place of one of its own: its state is fetched as it is needed. */
  readonly fork?: LocalForkOptions | undefined;
}

/** A place to go back to, any number of times and in any order. */
export interface NetworkSnapshot {
  /** Takes the network back: state, history, time, transactions that wait. */
  restore(): Promise<void>;
}

/** A package to publish: what the compiler makes of it. */
export interface Deployment {
  readonly sender: EntryCall["sender"];
  /** BCS of the package's metadata, `package-metadata.bcs` of a build folder. */
  readonly metadata: Uint8Array;
  /** Bytecode of its modules, each after those that it uses. */
  readonly modules: readonly Uint8Array[];
}

/** As much as a package may cost, in gas units. */
const maxDeploymentGas = 2_000_000n;

/** A refusal of the API. */
interface Failure {
  readonly message: string;
  readonly vm_error_code?: number;
}

/** Where requests to the network are written to; it has no socket. */
const origin = "http://local.network";

/**
 * Starts a network inside this process, in memory: the real framework, blocks, an API, a faucet.
 *
 * @throws ForkError when there is no such ledger to fork
 * @example
 * ```ts
 * await using net = await startLocalNetwork();
 * await net.fund("0xa11ce", 100_000_000n);
 * const answer = await net.fetch(`${net.url}/accounts/0xa11ce/balance/0x1::aptos_coin::AptosCoin`);
 * ```
 */
export async function startLocalNetwork(options: LocalNetworkOptions = {}): Promise<LocalNetwork> {
  const { startTime, mining = "auto", state } = options;
  const clock = new NetworkClock(startTime);
  const file = state && (await unpackState(state));
  const fork = options.fork && (await LocalFork.open(options.fork));
  const chain = await (fork === undefined
    ? NetworkChain.begin(clock, file?.records)
    : NetworkChain.fork(clock, fork.source, file?.records));
  if (file !== undefined && startTime === undefined && file.nowUsecs > clock.now()) clock.set(file.nowUsecs);
  return new LocalNetwork(chain, clock, mining, fork);
}

/** A network inside this process. */
export class LocalNetwork implements AsyncDisposable {
  /** Root of the API, for {@link LocalNetwork.fetch}. */
  readonly url: string = `${origin}/v1`;
  /** Root of the faucet. */
  readonly faucetUrl: string = origin;
  /** Accounts with known keys; with funds, where the network is not a fork. */
  readonly accounts: readonly LocalAccount[] = localAccounts;
  #mining: Mining = "auto";
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #chain: NetworkChain;
  readonly #clock: NetworkClock;
  readonly #fork: LocalFork | undefined;
  readonly #work = new Mutex();
  #endpoints: Endpoints;
  #nonce = 0n;

  /** @internal */
  constructor(chain: NetworkChain, clock: NetworkClock, mining: Mining, fork: LocalFork | undefined) {
    this.#chain = chain;
    this.#fork = fork;
    this.#clock = clock;
    this.mining = mining;
    this.#endpoints = this.#openEndpoints();
  }

  /** Where the network leaves the one that it is a fork of; `undefined` for one that is none. */
  get forkPoint(): ForkPoint | undefined {
    return this.#fork?.point;
  }

  /** When blocks are made; it may be changed at any time. */
  get mining(): Mining {
    return this.#mining;
  }

  set mining(mining: Mining) {
    clearInterval(this.#timer);
    this.#mining = mining;
    if (typeof mining === "object")
      this.#timer = setInterval(() => void this.mine().catch(ignoreFork), mining.interval);
  }

  /** Answers a request to {@link LocalNetwork.url} or {@link LocalNetwork.faucetUrl}, as the platform's own `fetch` would. */
  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    answerRequest(this.#endpoints, new Request(input, init));

  /** Time of the network. */
  readonly time = {
    /** Microseconds since the Unix epoch. */
    now: (): bigint => this.#clock.now(),
    /** Lets time pass, and makes a block. @param seconds - may have a fraction */
    increase: (seconds: number): Promise<void> => this.time.increaseTo(this.#clock.now() + toUsecs(seconds)),
    /** Moves the time forward to a moment, and makes a block. */
    increaseTo: (moment: Moment): Promise<void> =>
      this.#work.run(async () => {
        this.#clock.set(moment);
        await this.#chain.makeBlock();
      }),
    /** Sets the time of the next block. */
    setNextBlockTimestamp: (moment: Moment): void => this.#clock.setNext(moment),
  };

  /** Makes blocks. */
  mine(blocks = 1): Promise<void> {
    return this.#work.run(async () => {
      for (let made = 0; made < blocks; made++) await this.#chain.makeBlock();
    });
  }

  /** Gives coins to an account. @param amount - octas */
  async fund(address: Address | string, amount: bigint): Promise<void> {
    const nowSecs = this.#clock.now() / 1_000_000n;
    await this.#fillFaucet(amount);
    const forkedChainId = this.#fork?.point.chainId;
    const submission = await this.#submit(
      faucetTransaction({ receiver: toAddress(address), amount, nonce: this.#nextNonce(), nowSecs, forkedChainId }),
    );
    if (submission.kind === "refused") throw new Error(`the faucet's transaction was not taken: ${submission.message}`);
  }

  /** What the official client's configuration takes: `new Aptos(new AptosConfig({ ...net.settings }))`. */
  get settings(): ClientSettings {
    const urls = { fullnode: this.url, faucet: this.faucetUrl, indexer: `${this.url}/graphql` };
    return clientSettings(urls, this.fetch);
  }

  /** Executes a call of an entry function, signed by its sender. */
  async send(call: EntryCall): Promise<ExecutionResult> {
    const request = await this.#requestOf(call);
    const message = await this.#post<string>("/transactions/encode_submission", request);
    if ("failure" in message) return refusedResult("", message.failure.message, message.failure.vm_error_code);
    const signature = signatureOf(call.sender, message.value);
    const submitted = await this.#post<TransactionJson>("/transactions", { ...request, signature });
    if ("failure" in submitted) return refusedResult("", submitted.failure.message, submitted.failure.vm_error_code);
    const { hash } = submitted.value;
    const found = await this.fetch(`${this.url}/transactions/by_hash/${hash}`);
    return resultOf((await found.json()) as TransactionJson, true);
  }

  /** Says what a call of an entry function would do, and drops it. */
  async simulate(call: EntryCall): Promise<ExecutionResult> {
    const request = { ...(await this.#requestOf(call)), signature: signatureOf(call.sender) };
    const simulated = await this.#post<readonly TransactionJson[]>("/transactions/simulate", request);
    if ("failure" in simulated) return refusedResult("", simulated.failure.message, simulated.failure.vm_error_code);
    return resultOf(simulated.value[0]!, false);
  }

  /** Calls a view function. @returns its results, in the API's JSON forms @throws Error with the machine's words when it fails */
  async view(call: ViewCall): Promise<readonly unknown[]> {
    const answer = await this.#post<readonly unknown[]>("/view", {
      function: call.function,
      type_arguments: call.typeArguments ?? [],
      arguments: call.arguments ?? [],
    });
    if ("failure" in answer) throw new Error(answer.failure.message);
    return answer.value;
  }

  /**
   * Takes an account's transactions without its key from now on.
   *
   * @returns a sender for {@link LocalNetwork.send}; clients sign with the account authenticator that carries nothing
   */
  impersonate(address: Address | string): ImpersonatedSender {
    const account = toAddress(address);
    this.#chain.impersonate(account);
    return { address: account, isImpersonated: true };
  }

  /** Sets a resource. @param value - BCS; absent to remove it */
  setResource(address: Address | string, type: string, value: Uint8Array | undefined): Promise<void> {
    return this.#edit(resourceEdit(this.#chain.state, toAddress(address), parseStructTag(type), value));
  }

  /** Sets an item of a table. @param key - BCS @param value - BCS; absent to remove it */
  setTableItem(handle: Address | string, key: Uint8Array, value: Uint8Array | undefined): Promise<void> {
    return this.#edit({ key: tableItemKey(toAddress(handle), key), item: "table_item", value });
  }

  /** Sets a module, whatever was there. @param bytecode - absent to remove it */
  setModule(address: Address | string, name: string, bytecode: Uint8Array | undefined): Promise<void> {
    return this.#edit({ key: moduleKey(toAddress(address), name), item: "module", value: bytecode });
  }

  /** Turns a feature of the ledger on or off, from the next transaction on. @param feature - its number */
  setFeature(feature: number, isOn: boolean): Promise<void> {
    return this.#edit(featureEdit(this.#chain.state, feature, isOn));
  }

  /** Publishes a package at its sender's address, or upgrades it. */
  deploy({ sender, metadata, modules }: Deployment): Promise<ExecutionResult> {
    const hex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`;
    const call = { sender, function: "0x1::code::publish_package_txn", maxGasAmount: maxDeploymentGas };
    return this.send({ ...call, arguments: [hex(metadata), modules.map(hex)] });
  }

  /** Remembers where the network is. */
  snapshot(): Promise<NetworkSnapshot> {
    return this.#work.run(async () => {
      const mark = this.#chain.save();
      return { restore: () => this.#restore(mark) };
    });
  }

  /** The whole network as bytes, for {@link LocalNetworkOptions.state}: its history and time, not what waits. */
  dumpState(): Promise<Uint8Array> {
    return this.#work.run(() => packState({ records: this.#chain.history(), nowUsecs: this.#clock.now() }));
  }

  /**
   * Sets what an account holds of an asset. The supply follows, so sums go on being right.
   *
   * @param amount - in the asset's smallest unit
   * @param asset - address of its metadata; the chain's own coin when absent
   */
  setBalance(address: Address | string, amount: bigint, asset: Address | string = aptMetadataAddress): Promise<void> {
    const { state, vm } = this.#chain;
    const edit = { owner: toAddress(address), asset: toAddress(asset), amount };
    return this.#work.run(async () => {
      await this.#chain.makeBlock(await balanceEdits(vm, state, edit));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#work.run(async () => this.#chain.store.close());
    await this.#fork?.close();
  }

  async #requestOf(call: EntryCall) {
    const sequenceNumber = await this.#chain.nextSequenceNumber(call.sender.address);
    return requestOf(call, sequenceNumber, this.#clock.now());
  }

  async #post<T>(path: string, body: unknown): Promise<{ readonly value: T } | { readonly failure: Failure }> {
    const response = await this.fetch(this.url + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const value: unknown = await response.json();
    const fault = this.#fork?.takeFault();
    // The API's words for it do not say which state it was.
    if (response.status >= 500 && fault !== undefined) throw fault;
    return response.ok ? { value: value as T } : { failure: value as Failure };
  }

  /** State is set by hand in a block of its own. */
  #edit(edit: StateEdit | Promise<StateEdit>): Promise<void> {
    return this.#work.run(async () => {
      await this.#chain.makeBlock([await edit]);
    });
  }

  #restore(mark: ChainMark): Promise<void> {
    return this.#work.run(async () => {
      await this.#chain.restore(mark);
      // What the API has learned of versions does not hold on another branch.
      this.#endpoints = this.#openEndpoints();
    });
  }

  #submit(transaction: Uint8Array): Promise<Submission> {
    return this.#work.run(() => this.#take(transaction));
  }

  async #take(transaction: Uint8Array): Promise<Submission> {
    try {
      const submission = await this.#chain.submit(transaction);
      if (submission.kind === "accepted" && minesAtOnce(this.#mining)) await this.#makeBlocks();
      return submission;
    } catch (cause) {
      if (!(cause instanceof ForkError)) throw cause;
      throw new ApiError("internal_error", cause.message, { status: 503, cause });
    }
  }

  /** Makes blocks for as long as a transaction is ready: the block that ends an epoch holds none. */
  async #makeBlocks(): Promise<void> {
    while (await this.#chain.hasWork()) await this.#chain.makeBlock();
  }

  #nextNonce(): bigint {
    this.#nonce += 1n;
    return this.#nonce;
  }

  /** Gives the faucet of a fork what it is asked for: nobody there may mint. */
  async #fillFaucet(amount: bigint): Promise<void> {
    if (this.#fork === undefined) return;
    await this.#work.run(async () => {
      const edits = await forkFaucetEdits(this.#chain.vm, this.#chain.state, amount);
      if (edits.length > 0) await this.#chain.makeBlock(edits);
    });
  }

  #openEndpoints(): Endpoints {
    const { store, vm } = this.#chain;
    const pool = {
      submit: (transaction: Uint8Array) => this.#submit(transaction),
      findPending: async (hash: Parameters<NetworkChain["findPending"]>[0]) => this.#chain.findPending(hash),
    };
    const clock = (): bigint => this.#clock.now();
    const faucet = createLocalFaucet({
      pool,
      store: { summary: () => store.summary(), readState: (_version, key) => this.#chain.state.read(key) },
      clock,
      nonce: () => this.#nextNonce(),
      forkedChainId: this.#fork?.point.chainId,
      prepare: (amount) => this.#fillFaucet(amount),
    });
    const api = createApi({ store, vm, pool, clock, completeState: this.#fork?.completes(store) });
    return { api, routes: createRouteTable(api.routes), services: [faucet, createLocalIndexer({ store })] };
  }
}

/** A block that lacks state of the forked network is made another time. */
function ignoreFork(error: unknown): void {
  if (!(error instanceof ForkError)) throw error;
}

function minesAtOnce(mining: Mining): boolean {
  return mining === "auto" || (typeof mining === "object" && mining.auto === true);
}

function toAddress(address: Address | string): Address {
  return typeof address === "string" ? parseAddress(address) : address;
}

function toUsecs(seconds: number): bigint {
  return BigInt(Math.round(seconds * 1_000_000));
}
