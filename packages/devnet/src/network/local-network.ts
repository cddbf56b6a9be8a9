import { ApiError, createApi, createRouteTable } from "@ledger/api-core";
import { balanceEdits, featureEdit, resourceEdit, type StateEdit } from "@ledger/executor";
import {
  faucetTransaction,
  forkFaucetEdits,
  type LocalAccount,
  localAccounts,
  seededAccount,
} from "@ledger/local-chain";
import { ForkError, type ForkPoint } from "@ledger/sync/fork";
import {
  type Address,
  aptMetadataAddress,
  moduleKey,
  parseStructTag,
  type Submission,
  tableItemKey,
} from "@ledger/types";
import type { Coverage } from "@ledger/vm";
import { createLocalFaucet } from "../services/faucet/local-faucet.ts";
import { createLocalIndexer } from "../services/graphql/local-indexer.ts";
import { createVerbService } from "../verbs/verb-service.ts";
import { answerRequest, type Endpoints } from "./api-fetch.ts";
import { NetworkCalls } from "./calls.ts";
import { type ClientSettings, clientSettings } from "./client-settings.ts";
import { type NetworkClock, secondsToUsecs } from "./clock.ts";
import type { CodeReport } from "./code-report.ts";
import type { ExecutionResult, Report, TraceFormat } from "./execution-result.ts";
import type { GasReport } from "./gas-report.ts";
import type { LocalFork } from "./local-fork.ts";
import { Mutex } from "./mutex.ts";
import { type Mining, minesAtOnce, type Network, type NetworkSnapshot, type NetworkTime } from "./network.ts";
import type { ChainMark, NetworkChain } from "./network-chain.ts";
import { openChain } from "./open-chain.ts";
import {
  type Deployment,
  type EntryCall,
  type ImpersonatedSender,
  impersonatedSender,
  type ViewCall,
} from "./requests.ts";
import { packState, unpackState } from "./state-file.ts";
import { toAddress, toAsset } from "./to-address.ts";

/** Where requests to the network are written to; it has no socket. */
const origin = "http://local.network";

/** A network inside this process. */
export class LocalNetwork implements Network {
  readonly url: string = `${origin}/v1`;
  readonly faucetUrl: string = origin;
  readonly accounts: readonly LocalAccount[] = localAccounts;
  readonly #codeReport: CodeReport | undefined;
  #mining: Mining = "auto";
  #timer: ReturnType<typeof setInterval> | undefined;
  #chain: NetworkChain;
  readonly #clock: NetworkClock;
  readonly #seed: string;
  readonly #fork: LocalFork | undefined;
  readonly #work = new Mutex();
  readonly #calls: NetworkCalls;
  readonly #verbs = createVerbService({ net: this, snapshots: new Map() });
  #endpoints: Endpoints;
  #nonce = 0n;
  #newAccounts = 0;

  /** @internal */
  constructor(chain: NetworkChain, clock: NetworkClock, { mining, seed, fork, report }: NetworkSettings) {
    this.#chain = chain;
    this.#clock = clock;
    this.#seed = seed;
    this.#fork = fork;
    this.#codeReport = report;
    chain.onRecords = (records) => report?.gas.add(records);
    this.#mine(mining);
    this.#endpoints = this.#openEndpoints();
    this.#calls = new NetworkCalls({
      url: this.url,
      fetch: (input, init) => this.#fetchWhole(input, init),
      prepare: ({ sender }) => this.prepare(sender.address),
      submit: (transaction) => this.submit(transaction),
      report: (hash) => this.report(hash),
    });
  }

  /** Where the network leaves the one that it is a fork of; `undefined` for one that is none. */
  get forkPoint(): ForkPoint | undefined {
    return this.#fork?.point;
  }

  /** Which instructions have run, where the network was started with a report. */
  get coverage(): Coverage | undefined {
    return this.#codeReport?.coverage;
  }

  /** What gas the calls of every function have used, where the network was started with a report. */
  gasReport(): GasReport | undefined {
    return this.#codeReport?.gas;
  }

  getMining(): Promise<Mining> {
    return Promise.resolve(this.#mining);
  }

  setMining(mining: Mining): Promise<void> {
    this.#mine(mining);
    return Promise.resolve();
  }

  #mine(mining: Mining): void {
    clearInterval(this.#timer);
    this.#mining = mining;
    if (typeof mining === "object")
      this.#timer = setInterval(() => void this.mine().catch(ignoreFork), mining.interval);
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> =>
    answerRequest(this.#endpoints, new Request(input, init));

  readonly time: NetworkTime = {
    now: () => Promise.resolve(this.#clock.now()),
    increase: (seconds) => this.time.increaseTo(this.#clock.now() + secondsToUsecs(seconds)),
    increaseTo: (moment) =>
      this.#work.run(async () => {
        this.#clock.set(moment);
        await this.#chain.makeBlock();
      }),
    setNextBlockTimestamp: (moment) => {
      this.#clock.setNext(moment);
      return Promise.resolve();
    },
  };

  mine(blocks = 1): Promise<void> {
    return this.#work.run(async () => {
      for (let made = 0; made < blocks; made++) await this.#chain.makeBlock();
    });
  }

  async fund(address: Address | string, amount: bigint): Promise<void> {
    const nowSecs = this.#clock.now() / 1_000_000n;
    await this.#fillFaucet(amount);
    const forkedChainId = this.#fork?.point.chainId;
    const submission = await this.#submit(
      faucetTransaction({ receiver: toAddress(address), amount, nonce: this.#nextNonce(), nowSecs, forkedChainId }),
    );
    if (submission.kind === "refused") throw new Error(`the faucet's transaction was refused: ${submission.message}`);
  }

  /**
   * Makes up an account: the first, the second and so on of the network's seed are the same in every run.
   *
   * @param balance - octas that it is given
   */
  async newAccount(balance = 100_000_000n): Promise<LocalAccount> {
    this.#newAccounts += 1;
    const account = seededAccount(this.#seed, this.#newAccounts, balance);
    await this.fund(account.address, balance);
    return account;
  }

  get settings(): ClientSettings {
    const urls = { fullnode: this.url, faucet: this.faucetUrl, indexer: `${this.url}/graphql` };
    return clientSettings(urls, this.fetch);
  }

  send(call: EntryCall): Promise<ExecutionResult> {
    return this.#calls.send(call);
  }

  result(hash: string): Promise<ExecutionResult | undefined> {
    return this.#calls.result(hash);
  }

  simulate(call: EntryCall): Promise<ExecutionResult> {
    return this.#calls.simulate(call);
  }

  view(call: ViewCall): Promise<readonly unknown[]> {
    return this.#calls.view(call);
  }

  trace(transaction: string | bigint, format?: TraceFormat): Promise<string> {
    return this.#calls.trace(transaction, format);
  }

  deploy(deployment: Deployment): Promise<ExecutionResult> {
    this.#codeReport?.addPackage(deployment);
    return this.#calls.deploy(deployment);
  }

  /** What the next transaction of an account needs to know. @internal */
  async prepare(sender: Address): Promise<{ readonly sequenceNumber: bigint; readonly nowUsecs: bigint }> {
    return { sequenceNumber: await this.#chain.nextSequenceNumber(sender), nowUsecs: this.#clock.now() };
  }

  /** Hands in a signed transaction in the API's JSON. @internal */
  async submit(transaction: unknown): Promise<Report> {
    const response = await this.#fetchWhole(`${this.url}/transactions`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(transaction),
    });
    const answer: unknown = await response.json();
    if (!response.ok) return { refusal: answer as NonNullable<Report["refusal"]> };
    return (await this.report((answer as { readonly hash: string }).hash)) ?? {};
  }

  /** What became of a transaction. @internal */
  async report(hash: string): Promise<Report | undefined> {
    const response = await this.fetch(`${this.url}/transactions/by_hash/${hash}`);
    if (!response.ok) return undefined;
    const transaction = (await response.json()) as NonNullable<Report["transaction"]>;
    return { transaction, ...(await this.#chain.effectsOf(hash)) };
  }

  async impersonate(address: Address | string): Promise<ImpersonatedSender> {
    const account = toAddress(address);
    this.#chain.rules.impersonate(account);
    return impersonatedSender(account);
  }

  async setResource(address: Address | string, type: string, value: Uint8Array | undefined): Promise<void> {
    return this.#edit(resourceEdit(this.#chain.state, toAddress(address), parseStructTag(type), value));
  }

  async setTableItem(handle: Address | string, key: Uint8Array, value: Uint8Array | undefined): Promise<void> {
    return this.#edit({ key: tableItemKey(toAddress(handle), key), item: "table_item", value });
  }

  async setModule(address: Address | string, name: string, bytecode: Uint8Array | undefined): Promise<void> {
    return this.#edit({ key: moduleKey(toAddress(address), name), item: "module", value: bytecode });
  }

  setFeature(feature: number, isOn: boolean): Promise<void> {
    return this.#edit(featureEdit(this.#chain.state, feature, isOn));
  }

  snapshot(): Promise<NetworkSnapshot> {
    return this.#work.run(async () => {
      const mark = this.#save();
      return { restore: () => this.#restore(mark) };
    });
  }

  dumpState(): Promise<Uint8Array> {
    return this.#work.run(() => packState({ records: this.#chain.history(), nowUsecs: this.#clock.now() }));
  }

  loadState(state: Uint8Array): Promise<void> {
    return this.#work.run(async () => {
      const { records, nowUsecs } = await unpackState(state);
      const { onRecords } = this.#chain;
      this.#chain = await openChain(this.#clock, this.#chain.rules, this.#fork, records);
      this.#chain.onRecords = onRecords;
      this.#clock.set(nowUsecs);
      this.#endpoints = this.#openEndpoints();
    });
  }

  async setBalance(address: Address | string, amount: bigint, asset?: Address | string): Promise<void> {
    const { state, vm } = this.#chain;
    const edit = { owner: toAddress(address), asset: toAsset(asset ?? aptMetadataAddress), amount };
    return this.#work.run(async () => {
      await this.#chain.makeBlock(await balanceEdits(vm, state, edit));
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    await this.#work.run(async () => this.#chain.store.close());
    await this.#fork?.close();
  }

  #save(): NetworkMark {
    return {
      owner: this.#chain,
      chain: this.#chain.save(),
      nonce: this.#nonce,
      newAccounts: this.#newAccounts,
      mining: this.#mining,
    };
  }

  /** State is set by hand in a block of its own. */
  #edit(edit: StateEdit | Promise<StateEdit>): Promise<void> {
    return this.#work.run(async () => {
      await this.#chain.makeBlock([await edit]);
    });
  }

  #restore({ owner, chain, nonce, newAccounts, mining }: NetworkMark): Promise<void> {
    return this.#work.run(async () => {
      await owner.restore(chain);
      this.#chain = owner;
      this.#nonce = nonce;
      this.#newAccounts = newAccounts;
      this.#mine(mining);
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

  /** Gives the faucet of a fork the coins that it hands out: on a fork no account may mint. */
  async #fillFaucet(amount: bigint): Promise<void> {
    if (this.#fork === undefined) return;
    await this.#work.run(async () => {
      const edits = await forkFaucetEdits(this.#chain.vm, this.#chain.state, amount);
      if (edits.length > 0) await this.#chain.makeBlock(edits);
    });
  }

  /** Requests of the network's own: where state of the forked network is missing, they fail with the reason. */
  async #fetchWhole(input: string, init?: RequestInit): Promise<Response> {
    const response = await this.fetch(input, init);
    const fault = this.#fork?.takeFault();
    // The API's words for it do not say which state it was.
    if (response.status >= 500 && fault !== undefined) throw fault;
    return response;
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
    const api = createApi({
      store,
      vm,
      pool,
      clock,
      testing: this.#chain.rules,
      completeState: this.#fork?.completes(store),
    });
    return {
      api,
      routes: createRouteTable(api.routes),
      services: [faucet, createLocalIndexer({ store }), this.#verbs],
    };
  }
}

/** A block that lacks state of the forked network is made another time. */
function ignoreFork(error: unknown): void {
  if (!(error instanceof ForkError)) throw error;
}

/** What a network is made with. */
interface NetworkSettings {
  readonly mining: Mining;
  readonly seed: string;
  readonly fork: LocalFork | undefined;
  readonly report: CodeReport | undefined;
}

/** A place in a network's history, with what its next steps depend on. */
interface NetworkMark {
  /** The chain that it is a place of: another one after a state was loaded. */
  readonly owner: NetworkChain;
  readonly chain: ChainMark;
  readonly nonce: bigint;
  readonly newAccounts: number;
  readonly mining: Mining;
}
