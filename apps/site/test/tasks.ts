/** A question of a newcomer, and where the site answers it. */
export interface Task {
  readonly question: string;
  /** A search that finds the page among its first five. */
  readonly words: string;
  /** Names of the links that lead there from the landing page: two at most. */
  readonly clicks: readonly string[];
  readonly address: string;
  /** Words of the answer. */
  readonly answer: RegExp;
}

/** The questions that the site is measured by. */
export const tasks: readonly Task[] = [
  {
    question: "How do I fork?",
    words: "how do I fork",
    clicks: ["Guides", "Fork a network"],
    address: "docs/guides/fork.html",
    answer: /startLocalNetwork\(\{\s*fork: \{ url/,
  },
  {
    question: "What does --execute prove?",
    words: "what does --execute prove",
    clicks: ["follow a network", "The table"],
    address: "SECURITY.html",
    answer: /executed is what --execute all and\s+ledger-node replay add/,
  },
  {
    question: "Where is the pruning window set?",
    words: "where is the pruning window set",
    clicks: ["keep history small"],
    address: "docs/guides/keep-history-small.html",
    answer: /--time-window <span>[\s\S]+time span of state kept before the latest block/,
  },
  {
    question: "Which error means that a version is too old?",
    words: "version_pruned",
    clicks: ["Guides", "Troubleshoot"],
    address: "docs/guides/troubleshoot.html",
    answer: /version_pruned/,
  },
  {
    question: "What does @ledger/bcs weigh?",
    words: "what does @ledger/bcs weigh",
    clicks: ["libraries", "@ledger/bcs"],
    address: "packages/bcs/index.html",
    answer: /@ledger\/bcs weighs \d/,
  },
  {
    question: "How do I verify a balance?",
    words: "how do I verify a balance",
    clicks: ["Guides", "Verify a balance"],
    address: "docs/guides/verify-a-balance.html",
    answer: /verifyState\(/,
  },
  {
    question: "How do I add an endpoint?",
    words: "how do I add an endpoint",
    clicks: ["How it is made", "Architecture"],
    address: "docs/architecture.html",
    answer: /an endpoint, or add one\s+api-core\/src\/routes/,
  },
];
