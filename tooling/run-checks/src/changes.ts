/** Tests and checks that a change in some folders wants, besides the units that import what changed. */
export interface ChangeRule {
  /** Beginnings of paths. */
  readonly folders: readonly string[];
  /** Folders and files of tests of processes, as the test runner filters them. */
  readonly whole: readonly string[];
  /** Names for `pnpm check`. */
  readonly checks: readonly string[];
}

/** The rules, one for each part of the product. A path may fall under several. */
export const changeRules: readonly ChangeRule[] = [
  { folders: ["packages/bcs/"], whole: ["packages/bcs"], checks: ["fuzz", "generated", "size"] },
  { folders: ["packages/types/"], whole: ["packages/api-core", "packages/sync"], checks: ["fuzz"] },
  {
    folders: ["packages/move/", "packages/vm/"],
    whole: ["packages/move", "packages/vm", "packages/executor"],
    checks: ["fuzz", "execute", "vm", "size"],
  },
  {
    folders: ["packages/executor/"],
    whole: ["packages/executor", "packages/local-chain", "packages/workload", "packages/devnet"],
    checks: ["execute", "genesis", "lies", "traces"],
  },
  {
    folders: ["packages/state-store/", "packages/store-contract/"],
    whole: ["packages/state-store", "packages/store-contract", "packages/indexer", "apps/node/test/stores"],
    checks: ["crash", "edge", "model", "postgres", "sql", "tree"],
  },
  {
    folders: ["packages/sync/"],
    whole: [
      "packages/sync",
      "apps/node/test/follow.whole.test.ts",
      "apps/node/test/stranger-upstream.whole.test.ts",
      "apps/node/test/backup.whole.test.ts",
    ],
    checks: ["byzantine", "crash", "flips", "lies"],
  },
  {
    folders: ["packages/indexer/"],
    whole: [
      "packages/indexer",
      "apps/node/test/table-index.whole.test.ts",
      "apps/node/test/index-agreement.whole.test.ts",
    ],
    checks: ["index"],
  },
  {
    folders: ["packages/api-core/"],
    whole: [
      "packages/api-core",
      "apps/node/test/sdk",
      "apps/node/test/http.whole.test.ts",
      "apps/node/test/description.whole.test.ts",
    ],
    checks: ["forgeries", "openapi", "spec", "traces"],
  },
  { folders: ["packages/verifier/"], whole: ["apps/explorer/test/trust.whole.test.ts"], checks: ["forgeries", "size"] },
  {
    folders: ["packages/devnet/", "packages/local-chain/", "packages/local-services/", "packages/workload/"],
    whole: [
      "packages/devnet",
      "packages/local-chain",
      "packages/workload",
      "apps/node/test/devnet.whole.test.ts",
      "apps/node/test/local-network",
    ],
    checks: ["fork", "local-network", "verbs"],
  },
  { folders: ["apps/node/src/"], whole: ["apps/node"], checks: ["fairness", "soak", "stream"] },
  { folders: ["apps/explorer/"], whole: ["apps/explorer"], checks: [] },
  { folders: ["apps/site/"], whole: ["apps/site"], checks: [] },
  { folders: ["examples/"], whole: ["examples", "tooling/check-examples"], checks: ["docs"] },
  { folders: ["docs/", "README.md", "deploy/"], whole: ["tooling/check-docs", "tooling/deploy"], checks: ["docs"] },
  {
    folders: ["tooling/release/", "tooling/check-docs/"],
    whole: ["tooling/release", "tooling/check-docs"],
    checks: ["release"],
  },
  { folders: ["tooling/test-run/"], whole: ["tooling/test-run"], checks: [] },
  { folders: ["tooling/launch/"], whole: ["tooling/launch"], checks: [] },
];

/** Tests and checks that some changed paths want, each test and check once. */
export function findWanted(paths: readonly string[]): Omit<ChangeRule, "folders"> {
  const rules = changeRules.filter(({ folders }) =>
    folders.some((folder) => paths.some((path) => path.startsWith(folder))),
  );
  // A test file that changed is run, whatever the rules say.
  const changedTests = paths.filter((path) => /\.whole\.test\.ts$/.test(path));
  const whole = new Set([...rules.flatMap((rule) => rule.whole), ...changedTests]);
  return { whole: [...whole], checks: [...new Set(rules.flatMap(({ checks }) => checks))] };
}
