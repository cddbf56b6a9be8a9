import { ApiError } from "@ledger/api-core";
import { Limiter } from "@ledger/kit";
import { faucetTransaction, forkFaucetEdits, type LocalAccount, seededAccount } from "@ledger/local-chain";
import type { HttpService } from "@ledger/local-services";
import { ForkError, type ForkPoint } from "@ledger/sync/fork";
import {
  type Address,
  formatAddress,
  formatHash,
  hashSignedTransaction,
  type LedgerRecord,
  type StateView,
  type Submission,
} from "@ledger/types";
import type { Coverage, FeatureFlag } from "@ledger/vm";
import { type AddressLike, toAddress } from "../inputs/address.ts";
import { toAmount, toBlockCount } from "../inputs/numbers.ts";
import {
  type ImpersonationOptions,
  type Mining,
  minesAtOnce,
  takesAnyKey,
  toBytes,
  toFlag,
  toMining,
} from "../inputs/values.ts";
import { answerRequest, type NetworkEndpoints } from "../network/api-fetch.ts";
import { NetworkCalls } from "../network/calls.ts";
import { expectNext, takesTransactions } from "../network/chain-probe.ts";
import { type ClientSettings, clientSettings } from "../network/client-settings.ts";
import type { NetworkClock } from "../network/clock.ts";
import type { CodeReport } from "../network/code-report.ts";
import type { ExecutionResult, Report, TraceFormat } from "../network/execution-result.ts";
import type { GasReport } from "../network/gas-report.ts";
import { HeldMarks } from "../network/held-marks.ts";
import type { LocalFork } from "../network/local-fork.ts";
import type { Network, NetworkSnapshot, NetworkTime } from "../network/network.ts";
import type { ChainMark, NetworkChain } from "../network/network-chain.ts";
import type { NetworkRules } from "../network/network-rules.ts";
import type { NetworkSettings } from "../network/network-settings.ts";
import { createNetworkTime } from "../network/network-time.ts";
import { openChain } from "../network/open-chain.ts";
import { openEndpoints } from "../network/open-endpoints.ts";
import {
  type Deployment,
  type EntryCall,
  type ImpersonatedSender,
  impersonatedSender,
  type ViewCall,
} from "../network/requests.ts";
import {
  balanceByHand,
  editsOf,
  featureByHand,
  moduleByHand,
  resourceByHand,
  type StateByHand,
  tableItemByHand,
} from "../network/state-by-hand.ts";
import { packState, unpackState } from "../network/state-file.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";
import { createVerbService, describeInProcess } from "../verbs/verb-service.ts";

/** The origin of requests to the network, which has no socket. */
const origin = "http://local.network";

/** A network inside this process. */
export class LocalNetwork implements Network {
  readonly url: string = `${origin}/v1`;
  readonly faucetUrl: string = origin;
  readonly accounts: readonly LocalAccount[];
  /** Receives the records of every block. @internal */
  onBlock: ((records: readonly LedgerRecord[]) => void) | undefined;
  /** Receives what the code of a transaction printed, and how it failed. @internal */
  set onNotes(onNotes: NetworkRules["onNotes"]) {
    this.#chain.rules.onNotes = onNotes;
  }
  /** Receives the hash of each transaction that is dropped while it waits, and why. @internal */
  onDiscard: ((hash: string, reason: string) => void) | undefined;
  readonly #api: NetworkSettings["api"];
  readonly #codeReport: CodeReport | undefined;
  #mining: Mining = "auto";
  #timer: ReturnType<typeof setInterval> | undefined;
  #chain: NetworkChain;
  readonly #clock: NetworkClock;
  readonly #seed: string;
  readonly #fork: LocalFork | undefined;
  readonly #work = new Limiter(1);
  readonly #calls: NetworkCalls;
  readonly #verbs = createVerbService({ net: this, snapshots: new Map() });
  readonly #description: HttpService;
  #endpoints: NetworkEndpoints;
  /** Why the latest block could not be made. */
  #fault: string | undefined;
  /** Records of the blocks of what is being attempted. */
  #untold: (readonly LedgerRecord[])[] = [];
  #isClosed = false;
  #nonce = 0n;
  #newAccounts = 0;
  readonly #history: number | undefined;
  /** The places of snapshots. */
  readonly #marks = new HeldMarks<NetworkMark>();
  /** Accounts that were made up, by their addresses. */
  readonly #made = new Map<string, LocalAccount>();

  /** @internal */
  constructor(
    chain: NetworkChain,
    clock: NetworkClock,
    { accounts, api, mining, seed, fork, report, history }: NetworkSettings,
  ) {
    this.accounts = accounts;
    this.#api = api;
    this.#chain = chain;
    this.#clock = clock;
    this.#seed = seed;
    this.#fork = fork;
    this.#codeReport = report;
    this.#history = history;
    this.#listen(chain);
    this.time = createNetworkTime({ clock, chain: () => this.#chain, attempt: (work) => this.#attempt(work) });
    this.#mine(mining);
    this.#description = describeInProcess(accounts, origin, () => this.state);
    this.#endpoints = this.#openEndpoints();
    this.#calls = new NetworkCalls({
      url: this.url,
      fetch: (input, init) => this.#fetchWhole(input, init),
      keyOf: (address) => this.#keyOf(address),
      prepare: (sender) => this.prepare(sender),
      submit: (transaction) => this.submit(transaction),
      report: (hash) => this.report(hash),
    });
  }

  /** The place at which the network leaves the one that it is a fork of; `undefined` for one that is no fork. */
  get forkPoint(): ForkPoint | undefined {
    return this.#fork?.point;
  }

  /** Which instructions have run, where the network was started with a report. */
  get coverage(): Coverage | undefined {
    return this.#codeReport?.coverage;
  }

  /** The gas that the calls of every function have used, where the network was started with a report. */
  gasReport(): GasReport | undefined {
    return this.#codeReport?.gas;
  }

  getMining(): Promise<Mining> {
    return Promise.resolve(this.#mining);
  }

  async setMining(mining: Mining): Promise<void> {
    this.#mine(toMining(mining));
  }

  #mine(mining: Mining): void {
    clearInterval(this.#timer);
    this.#mining = mining;
    if (typeof mining === "object") this.#timer = setInterval(() => void this.#mineByTheClock(), mining.intervalMs);
  }

  /** Makes a block that no caller waits for: where it fails, the health check says why until the next one. */
  async #mineByTheClock(): Promise<void> {
    try {
      await this.mine();
    } catch (error) {
      this.#fault = error instanceof Error ? error.message : String(error);
    }
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    this.#expectOpen();
    return answerRequest(this.#endpoints, new Request(input, init));
  };

  #expectOpen(): void {
    if (this.#isClosed)
      throw new LocalNetworkError("unreachable", "the network is closed: it was disposed of before this was asked");
  }

  readonly time: NetworkTime;

  async mine(blocks = 1): Promise<void> {
    const count = toBlockCount(blocks);
    await this.#attempt(async () => {
      for (let made = 0; made < count; made++) await this.#chain.makeBlock();
    });
  }

  async fund(address: AddressLike, amount: bigint | number): Promise<void> {
    const receiver = toAddress(address);
    const octas = toAmount(amount);
    await this.#attempt(() => this.#give(receiver, octas));
  }

  async #give(receiver: Address, amount: bigint): Promise<void> {
    await this.#fillFaucet(amount);
    const { chainId, isFork } = this.#chain;
    const nowSecs = this.#clock.ofNextBlock() / 1_000_000n;
    const transaction = faucetTransaction({ receiver, amount, nonce: this.#nextNonce(), nowSecs, chainId, isFork });
    const submission = await this.#take(transaction);
    if (submission.kind === "refused")
      throw new LocalNetworkError("refused", `the faucet's transaction was refused: ${submission.message}`);
    // Where blocks are made later, this one is made now: what is given is there.
    await this.#makeBlocks();
    const given = await this.#find(formatHash(hashSignedTransaction(transaction)));
    if (given?.success !== true)
      throw new LocalNetworkError(
        "refused",
        `the faucet's transaction failed: ${given?.vm_status ?? "it was dropped"}`,
      );
  }

  /**
   * Makes up an account: the first, the second and so on of the network's seed are the same in every run.
   *
   * @param balance - octas that it is given; a coin when absent
   */
  async newAccount(balance: bigint | number = 100_000_000n): Promise<LocalAccount> {
    const octas = toAmount(balance);
    return this.#attempt(async () => {
      this.#newAccounts += 1;
      const account = seededAccount(this.#seed, this.#newAccounts, octas);
      this.#made.set(formatAddress(account.address), account);
      await this.#give(account.address, octas);
      return account;
    });
  }

  get settings(): ClientSettings {
    const urls = { fullnode: this.url, faucet: this.faucetUrl, indexer: `${this.url}/graphql` };
    return clientSettings(urls, this.fetch);
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

  trace(transaction: string | bigint | undefined, format?: TraceFormat): Promise<string> {
    return this.#calls.trace(transaction, format);
  }

  deploy(deployment: Deployment): Promise<ExecutionResult> {
    this.#codeReport?.addPackage(deployment);
    this.#chain.rules.addPackage(deployment);
    return this.#calls.deploy(deployment);
  }

  /** The API and the services, which are made again when the network goes to another place. @internal */
  get endpoints(): NetworkEndpoints {
    return this.#endpoints;
  }

  /** The sequence number and the time for the next transaction of an account. @internal */
  async prepare(sender: Address): Promise<{ readonly sequenceNumber: bigint; readonly nowUsecs: bigint }> {
    this.#expectOpen();
    return { sequenceNumber: await this.#chain.nextSequenceNumber(sender), nowUsecs: this.#clock.ofNextBlock() };
  }

  /** Hands in a signed transaction. @param transaction - BCS, or the API's JSON @internal */
  async submit(transaction: unknown): Promise<Report> {
    const isEncoded = transaction instanceof Uint8Array;
    const response = await this.#fetchWhole(`${this.url}/transactions`, {
      method: "POST",
      headers: { "content-type": isEncoded ? "application/x.aptos.signed_transaction+bcs" : "application/json" },
      body: isEncoded ? (transaction as Uint8Array<ArrayBuffer>) : JSON.stringify(transaction),
    });
    const answer: unknown = await response.json();
    if (!response.ok) {
      const hash = isEncoded ? formatHash(hashSignedTransaction(transaction)) : undefined;
      return { refusal: answer as NonNullable<Report["refusal"]>, hash };
    }
    const { hash } = answer as { readonly hash: string };
    const goneBack = { message: "the network went to another place before the transaction was executed" };
    return (await this.report(hash)) ?? { refusal: goneBack, hash };
  }

  /** The result of a transaction. @internal */
  async report(hash: string): Promise<Report | undefined> {
    this.#expectOpen();
    const transaction = await this.#find(hash);
    if (transaction !== undefined) return { transaction, ...(await this.#chain.effectsOf(hash)) };
    const reason = this.#chain.findDiscarded(hash);
    return reason && { refusal: { message: reason.message, vm_error_code: reason.code ?? null }, hash };
  }

  async #find(hash: string): Promise<Report["transaction"]> {
    const response = await this.fetch(`${this.url}/transactions/by_hash/${hash}`);
    return response.ok ? ((await response.json()) as NonNullable<Report["transaction"]>) : undefined;
  }

  async impersonate(address: AddressLike, options?: ImpersonationOptions): Promise<ImpersonatedSender> {
    const account = toAddress(address);
    this.#chain.rules.impersonate(account, takesAnyKey(options));
    return impersonatedSender(account);
  }

  async stopImpersonating(address: AddressLike): Promise<void> {
    this.#chain.rules.stopImpersonating(toAddress(address));
  }

  async autoImpersonate(isOn: boolean): Promise<void> {
    this.#chain.rules.impersonateAll(toFlag(isOn));
  }

  async setResource(address: AddressLike, type: string, value: Uint8Array | undefined): Promise<void> {
    return this.#edit(resourceByHand(address, type, value));
  }

  async setTableItem(handle: AddressLike, key: Uint8Array, value: Uint8Array | undefined): Promise<void> {
    return this.#edit(tableItemByHand(handle, key, value));
  }

  async setModule(address: AddressLike, name: string, bytecode: Uint8Array | undefined): Promise<void> {
    return this.#edit(moduleByHand(address, name, bytecode));
  }

  async setFeature(feature: number | FeatureFlag, isOn: boolean): Promise<void> {
    return this.#edit(featureByHand(feature, isOn));
  }

  /** The latest state. @internal */
  get state(): StateView {
    return this.#chain.state;
  }

  async setBalance(address: AddressLike, amount: bigint | number, asset?: AddressLike): Promise<void> {
    const byHand = balanceByHand(address, amount, asset);
    // The framework's own code makes what is set here: the network can always go on with it.
    return this.#attempt(async () => void (await this.#chain.makeBlock(await editsOf(byHand, this.#chain))));
  }

  snapshot(): Promise<NetworkSnapshot> {
    return this.#work.run(async () => {
      this.#expectOpen();
      const mark = this.#save();
      this.#marks.add(mark);
      return { restore: () => this.#attempt(() => this.#goTo(mark)) };
    });
  }

  dumpState(): Promise<Uint8Array> {
    return this.#work.run(() => {
      this.#expectOpen();
      return packState({ records: this.#chain.history(), nowUsecs: this.#clock.now() });
    });
  }

  async loadState(state: Uint8Array): Promise<void> {
    const { records, nowUsecs } = await unpackState(toBytes(state, "a dumped network"));
    await this.#attempt(async () => {
      const { rules, chainId } = this.#chain;
      this.#chain = await openChain(this.#clock, rules, this.#fork, records, chainId);
      this.#listen(this.#chain);
      this.#clock.set(nowUsecs);
      await expectNext(this.#chain, false);
      this.#endpoints = this.#openEndpoints();
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#timer);
    // What was asked before ends first.
    await this.#work.run(async () => {
      this.#isClosed = true;
      this.#chain.store.close();
    });
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

  /** State is set by hand in a block of its own, if the network can go on with it. */
  #edit(byHand: StateByHand): Promise<void> {
    return this.#attempt(async () => {
      const took = await takesTransactions(this.#chain);
      await this.#chain.makeBlock(await editsOf(byHand, this.#chain));
      await expectNext(this.#chain, took);
    });
  }

  /**
   * Does work that changes the network, whole or not at all, when everything before it has ended: all that changes goes through here. What was
   * done by then is undone where it fails.
   */
  #attempt<T>(work: () => Promise<T>): Promise<T> {
    return this.#work.run(async () => {
      this.#expectOpen();
      const before = this.#save();
      let result: T;
      try {
        result = await work();
      } catch (error) {
        this.#untold = [];
        await this.#goTo(before);
        throw error;
      }
      const told = this.#untold;
      this.#untold = [];
      if (told.length > 0) this.#fault = undefined;
      for (const records of told) {
        this.#endpoints.noteCommit();
        this.#codeReport?.gas.add(records);
        this.onBlock?.(records);
      }
      this.#prune();
      return result;
    });
  }

  /** Keeps the history within its bound; what a snapshot needs is kept as well. */
  #prune(): void {
    if (this.#history === undefined) return;
    const own = [...this.#marks].filter(({ owner }) => owner === this.#chain);
    this.#chain.prune(
      this.#history,
      own.map(({ chain }) => chain),
    );
  }

  #listen(chain: NetworkChain): void {
    chain.onRecords = (records) => this.#untold.push(records);
    chain.onDiscard = (hash, { message }) => this.onDiscard?.(hash, message);
  }

  async #goTo({ owner, chain, nonce, newAccounts, mining }: NetworkMark): Promise<void> {
    await owner.restore(chain);
    this.#chain = owner;
    this.#nonce = nonce;
    this.#newAccounts = newAccounts;
    if (mining !== this.#mining) this.#mine(mining);
    // What the API has learned of versions does not hold on another branch.
    this.#endpoints = this.#openEndpoints();
  }

  #keyOf(address: Address): Uint8Array | undefined {
    const text = formatAddress(address);
    const known = this.accounts.find((account) => formatAddress(account.address) === text);
    return (known ?? this.#made.get(text))?.privateKey;
  }

  #submit(transaction: Uint8Array): Promise<Submission> {
    // The pool alone takes a transaction whole or not at all.
    const isInPool = !minesAtOnce(this.#mining);
    return isInPool ? this.#work.run(() => this.#take(transaction)) : this.#attempt(() => this.#take(transaction));
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
    const edits = await forkFaucetEdits(this.#chain.vm, this.#chain.state, amount);
    if (edits.length > 0) await this.#chain.makeBlock(edits);
  }

  /** Requests of the network's own: where state of the forked network is missing, they fail with the reason. */
  async #fetchWhole(input: string, init?: RequestInit): Promise<Response> {
    const response = await this.fetch(input, init);
    const fault = this.#fork?.takeFault();
    // The API's words for it do not say which state it was.
    if (response.status >= 500 && fault !== undefined) throw fault;
    return response;
  }

  #openEndpoints(): NetworkEndpoints {
    return openEndpoints({
      chain: this.#chain,
      clock: this.#clock,
      fork: this.#fork,
      options: this.#api,
      submit: (transaction) => this.#submit(transaction),
      fault: () => this.#fault,
      nonce: () => this.#nextNonce(),
      fillFaucet: (amount) => this.#attempt(() => this.#fillFaucet(amount)),
      description: this.#description,
      verbs: this.#verbs,
    });
  }
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
