import type { Random } from "@ledger/random";

/** What is known of the ledgers that are asked. */
export interface Known {
  /** Versions that the node under test had a moment ago. */
  readonly oldest: bigint;
  readonly head: bigint;
  /** Height of the latest block. */
  readonly height: bigint;
  /** Accounts and transaction hashes that have been seen. */
  readonly addresses: readonly string[];
  readonly hashes: readonly string[];
}

/** A question whose answer does not depend on when it is asked. */
export interface Question {
  /** For the report of latencies. */
  readonly group: "point" | "page" | "view" | "head";
  readonly path: string;
  /** The version that it is about, when the answer may be that it is pruned. */
  readonly version: bigint | undefined;
  readonly body?: string | undefined;
  readonly accept: string;
}

const coin = "0x1::aptos_coin::AptosCoin";

/** Makes a question about a version that the node is known to have had. */
export function makeQuestion(random: Random, known: Known): Question {
  const between = (low: bigint, high: bigint): bigint => low + BigInt(random.below(Number(high - low) + 1));
  const version = between(known.oldest, known.head);
  const address = random.pick(known.addresses);
  // A longer page would end where the ledger ends when it is asked for.
  const limit = known.head - version < 25n ? known.head - version + 1n : 25n;
  const accept = random.fraction() < 0.3 ? "application/x-bcs" : "application/json";
  const at = `ledger_version=${version}`;
  const point = (path: string): Question => ({ group: "point", path, version, accept });
  const page = (path: string): Question => ({ group: "page", path, version, accept });
  return random.pick<() => Question>([
    () => point(`/accounts/${address}?${at}`),
    () => point(`/accounts/${address}/balance/${coin}?${at}`),
    () => point(`/accounts/0x1/resource/0x1::block::BlockResource?${at}`),
    () => point(`/accounts/0x1/module/coin?${at}`),
    () => point(`/transactions/by_version/${version}`),
    () => point(`/blocks/by_version/${version}`),
    () => (known.hashes.length === 0 ? point(`/accounts/0x1?${at}`) : hashQuestion(random.pick(known.hashes), accept)),
    () => page(`/transactions?start=${version}&limit=${limit}`),
    () => page(`/accounts/0x1/resources?${at}&limit=100`),
    () => page(`/accounts/0x1/modules?${at}&limit=20`),
    () => page(`/accounts/${address}/resources?${at}`),
    () => page(`/blocks/by_version/${version}?with_transactions=true`),
    () => ({
      ...{ group: "view", path: `/view?${at}`, version, accept: "application/json" },
      body: JSON.stringify({ function: "0x1::coin::balance", type_arguments: [coin], arguments: [address] }),
    }),
    () => ({ group: "head", path: "", version: undefined, accept: "application/json" }),
    () => ({ group: "head", path: "/-/healthy", version: undefined, accept: "application/json" }),
  ])();
}

/** A transaction may be pruned, whatever its version is. */
function hashQuestion(hash: string, accept: string): Question {
  return { group: "point", path: `/transactions/by_hash/${hash}`, version: -1n, accept };
}
