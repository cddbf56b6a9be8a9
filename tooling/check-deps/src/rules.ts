/** Imports that the sources of one workspace package may have, besides files of their own. */
export interface PackageRule {
  /** Entry points of workspace packages that may be imported; a subpath counts as an entry point of its own. */
  readonly workspace: readonly string[];
  /** Entry points of which only types may be imported. */
  readonly workspaceTypes?: readonly string[];
  /** Packages from the registry. */
  readonly external: readonly string[];
  /** Folders under `src` that may use Node's modules and globals; `"."` for all of them. */
  readonly node: readonly string[];
  /** Files under `src` of more than 400 lines, with the reason. */
  readonly longFiles?: Readonly<Record<string, string>>;
  /** Registry packages that only one folder under `src` may use. */
  readonly externalIn?: Readonly<Record<string, readonly string[]>>;
}

/**
 * The direction of dependencies: kit knows no ledger and is below all; bcs ← types ← move ← vm ← executor ← api-core ← devnet ← apps, types ← state-store ← api-core, and
 * executor ← local-chain ← local-services ← devnet, types ← verifier ← sync, state-store ← indexer ← local-services.
 * The reasons stand in docs/architecture.md; a new row or a wider one is an architectural decision.
 */
export const rules: Readonly<Record<string, PackageRule>> = {
  "packages/bcs": {
    workspace: [],
    external: [],
    node: [],
    longFiles: { "internal/struct-access.ts": "generated" },
  },
  "packages/kit": { workspace: [], external: [], node: ["threads"] },
  "packages/types": { workspace: ["@ledger/bcs"], external: ["@noble/hashes"], node: [] },
  "packages/verifier": {
    workspace: ["@ledger/bcs", "@ledger/types"],
    external: ["@noble/curves"],
    node: [],
  },
  "packages/move": { workspace: ["@ledger/bcs", "@ledger/types"], external: [], node: [] },
  "packages/vm": {
    workspace: ["@ledger/kit", "@ledger/bcs", "@ledger/types", "@ledger/move"],
    external: ["@noble/curves", "@noble/hashes"],
    node: [],
  },
  "packages/executor": {
    workspace: [
      "@ledger/bcs",
      "@ledger/types",
      "@ledger/move",
      "@ledger/vm",
      "@ledger/vm/ed25519",
      "@ledger/vm/natives",
    ],
    external: ["@noble/curves", "@noble/hashes", "@noble/post-quantum", "poseidon-lite"],
    node: ["node"],
  },
  "packages/state-store": {
    workspace: ["@ledger/kit", "@ledger/kit/threads", "@ledger/bcs", "@ledger/types"],
    external: [],
    externalIn: {
      sqlite: ["better-sqlite3", "@types/better-sqlite3"],
      postgres: ["pg", "pg-copy-streams"],
    },
    node: ["sqlite", "postgres"],
  },
  "packages/store-contract": {
    workspace: ["@ledger/state-store", "@ledger/types"],
    external: ["vitest"],
    node: [],
  },
  "packages/sync": {
    workspace: [
      "@ledger/kit",
      "@ledger/kit/threads",
      "@ledger/bcs",
      "@ledger/types",
      "@ledger/state-store",
      "@ledger/verifier/signatures",
    ],
    external: ["@noble/curves"],
    node: ["node"],
  },
  "packages/local-chain": {
    workspace: ["@ledger/bcs", "@ledger/types", "@ledger/vm", "@ledger/vm/natives", "@ledger/executor"],
    workspaceTypes: ["@ledger/sync", "@ledger/sync/fork"],
    external: ["@noble/curves"],
    node: [],
  },
  "packages/workload": {
    workspace: ["@ledger/bcs", "@ledger/executor", "@ledger/local-chain", "@ledger/move", "@ledger/types"],
    external: ["@noble/curves"],
    node: [],
  },
  "packages/indexer": {
    workspace: ["@ledger/kit", "@ledger/bcs", "@ledger/move", "@ledger/state-store", "@ledger/types"],
    external: ["@noble/hashes"],
    externalIn: { graphql: ["dataloader", "graphql", "re2js"] },
    node: [],
  },
  "packages/local-services": {
    workspace: [
      "@ledger/kit",
      "@ledger/bcs",
      "@ledger/indexer/graphql",
      "@ledger/indexer/lists",
      "@ledger/local-chain",
      "@ledger/state-store",
      "@ledger/types",
    ],
    external: [],
    node: [],
  },
  "packages/devnet": {
    workspace: [
      "@ledger/kit",
      "@ledger/bcs",
      "@ledger/types",
      "@ledger/move",
      "@ledger/vm",
      "@ledger/vm/natives",
      "@ledger/vm/testing",
      "@ledger/executor",
      "@ledger/state-store",
      "@ledger/state-store/memory",
      "@ledger/sync",
      "@ledger/sync/fork",
      "@ledger/local-chain",
      "@ledger/local-services",
      "@ledger/api-core",
      "@ledger/api-core/client",
    ],
    longFiles: {
      "local/local-network.ts":
        "what a network in the process offers is one class, and all of it goes through one attempt",
    },
    external: ["@noble/curves"],
    externalIn: { vitest: ["vitest"] },
    node: ["node", "vitest"],
  },
  "packages/api-core": {
    workspace: [
      "@ledger/kit",
      "@ledger/bcs",
      "@ledger/executor",
      "@ledger/types",
      "@ledger/move",
      "@ledger/vm",
      "@ledger/vm/natives",
      "@ledger/state-store",
      "@ledger/verifier",
    ],
    external: ["typebox", "yaml"],
    node: [],
  },
  "apps/explorer": {
    workspace: [
      "@ledger/api-core/client",
      "@ledger/api-core/verified",
      "@ledger/bcs",
      "@ledger/local-chain/accounts",
      "@ledger/types",
      "@ledger/verifier",
    ],
    external: ["*"],
    node: [],
  },
  "apps/site": {
    workspace: [
      "@ledger/kit",
      "@ledger/bcs",
      "@ledger/check-docs/files",
      "@ledger/devnet",
      "@ledger/move",
      "@ledger/types",
      "@ledger/verifier",
      "@ledger/workload/demo-shop",
    ],
    external: ["*"],
    node: ["."],
  },
  "apps/node": {
    workspace: [
      "@ledger/kit",
      "@ledger/kit/threads",
      "@ledger/bcs",
      "@ledger/types",
      "@ledger/move",
      "@ledger/vm",
      "@ledger/vm/natives",
      "@ledger/state-store",
      "@ledger/state-store/checkpoint-worker",
      "@ledger/state-store/memory",
      "@ledger/state-store/postgres",
      "@ledger/state-store/sqlite",
      "@ledger/sync",
      "@ledger/sync/backup",
      "@ledger/sync/fork",
      "@ledger/sync/check-worker",
      "@ledger/sync/node",
      "@ledger/devnet",
      "@ledger/devnet/node",
      "@ledger/executor/node",
      "@ledger/executor/replay",
      "@ledger/indexer/build",
      "@ledger/local-chain",
      "@ledger/local-services",
      "@ledger/workload",
      "@ledger/api-core",
    ],
    external: ["*"],
    node: ["."],
  },
};
