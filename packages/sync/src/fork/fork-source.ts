import type { Address, StateItem, StateView, StructTag } from "@ledger/types";
import type { FindGroup } from "../lazy/account-keys.ts";
import type { Fetch } from "../rest/http-request.ts";
import type { Pacing } from "../rest/pacing.ts";
import type { StateReader } from "../rest/state-reader.ts";
import type { ForkCache } from "./fork-cache.ts";
import type { ForkPoint } from "./fork-file.ts";

/** The ledger to fork, and the way to ask for it. */
export interface ForkOptions {
  /** API root of a node, e.g. `https://node.example/v1`; without credentials. Not asked when the fork is offline. */
  readonly url: string;
  /** The last version that the fork shares; the upstream's latest when absent. An offline fork needs it. */
  readonly version?: bigint | undefined;
  /** Keeps what was fetched. */
  readonly cache?: ForkCache | undefined;
  /** Answers from the cache alone; no connection is made. */
  readonly offline?: boolean | undefined;
  /** Sent as `Authorization: Bearer`. */
  readonly apiKey?: string | undefined;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Requests under way at a time; 8. */
  readonly concurrency?: number | undefined;
  /** Longest wait for an answer, milliseconds, pauses that the upstream asks for included; 30,000. */
  readonly timeout?: number | undefined;
  /** Called with the reason when an answer is waited for: at once, and every ten seconds while that lasts. */
  readonly onWaiting?: ((reason: string) => void) | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch | undefined;
  /** Replaces time and chance. */
  readonly pacing?: Pacing | undefined;
  /**
   * The group that holds a resource, by code that `findModule` gives; `undefined` for a resource with a key of its own. It is asked where an
   * upstream does not tell groups as they are stored.
   */
  readonly findGroup: (tag: StructTag, findModule: FindModule) => Promise<StructTag | undefined>;
}

/** Bytecode at the fork point. */
export type FindModule = (address: Address, name: string) => Promise<Uint8Array | undefined>;

/** The state of a ledger at one version, fetched as it is asked for. */
export interface ForkSource extends StateView {
  readonly point: ForkPoint;
  /** Host and port of the upstream, or the place of the cache, for people. */
  readonly name: string;
  /** For a completer of a ledger that begins after the fork point: it answers for the version of the fork point only. */
  readonly state: StateReader;
  /** The group that holds a resource, by the code at the fork point. */
  readonly findGroup: FindGroup;
  /**
   * Reads an item of the state.
   *
   * @throws `ForkError` when it cannot be had: an item that is not known is never taken for absent
   */
  get(key: Uint8Array): Promise<StateItem | undefined>;
  /** Writes what was learned into the cache. @throws `ForkError` `cache_unusable` */
  flush(): Promise<void>;
}
