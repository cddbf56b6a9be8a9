/** One guard, taken out. */
export interface Mutant {
  /** The fault that would be let through. */
  readonly name: string;
  /** Source file, from the root. */
  readonly file: string;
  /** Text of the guard; it occurs once. */
  readonly from: string;
  /** The text in its place. */
  readonly to: string;
  /** Tests that must notice. */
  readonly tests: readonly string[];
}

const storeContract = ["packages/store-contract/test/contract.test.ts"];
const sqliteFaults = ["packages/store-contract/test/faults.test.ts"];
const records = ["packages/sync/test/ingest-records.test.ts"];
const upstreams = ["packages/sync/test", "packages/sync/src/rest"];

const publicRecords = ["packages/executor/test/replay/public-records.test.ts"];

/** The guards of store, sync, API and node that keep what is false or too much out. */
export const mutants: readonly Mutant[] = [
  {
    name: "state below the watermark is read (SQLite)",
    file: "packages/state-store/src/sqlite/reading/lease.ts",
    from: "if (at < row.oldest_version) throw",
    to: "if (false) throw",
    tests: storeContract,
  },
  {
    name: "records below the watermark are read (SQLite)",
    file: "packages/state-store/src/sqlite/reading/lease.ts",
    from: "if (at < row.oldest_ledger_version) throw",
    to: "if (false) throw",
    tests: storeContract,
  },
  {
    name: "state below the watermark is read (memory)",
    file: "packages/state-store/src/read-bounds.ts",
    from: "if (version < summary.oldestVersion) throw",
    to: "if (false) throw",
    tests: storeContract,
  },
  {
    name: "a block at another height is committed",
    file: "packages/state-store/src/commit-check.ts",
    from: "block.height !== height || block.firstVersion !== version",
    to: "block.firstVersion !== version",
    tests: storeContract,
  },
  {
    name: "blocks of another network are committed",
    file: "packages/state-store/src/commit-check.ts",
    from: "claimed.chainId === chainId && (isUnknown || bytesEqual(claimed.genesisHash, genesisHash))",
    to: "claimed.chainId === chainId",
    tests: storeContract,
  },
  {
    name: "a value that does not match its checksum is read",
    file: "packages/state-store/src/sqlite/rows/packed-value.ts",
    from: "if (stored === checksum(bytes, start, at, seedOf(keyId))) return at;",
    to: "return at;",
    tests: ["packages/state-store/src/sqlite/rows"],
  },
  {
    name: "batches go to a file without a name",
    file: "packages/state-store/src/sqlite/opened-file.ts",
    from: "return found?.ino === this.#inode && found.dev === this.#device;",
    to: "return true;",
    tests: sqliteFaults,
  },
  {
    name: "a second writer comes in by a hard link",
    file: "packages/state-store/src/sqlite/writer-lock.ts",
    from: "if (links > 1)",
    to: "if (false)",
    tests: sqliteFaults,
  },
  {
    name: "a transaction with another hash is taken in",
    file: "packages/sync/src/checks/record.ts",
    from: 'expectHash("transaction_hash", version, info.value.transactionHash, hash);',
    to: "",
    tests: records,
  },
  {
    name: "events with another root are taken in",
    file: "packages/sync/src/checks/record.ts",
    from: 'if (eventRoots === "strict") expectHash(',
    to: "if (false) expectHash(",
    tests: records,
  },
  {
    name: "a write set with another hash is taken in",
    file: "packages/sync/src/checks/record.ts",
    from: 'expectHash("state_change_hash", version, stateChangeHash, hashWriteSet(record.writeSet));',
    to: "",
    tests: records,
  },
  {
    name: "a record that does not continue the accumulator is taken in",
    file: "packages/sync/src/checks/page.ts",
    from: 'expectHash("accumulator_root", record.version, record.accumulatorRoot, frontier.root());',
    to: "",
    tests: ["packages/sync/test"],
  },
  {
    name: "a ledger info without a quorum is believed",
    file: "packages/verifier/src/signatures.ts",
    from: "if (power < quorum) return",
    to: "if (false) return",
    tests: ["packages/sync/src/epoch"],
  },
  {
    name: "a wrong waypoint is accepted",
    file: "packages/sync/src/verify/check-waypoint.ts",
    from: "if (!bytesEqual(computed.value, waypoint.value)) {",
    to: "if (false) {",
    tests: ["packages/sync/test"],
  },
  {
    name: "verify does not read writes back",
    file: "packages/sync/src/verify/check-answers.ts",
    from: "if (record.version < this.#oldestState) return;",
    to: "return;",
    tests: ["packages/sync/test/verify-ledger.test.ts"],
  },
  {
    name: "a file with a trigger of its own is opened",
    file: "packages/state-store/src/sqlite/compare-with-schema.ts",
    from: "if (expected === undefined) return",
    to: "if (false) return",
    tests: ["packages/store-contract/test/strange-schema.test.ts"],
  },
  {
    name: "redirects of an upstream are followed",
    file: "packages/sync/src/rest/http-request.ts",
    from: 'redirect: "manual"',
    to: 'redirect: "follow"',
    tests: upstreams,
  },
  {
    name: "listings of an upstream go in circles",
    file: "packages/sync/src/rest/pooled-state-reader.ts",
    from: "if (start !== undefined && seen.has(start)) return",
    to: "if (false) return",
    tests: upstreams,
  },
  {
    name: "versions below the oldest are answered",
    file: "packages/api-core/src/endpoint/context.ts",
    from: "if (requested < ledger.oldestVersion) throw",
    to: "if (false) throw",
    tests: ["packages/api-core/test/framework.test.ts"],
  },
  {
    name: "transactions below the oldest version are answered",
    file: "packages/api-core/src/answering/snapshots.ts",
    from: "return { ...summary, oldestVersion, oldestLedgerVersion: oldestVersion, oldestBlockHeight };",
    to: "return { ...summary, oldestVersion };",
    tests: ["packages/api-core/test/oldest-version.test.ts"],
  },
  {
    name: "a page of transactions has any length",
    file: "packages/api-core/src/contract/config.ts",
    from: "transactions: { default: 25, max: 100 },\n    accountTransactions",
    to: "transactions: { default: 25, max: 9999 },\n    accountTransactions",
    tests: ["packages/api-core/test"],
  },
  {
    name: "a tag of JSON stands for BCS at a version",
    file: "packages/api-core/src/answering/answer.ts",
    from: "tagOf(ledger, format,",
    to: 'tagOf(ledger, "json",',
    tests: ["packages/api-core/test"],
  },
  {
    name: "a body of any size is read",
    file: "packages/api-core/src/contract/config.ts",
    from: "contentLengthLimit: 8 * 1024 * 1024",
    to: "contentLengthLimit: 2 ** 40",
    tests: ["packages/api-core/test"],
  },
  {
    name: "a page reaches a node on this machine by a name of its own",
    file: "apps/node/src/http/allowed-hosts.ts",
    from: "return names.has(name) || isLoopbackName(name) ||",
    to: "return true ||",
    tests: ["apps/node/src/http/allowed-hosts.test.ts"],
  },
  {
    name: "clients name themselves in X-Forwarded-For",
    file: "apps/node/src/http/client-address.ts",
    from: "if (!this.has(address)) return clientOf(address);",
    to: "",
    tests: ["apps/node/src/http/client-address.test.ts"],
  },
  {
    name: "clients name themselves behind a proxy",
    file: "apps/node/src/http/client-address.ts",
    from: "if (!this.has(named)) break;",
    to: "",
    tests: ["apps/node/src/http/client-address.test.ts"],
  },
  {
    name: "an address has any number of connections",
    file: "apps/node/src/http/connections.ts",
    from: "if (count >= this.#limits.perClient) return false;",
    to: "",
    tests: ["apps/node/src/http/connections.test.ts"],
  },
  {
    name: "a connection on which nothing moves stays",
    file: "apps/node/src/http/connections.ts",
    from: "} else if (now - progress.since >= this.#limits.idle) {",
    to: "} else if (false) {",
    tests: ["apps/node/src/http/connections.test.ts"],
  },
  {
    name: "one client fills the queue of large answers",
    file: "apps/node/src/work/work-queue.ts",
    from: "this.#waiting >= waiting || client.waiting.length >= waitingOfClient",
    to: "this.#waiting >= waiting",
    tests: ["apps/node/src/work/work-queue.test.ts"],
  },
  {
    name: "large answers wait in any number",
    file: "apps/node/src/work/work-queue.ts",
    from: "this.#waiting >= waiting || client.waiting.length >= waitingOfClient",
    to: "client.waiting.length >= waitingOfClient",
    tests: ["apps/node/src/work/work-queue.test.ts"],
  },
  {
    name: "large answers are made although nobody takes them",
    file: "apps/node/src/work/work-queue.ts",
    from: "this.#running < this.#limits.running && this.#hasRoom()",
    to: "this.#running < this.#limits.running",
    tests: ["apps/node/src/work"],
  },
  {
    name: "a thread that keeps crashing is started for ever",
    file: "apps/node/src/ingest/supervise-ingest.ts",
    from: "if (crashes > this.#pacing.most) {",
    to: "if (false) {",
    tests: ["apps/node/src/ingest/supervise-ingest.test.ts"],
  },
  {
    name: "passwords in URLs are taken",
    file: "apps/node/src/config/values.ts",
    from: "return Boolean(username || password);",
    to: "return false;",
    tests: ["apps/node/src/config/values.test.ts"],
  },
  {
    name: "a native takes another amount off an aggregator",
    file: "packages/vm/src/natives/framework/aggregator.ts",
    from: "numberIn(cell) - BigInt(",
    to: "numberIn(cell) - 1n - BigInt(",
    tests: publicRecords,
  },
  {
    name: "a native numbers events otherwise",
    file: "packages/vm/src/natives/framework/event.ts",
    from: "sequenceNumber: BigInt(integerOf(call.args[1])),",
    to: "sequenceNumber: BigInt(integerOf(call.args[1])) + 1n,",
    tests: publicRecords,
  },
  {
    name: "a native swaps the numbers of the state's usage",
    file: "packages/vm/src/natives/framework/state-storage.ts",
    from: "integer(usage.items), integer(usage.bytes)",
    to: "integer(usage.bytes), integer(usage.items)",
    tests: publicRecords,
  },
];
