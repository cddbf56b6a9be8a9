import { bytesToHex, formatHash, formatHex, mapKey } from "@ledger/types";
import { decodeStateAnswer, type StateAnswer } from "../answer.ts";
import { decodeTransactionAnswer, type VerifiedTransaction, verifyTransaction } from "../transaction-answer.ts";
import { VerificationError } from "../verification-error.ts";
import type { TrustedRoot } from "../verify-info.ts";
import { type VerifiedState, verifyState } from "../verify-state.ts";
import { AgeBound, expectNear, NodeLags } from "./age.ts";
import { KnownValues } from "./known-values.ts";
import { errorCodeOf, type NodeAnswer, NodeReader, type NodeRequest, type Reach, readJson } from "./node-reader.ts";
import { readNodeRoot } from "./node-root.ts";
import type { Trust, VouchedRoot } from "./trust.ts";

// The package is compiled without DOM and Node types; this is all it needs of them.
declare const setTimeout: (callback: () => void, milliseconds: number) => unknown;

/** Options of {@link ProofReader}. */
export interface ProofReaderOptions extends Reach {
  /** Address of the API of a node that keeps proofs; of several, the next is asked where one fails. */
  readonly node: string | readonly string[];
  /** Finds the roots that verification rests on. */
  readonly trust: Trust;
  /**
   * Oldest time of the newest block, milliseconds before now; any when absent. The time is read from the state under the root, and one
   * that is more than a minute ahead of the clock is refused.
   */
  readonly maxAgeMs?: number | undefined;
  /** Milliseconds since the Unix epoch; the system clock when absent. */
  readonly clock?: (() => number) | undefined;
}

/** A call whose reads are to be proved: what is sent to `POST /view` or `POST /transactions/simulate`. */
export interface WitnessRequest extends Pick<NodeRequest, "body" | "headers"> {
  /** The route that proves it. */
  readonly runs: "view" | "simulate";
  /** True if the simulation estimates how much gas the sender can pay for. */
  readonly estimatesMaxGas?: boolean | undefined;
}

/** State that a call reads, proved. */
export interface ProvedReads {
  /** Encoded state keys, as the node chose them. */
  readonly keys: readonly Uint8Array[];
  /** The values of these keys, or that they are absent. */
  readonly state: VerifiedState;
}

/** A trusted root, with state that was proved under it. */
export interface ProvedHead {
  readonly root: VouchedRoot;
  /** Absent where no keys were asked for. */
  readonly state: VerifiedState | undefined;
}

/** Times that a node which lags is asked again, and the wait between them, milliseconds. */
const [lagTries, lagWait] = [10, 200];

/** Most keys of one proof. */
const maxKeys = 1_000;

/** Values that an address names: it must not become longer than servers take. */
const namedValues = 48;

/**
 * Reads a ledger through nodes that are not trusted: what it returns was proved.
 *
 * All methods throw {@link VerificationError} for what does not hold, and what `fetch` throws.
 *
 * @example
 * ```ts
 * const reader = new ProofReader({ node, trust: roots("http://127.0.0.1:8080/v1") });
 * const { state } = await reader.open(() => [key]);
 * state?.read(key);
 * ```
 */
export class ProofReader {
  readonly #nodes: readonly NodeReader[];
  readonly #options: ProofReaderOptions;
  readonly #age: AgeBound;
  readonly #known = new KnownValues();
  /** Latest version under which something was shown: later answers are not of an older ledger. */
  #shown = 0n;

  constructor(options: ProofReaderOptions) {
    const { node } = options;
    this.#nodes = (typeof node === "string" ? [node] : node).map((url) => new NodeReader(url, options));
    if (this.#nodes.length === 0) throw new RangeError("no node was given");
    this.#options = options;
    this.#age = new AgeBound(options.maxAgeMs, options.clock);
  }

  /** The nodes, in the order in which they are asked. */
  get nodes(): readonly NodeReader[] {
    return this.#nodes;
  }

  /**
   * Opens the newest state: finds its root, and proves some keys under it. Where the nodes lag it is the newest one that they have, at most
   * a minute older.
   *
   * @param keysAt - encoded state keys to prove at the version, under a root; none where all that is wanted of it is known. It may be
   * called more than once: the last call is about the root that is returned
   */
  async open(keysAt: (version: bigint, root: VouchedRoot) => readonly Uint8Array[]): Promise<ProvedHead> {
    let newest: VouchedRoot | undefined;
    let bound: bigint | undefined;
    for (let tries = 0; ; tries++) {
      try {
        const root = await this.#options.trust.root(bound);
        this.#age.expectRecent(root);
        newest ??= root;
        expectNear(root, newest);
        if (root.ledgerVersion < this.#shown) throw new NodeLags("age", lagText(root.ledgerVersion, this.#shown));
        const ofTime = this.#age.keysFor(root);
        const keys = [...keysAt(root.ledgerVersion, root), ...ofTime];
        const state = keys.length === 0 ? undefined : await this.state(keys, root.ledgerVersion, root);
        if (state !== undefined && ofTime.length > 0) this.#age.expectTime(root, state);
        // Another question may have been shown newer state meanwhile.
        if (root.ledgerVersion > this.#shown) this.#shown = root.ledgerVersion;
        return { root, state };
      } catch (error) {
        if (!(error instanceof NodeLags) || tries === lagTries) throw error;
        if (tries > 0) await new Promise<void>((resolve) => setTimeout(resolve, lagWait));
        // Without a first root there is nothing yet that the nodes could lag.
        if (newest !== undefined) bound = await this.#newestOfNodes();
      }
    }
  }

  /**
   * Proves state at the end of a block.
   *
   * @param keys - encoded state keys
   * @param version - last one of a block
   */
  async state(keys: readonly Uint8Array[], version: bigint, root: TrustedRoot): Promise<VerifiedState> {
    if (keys.length > maxKeys) return this.#stateOfMany(keys, version, root);
    const known = this.#known.hashesOf(keys);
    const body = JSON.stringify({
      keys: keys.map(formatHex),
      ...(known.length > 0 && { known: known.map(formatHash) }),
    });
    const target = `/proofs/state?ledger_version=${version}&root_version=${root.ledgerVersion}`;
    return this.#askEach(async (node) => {
      const answer = decodeStateAnswer(await askBcs(node, target, { method: "POST", body, headers: json }));
      return this.#accept(answer, keys, version, root);
    });
  }

  /**
   * Proves the state that a call of a view function, or the simulation of a transaction, reads: as far as the node says what that is.
   *
   * @param first - index of the node to ask first: one after a node that left something out
   */
  async witness(request: WitnessRequest, version: bigint, root: TrustedRoot, first = 0): Promise<ProvedReads> {
    const at = `ledger_version=${version}&root_version=${root.ledgerVersion}`;
    return this.#askEach(
      async (node) => this.#acceptReads(await this.#askWitness(node, request, at), version, root),
      this.#nodes.slice(first),
    );
  }

  /**
   * The same on the newest state that the first node has, which is asked for while the newest root is still being found.
   *
   * @param opening - finds the root
   * @returns `undefined` where the node has another version than the root
   */
  async newestWitness(request: WitnessRequest, opening: Promise<TrustedRoot>): Promise<ProvedReads | undefined> {
    const [answer, root] = await Promise.all([this.#askWitness(this.#nodes[0]!, request), opening]);
    return answer.version === root.ledgerVersion ? this.#acceptReads(answer, answer.version, root) : undefined;
  }

  async #askWitness(
    node: NodeReader,
    { runs, estimatesMaxGas, ...request }: WitnessRequest,
    at = "",
  ): Promise<StateAnswer> {
    const known = this.#known.largest(namedValues).map(bytesToHex).join(",");
    const target = `/proofs/${runs}?${at}${known && `&known=${known}`}${estimatesMaxGas === true ? "&estimate_max_gas_amount=true" : ""}`;
    return decodeStateAnswer(await askBcs(node, target, { method: "POST", ...request }));
  }

  #acceptReads(answer: StateAnswer, version: bigint, root: TrustedRoot): ProvedReads {
    return { keys: answer.entries.map(({ key }) => key), state: this.#accept(answer, undefined, version, root) };
  }

  /** Proves a transaction with its events and its write set. */
  async transaction(version: bigint, root: TrustedRoot): Promise<VerifiedTransaction> {
    const target = `/proofs/transactions/${version}?root_version=${root.ledgerVersion}&with_events=true&with_write_set=true`;
    return this.#askEach(async (node) => {
      const answer = decodeTransactionAnswer(await askBcs(node, target, {}));
      if (answer.events === undefined || answer.writeSet === undefined) {
        throw new VerificationError("value", "the events or the write set are missing");
      }
      return verifyTransaction(answer, version, root);
    });
  }

  #accept(
    answer: StateAnswer,
    keys: readonly Uint8Array[] | undefined,
    version: bigint,
    root: TrustedRoot,
  ): VerifiedState {
    const state = verifyState(answer, { keys, version, known: this.#known }, root);
    for (const { key, value } of answer.entries) if (value !== undefined) this.#known.add(key, value);
    return state;
  }

  async #stateOfMany(keys: readonly Uint8Array[], version: bigint, root: TrustedRoot): Promise<VerifiedState> {
    const parts = new Map<string, VerifiedState>();
    let last: VerifiedState | undefined;
    for (let at = 0; at < keys.length; at += maxKeys) {
      const part = keys.slice(at, at + maxKeys);
      last = await this.state(part, version, root);
      for (const key of part) parts.set(mapKey(key), last);
    }
    return { ...last!, read: (key) => (parts.get(mapKey(key)) ?? last!).read(key) };
  }

  /** Asks one node after the other until an answer holds. @throws what the last one led to */
  async #askEach<T>(ask: (node: NodeReader) => Promise<T>, nodes = this.#nodes): Promise<T> {
    for (const [i, node] of nodes.entries()) {
      try {
        return await ask(node);
      } catch (error) {
        if (i === nodes.length - 1) throw error;
      }
    }
    throw new RangeError("no node was given");
  }

  /** The newest version that the nodes claim. */
  async #newestOfNodes(): Promise<bigint> {
    const { ledgerVersion } = await this.#askEach((node) => readNodeRoot(node));
    return ledgerVersion;
  }
}

const json = { "content-type": "application/json" };

/** Asks a node for an answer in BCS. */
async function askBcs(node: NodeReader, target: string, request: Partial<NodeRequest>): Promise<Uint8Array> {
  const answer = await node.ask(target, {
    ...request,
    headers: { ...request.headers, accept: "application/x-bcs" },
  });
  if (answer.status === 200) return answer.body;
  throw refusal(node, answer);
}

function refusal(node: NodeReader, { status, body }: NodeAnswer): VerificationError {
  const answer = readJson(body);
  const { message } = (answer ?? {}) as { readonly message?: unknown };
  const text = `${node.url} has no proof (status ${status}${typeof message === "string" ? `: ${message.slice(0, 300)}` : ""})`;
  const lags = errorCodeOf(answer) === "version_not_found" || status === 503;
  return lags ? new NodeLags("age", text) : new VerificationError("request", text);
}

function lagText(version: bigint, shown: bigint): string {
  return `version ${version} is older than version ${shown}, of which something was shown`;
}
