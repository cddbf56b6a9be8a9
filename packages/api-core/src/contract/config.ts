/** Which view functions may be called: functions as `0x1::coin::balance`, modules as `0x1::coin`, accounts as `0x1`. */
export interface ViewFilter {
  /** Only these, when there are any. */
  readonly allow: readonly string[];
  /** None of these, even when they are allowed. */
  readonly block: readonly string[];
}

/** Whose transactions are submitted and simulated: accounts as `0x1`. */
export interface SenderFilter {
  /** Only theirs, when there are any. */
  readonly allow: readonly string[];
  /** None of theirs, even when they are allowed. */
  readonly block: readonly string[];
}

/** Default and greatest number of items on a page. A larger `limit` is clamped without notice. */
export interface PageSize {
  readonly default: number;
  readonly max: number;
}

/** Facts about a node that its info has; what is absent is left out. */
export interface NodeFacts {
  /** The place of its ledger. */
  readonly store?: "memory" | "sqlite" | "postgres";
  /** `full` keeps the ledger, `api` serves one that another node keeps. */
  readonly role?: "full" | "api";
  /** True where the ledger is that of a local network, which makes its blocks itself. */
  readonly isLocalNetwork?: boolean;
  /** How much history is kept below the latest version; what is absent is not bounded. */
  readonly window?: {
    readonly stateVersions?: bigint | undefined;
    readonly ledgerVersions?: bigint | undefined;
    readonly timeUsecs?: bigint | undefined;
    readonly diskBytes?: number | undefined;
  };
  /** The table groups that the node indexes. */
  readonly index?: readonly string[];
  /** How what comes in is checked besides its hashes. */
  readonly checks?: {
    /** Events that do not match their hash are refused, or kept with a warning. */
    readonly eventRoots?: "strict" | "warn";
    /** The root of the whole state is computed after every block. */
    readonly stateRoots?: "off" | "every_block" | undefined;
    /** The state tree is kept, and answers are proved from it. */
    readonly proofs?: "on" | "off";
    /** Versions that are executed again: none, all, or one of N. */
    readonly execute?: "off" | "all" | number;
  };
}

/** Settings of the API. */
export interface ApiConfig {
  /**
   * First part of every ledger header; each family is sent in full. Both families are, by default: the official client
   * turns pages by `X-Aptos-CURSOR` and loses them in silence without it.
   */
  readonly headerPrefixes: readonly string[];
  /** Largest accepted request body, bytes. */
  readonly contentLengthLimit: number;
  readonly pageSizes: {
    readonly modules: PageSize;
    readonly resources: PageSize;
    readonly summaries: PageSize;
    readonly transactions: PageSize;
    readonly accountTransactions: PageSize;
    readonly events: PageSize;
    readonly tableItems: PageSize;
    readonly lists: PageSize;
    /** Transactions inside a block answer; more are cut. */
    readonly blockTransactions: number;
  };
  /** Allows answers in JSON, and in BCS; off is 403 `api_disabled`. */
  readonly jsonOutput: boolean;
  readonly bcsOutput: boolean;
  /** Switches the operations of these names on; off is 403 `api_disabled`. */
  readonly encodeSubmission: boolean;
  readonly simulation: boolean;
  readonly submission: boolean;
  /** How requests wait for a transaction that is pending. */
  readonly waitByHash: {
    /** Longest wait, milliseconds. */
    readonly longestMs: number;
    /** Requests that wait at one time; the others are answered at once. */
    readonly most: number;
  };
  /** Lowest gas price that the network takes, in octas per gas unit: the estimate while blocks are not full. */
  readonly minimumGasPrice: bigint;
  /** Most gas units that a view function may use. */
  readonly maxViewGas: number;
  /** Which view functions clients may call. */
  readonly viewFilter: ViewFilter;
  /** Whose transactions clients may submit and simulate. */
  readonly senderFilter: SenderFilter;
  /**
   * Allows answers about transactions below the oldest version, which the store may keep longer than state. Otherwise all
   * that is below it is gone, also while it is still being deleted.
   */
  readonly keepsOlderRecords: boolean;
  /** Seconds for which a cache that many clients share may give the latest answer without asking again; 0 for none. */
  readonly sharedCacheSeconds: number;
  readonly nodeRole: "full_node" | "validator";
  /** Commit of the build, shown by the ledger info. */
  readonly gitHash: string | undefined;
  /** Version of the software, shown in the API description. */
  readonly version: string;
  /** The node's facts about itself, besides its ledger. */
  readonly facts: NodeFacts;
}

/** The default settings of a node. */
export const defaultApiConfig: ApiConfig = {
  headerPrefixes: ["X-SVC-", "X-Aptos-"],
  contentLengthLimit: 8 * 1024 * 1024,
  pageSizes: {
    modules: { default: 9999, max: 9999 },
    resources: { default: 9999, max: 9999 },
    summaries: { default: 100, max: 100 },
    transactions: { default: 25, max: 100 },
    accountTransactions: { default: 25, max: 100 },
    events: { default: 25, max: 100 },
    tableItems: { default: 100, max: 1000 },
    lists: { default: 25, max: 100 },
    blockTransactions: 10_000,
  },
  jsonOutput: true,
  bcsOutput: true,
  encodeSubmission: true,
  simulation: true,
  submission: true,
  waitByHash: { longestMs: 1_000, most: 100 },
  minimumGasPrice: 100n,
  maxViewGas: 2_000_000,
  viewFilter: { allow: [], block: [] },
  senderFilter: { allow: [], block: [] },
  keepsOlderRecords: false,
  sharedCacheSeconds: 0,
  nodeRole: "full_node",
  gitHash: undefined,
  version: "0.0.0",
  facts: {},
};
