import { type Entry, long, program, whole } from "./entry.ts";

const [storeTests, nodeTests] = ["packages/store-contract/test", "apps/node/test"];

/** The checks of `pnpm check NAME`, by name. */
export const checks: Readonly<Record<string, Entry>> = {
  types: {
    summary: "the types of all sources, tests and programs",
    takes: "1 min",
    steps: [
      { command: ["tsc", "-p", "tsconfig.json"] },
      { command: ["tsc", "-p", "apps/explorer/tsconfig.json", "--customConditions", "@ledger/source"] },
      { command: ["tsc", "-p", "apps/explorer/test/tsconfig.json", "--customConditions", "@ledger/source"] },
      { command: ["tsc", "-p", "apps/site/tsconfig.json"] },
    ],
  },
  unused: {
    summary: "files, exports and dependencies that nothing uses",
    takes: "20 s",
    steps: [{ command: ["knip", "--no-progress", "--no-config-hints"] }],
  },
  house: {
    summary: "lengths, repeated blocks and words against a budget that only falls [--list MEASURE] [--write]",
    takes: "10 s",
    steps: [program("tooling/check-house/src/main.ts")],
  },
  deps: {
    summary: "which package and which room may import which",
    takes: "5 s",
    steps: [program("tooling/check-deps/src/main.ts")],
  },
  "spec-links": {
    summary: "whether every reference of the sources to the specification leads to its section",
    takes: "1 s",
    steps: [program("tooling/check-docs/src/check-spec.ts")],
  },
  generated: {
    summary: "whether generated code, pages and schemas are what their scripts make",
    takes: "3 s",
    steps: [program("packages/bcs/scripts/generate.ts", "--check"), program("apps/node/write-options.ts", "--check")],
  },
  sql: {
    summary: "whether distributed engines plan every statement of the PostgreSQL driver [--write, with PostgreSQL]",
    takes: "5 s",
    steps: [program("packages/store-contract/scripts/check-sql.ts")],
  },
  packages: {
    summary: "each package as it would be published, and what its users get",
    takes: "1 min",
    needs: "build",
    steps: [{ command: ["node", "tooling/release/src/check-packages.ts"] }],
  },
  api: {
    summary: "whether a public API differs from the report of it in packages/*/api [--write]",
    takes: "20 s",
    needs: "build",
    steps: [{ command: ["node", "tooling/release/src/check-api.ts"] }],
  },
  docs: {
    summary: "every block of the pages for users, as a reader runs it, in bash [--zsh] [PAGE...] (Linux)",
    takes: "5 min",
    needs: "build",
    steps: [program("tooling/release/src/check-docs.ts")],
  },
  release: {
    summary: "a whole release, against a registry on this machine, and the pages with it [--keep]",
    takes: "20 min",
    steps: [program("tooling/release/src/check-release.ts")],
  },
  container: {
    summary: "the container image, built without a daemon and run as the compose file does (Linux, root, buildah)",
    takes: "5 min",
    steps: [{ command: ["node", "tooling/deploy/src/check-container.ts"] }],
  },
  openapi: {
    summary: "the API's descriptions, as linters, validators and generated clients see them",
    takes: "5 min",
    needs: "bundle",
    steps: [program("tooling/check-openapi/src/main.ts")],
  },
  size: {
    summary: "what a page loads with the codecs, the machine and the verifier",
    takes: "10 s",
    steps: ["bcs", "vm", "verifier"].map((name) => program(`packages/${name}/scripts/check-size.ts`)),
  },
  "types-cost": {
    summary: "what the compiler takes for a schema of 300 types",
    takes: "10 s",
    steps: [program("packages/bcs/scripts/check-types-cost.ts")],
  },
  mutants: {
    summary: "whether the tests notice when a guard is taken out [--count N] [--seed S]",
    takes: "15 min",
    steps: [program("tooling/check-mutants/src/main.ts")],
  },
  orders: {
    summary: "the units in ten other orders [--count N] [--seed S]",
    takes: "30 min",
    needs: "bundle",
    steps: [program("tooling/run-checks/src/orders.ts")],
  },
  weights: {
    summary: "writes down what each whole test took in the last run of all, by which CI divides them",
    takes: "1 s",
    steps: [program("tooling/test-run/src/write-weights.ts")],
  },
  vm: {
    summary: "recorded, made up and changed programs on the machine (options: packages/vm/scripts/check-vm.ts)",
    takes: "2 min",
    steps: [program("packages/vm/scripts/check-vm.ts")],
  },
  views: {
    summary: "every view function of published states, compared with the states [--network NAME] [--calls N]",
    takes: "2 min",
    steps: [program("packages/vm/scripts/sweep-views.ts")],
  },
  genesis: {
    summary: "makes published geneses again from their bytes alone: FILE...",
    takes: "1 min",
    steps: [program("packages/executor/test/genesis/main.ts")],
  },
  long: {
    summary: "every test with ten times as many cases, and the long ones: npm run test:long [--shard I/N]",
    takes: "hours",
    needs: "build",
    steps: (["units", "whole", "long"] as const).map((project) => ({ project, tests: [], effort: 10 })),
  },
  model: {
    summary: "random operations on each kind of store, against the one in memory",
    takes: "20 min",
    steps: [{ ...whole(67, `${storeTests}/model`, `${storeTests}/postgres/model`), named: "random operations" }],
  },
  edge: {
    summary: "reads at the edge of the window while another process prunes",
    takes: "30 min",
    steps: [{ ...whole(200, `${storeTests}/edge`, `${storeTests}/postgres/model`), named: "moving edge" }],
  },
  crash: {
    summary: "what killed writers and followers leave",
    takes: "10 min",
    steps: [whole(125, `${storeTests}/crash`), whole(10, "packages/sync/test/kill")],
  },
  tree: {
    summary: "a state tree against one in memory, and what its killed writers leave",
    takes: "30 min",
    steps: [whole(250, `${storeTests}/tree-model`, `${storeTests}/postgres/tree-model`)],
  },
  postgres: {
    summary: "a writer whose PostgreSQL servers are cut off, killed and replaced, one and three that share the state",
    takes: "40 min",
    steps: [
      long(20, `${storeTests}/postgres/faults`),
      { project: "whole", tests: [`${storeTests}/postgres/shards`], named: "over three servers", effort: 135 },
    ],
  },
  flips: {
    summary: "whether a flipped bit in a stopped database changes an answer unnoticed",
    takes: "10 min",
    steps: [whole(34, "packages/sync/test/flips")],
  },
  byzantine: {
    summary: "followers whose upstreams lie, fork and fail",
    takes: "5 min",
    steps: [whole(250, "packages/sync/test/byzantine")],
  },
  fuzz: {
    summary: "changed bytes, modules and arguments, for codecs, readers and the machine",
    takes: "20 min",
    steps: [
      whole(10, "packages/bcs/test/exhaustive"),
      { project: "units", tests: ["packages/bcs/test/edited-bytes"], effort: 200 },
      long(100, "packages/move/test/fuzz"),
      whole(150, "packages/vm/test/fuzz"),
      long(67, "packages/vm/test/fuzz"),
    ],
  },
  execute: {
    summary: "random and hostile transactions on the real framework",
    takes: "2 h",
    steps: [whole(667, "packages/executor/test/property"), whole(250, "packages/executor/test/hostile")],
  },
  traces: {
    summary: "whether the gas of traces adds up to what was used, for a long demonstration",
    takes: "1 min",
    steps: [long(10, "packages/api-core/test/traces")],
  },
  forgeries: {
    summary: "forged answers of every kind: the verifier refuses each at the right step",
    takes: "30 s",
    steps: [long(10, "packages/api-core/test/forgeries")],
  },
  lies: {
    summary: "forged records whose hashes are right: execution finds each, and nothing else",
    takes: "10 min",
    steps: [whole(400, `${nodeTests}/lies`)],
  },
  verbs: {
    summary: "every verb of a network for tests, in random order with extreme values",
    takes: "5 min",
    steps: [whole(20, "packages/devnet/test/verbs/all-or-nothing")],
  },
  fork: {
    summary: "a chain and a fork of it over HTTP do the same",
    takes: "10 min",
    steps: [whole(34, "packages/devnet/test/fork/exact")],
  },
  mixed: {
    summary: "a ledger of mixed load executed again by another process, from a file and from PostgreSQL",
    takes: "2 h",
    needs: "bundle",
    steps: [whole(200, `${nodeTests}/mixed-ledger`), long(250, `${nodeTests}/mixed-ledger`)],
  },
  replay: {
    summary: "a local network that is killed under load, and executed again",
    takes: "20 min",
    needs: "bundle",
    steps: [whole(167, `${nodeTests}/local-network/replay`)],
  },
  stores: {
    summary: "whether a file, a PostgreSQL server and a replica answer the same bytes",
    takes: "20 min",
    needs: "bundle",
    steps: [whole(25, `${nodeTests}/stores/answers`)],
  },
  differential: {
    summary: "our signing messages against those of the official client",
    takes: "10 min",
    needs: "bundle",
    steps: [whole(50, `${nodeTests}/sdk/differential`)],
  },
  index: {
    summary: "the index of tables against a look at all records, in a file and on PostgreSQL",
    takes: "40 min",
    steps: [whole(1_000, `${nodeTests}/index-agreement`)],
  },
  spec: {
    summary: "whether a node answers whatever can be asked as its description says",
    takes: "10 min",
    needs: "bundle",
    steps: [whole(134, `${nodeTests}/spec.whole`)],
  },
  failover: {
    summary: "nodes on PostgreSQL whose servers stall, are killed, promoted, dumped and filled (root for a full disk)",
    takes: "12 min",
    needs: "bundle",
    steps: [long(10, `${nodeTests}/long/failover`)],
  },
  soak: {
    summary: "a node that serves, follows and prunes while everything around it fails",
    takes: "3 min",
    needs: "bundle",
    steps: [long(4, `${nodeTests}/long/soak`)],
  },
  load: {
    summary: "a thousand connections to a node that takes blocks in and prunes",
    takes: "3 min",
    needs: "bundle",
    steps: [long(4, `${nodeTests}/long/load`)],
  },
  fairness: {
    summary: "how long clients wait while others ask for the costliest things",
    takes: "4 min",
    needs: "bundle",
    steps: [long(2, `${nodeTests}/long/fairness`)],
  },
  stream: {
    summary:
      "events once each for slow and cut readers of a killed node, the delay of 1,000 streams, the memory of 10,000",
    takes: "45 min",
    needs: "bundle",
    steps: [long(50, `${nodeTests}/long/stream`)],
  },
  "local-network": {
    summary: "a thousand accounts funded at a time by the official client, each paying its neighbour",
    takes: "3 min",
    needs: "bundle",
    steps: [long(10, `${nodeTests}/long/local-network`)],
  },
};

/** The names of the checks that `pnpm check` makes when none is named. */
export const repositoryChecks: readonly string[] = [
  "types",
  "unused",
  "house",
  "deps",
  "spec-links",
  "generated",
  "sql",
  "packages",
  "api",
];
