import { accumulatorRoot, formatHash, type HashValue, hashTransactionInfo } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { agreement, firstUse, type NodeFetch, ProofReader, TransactionAnswer, type VouchedRoot } from "../src/index.ts";

// Ledgers of a few leaves, and the answers of nodes about them, written by hand.

const url = "https://node.example/v1";
const encoder = new TextEncoder();
const rootOf = (leaves: readonly HashValue[]) => accumulatorRoot("TransactionAccumulator", leaves);

/** What a node says of the root at a version. */
function said(version: number, root: HashValue, timestamp = 1_000_000): Response {
  const text = {
    version: String(version),
    accumulator_root: formatHash(root),
    timestamp: String(timestamp),
    state_roots_since: "0",
  };
  return new Response(JSON.stringify(text));
}

describe("first use", () => {
  const infos = ["first", "a", "b1", "b2", "b3"].map((text) => encoder.encode(text));
  const [first, a, b1, b2, b3] = infos.map(hashTransactionInfo) as [
    ...[HashValue, HashValue, HashValue, HashValue, HashValue],
  ];
  const known = { ledgerVersion: 0n, accumulatorRoot: rootOf([first]) };

  /** Proves a leaf: in the ledger of `first` and `a`, or in that of `first`, `b1`, `b2` and `b3`. */
  const proofs: Readonly<Record<string, readonly [info: number, siblings: readonly HashValue[]]>> = {
    "0 in 1": [0, [a]],
    "0 in 3": [0, [b1, rootOf([b2, b3])]],
    "1 in 3": [2, [first, rootOf([b2, b3])]],
  };

  function prove(path: string): Response {
    const [, version, root] = /transactions\/(\d+)\?root_version=(\d+)/.exec(path)!;
    const [info, siblings] = proofs[`${version} in ${root}`]!;
    const answer = TransactionAnswer.encode({
      version: BigInt(version!),
      info: { transactionInfo: infos[info]!, siblings, ledgerVersion: BigInt(root!) },
      ...{ transaction: new Uint8Array(0), events: undefined, writeSet: undefined },
    });
    return new Response(answer as Uint8Array<ArrayBuffer>);
  }

  test("takes what continues the remembered root", async () => {
    for (const answer of [said(1, rootOf([first, a])), said(3, rootOf([first, b1, b2, b3]))]) {
      const fetch: NodeFetch = async (target) => (target.includes("/roots") ? answer : prove(target));
      await expect(firstUse({ node: url, known, fetch }).root()).resolves.toBeDefined();
    }
  });

  test("of two ledgers that continue it takes one, though they are told at the same time", async () => {
    const answers = [said(1, rootOf([first, a])), said(3, rootOf([first, b1, b2, b3]))];
    const remembered: bigint[] = [];
    const trust = firstUse({
      ...{ node: url, known },
      fetch: async (target) => (target.includes("/roots") ? answers.shift()! : prove(target)),
      remember: ({ ledgerVersion }) => remembered.push(ledgerVersion),
    });
    const [one, other] = await Promise.allSettled([trust.root(), trust.root()]);
    expect(one.status).toBe("fulfilled");
    expect(other).toMatchObject({ status: "rejected", reason: { step: "agreement" } });
    expect(remembered).toEqual([1n]);
  });

  test("does not go back below the remembered root", async () => {
    const fetch: NodeFetch = async (target) => (target.includes("/roots") ? said(0, rootOf([first])) : prove(target));
    const later = { ledgerVersion: 1n, accumulatorRoot: rootOf([first, a]) };
    await expect(firstUse({ node: url, known: later, fetch }).root()).rejects.toMatchObject({ step: "age" });
    await expect(firstUse({ node: url, known: later, fetch }).root(0n)).rejects.toMatchObject({ step: "age" });
    await expect(firstUse({ node: url, known, fetch }).root()).resolves.toMatchObject({ ledgerVersion: 0n });
  });
});

describe("agreement", () => {
  test.each([
    [["https://a.example/v1", "https://A.example/v1"]],
    [["https://a.example/v1", "https://a.example:443/v1/"]],
    [["https://a.example/v1", "https://a.example/other/../v1//"]],
    [["https://a.example/v1", "https://a.example./v1"]],
  ])("%j is one node", (nodes) => {
    expect(() => agreement({ nodes, need: 2 })).toThrow(RangeError);
  });

  test("a node does not vouch for another by a redirect", async () => {
    const root = hashTransactionInfo(encoder.encode("lie"));
    const fetch: NodeFetch = async (target, { redirect }) => {
      // The second node sends its askers to the first one.
      if (target.startsWith("https://b") && redirect === "error") throw new TypeError("unexpected redirect");
      return said(3, root);
    };
    const trust = agreement({ nodes: ["https://a.example/v1", "https://b.example/v1"], need: 2, fetch });
    await expect(trust.root()).rejects.toMatchObject({ step: "agreement", message: expect.stringMatching("redirect") });
  });
});

test("a state that was shown is not followed by an older one, though an older answer came in between", async () => {
  const root = (ledgerVersion: bigint): VouchedRoot => ({
    ...{ ledgerVersion, accumulatorRoot: rootOf([]), timestampUsecs: 1_000_000n, restsOn: "this test" },
  });
  const told = [root(5n), root(6n)];
  const reader = new ProofReader({
    ...{ node: url, trust: { root: async () => told.shift() ?? root(5n) } },
    fetch: async () => said(5, rootOf([])),
  });
  // The answers to proofs, as they come: what matters here is their order.
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  reader.state = async (_, version) => {
    if (version === 5n) await gate;
    return { version } as never;
  };
  const slow = reader.open(() => [Uint8Array.of(0)]);
  await reader.open(() => [Uint8Array.of(0)]);
  open();
  await slow;
  await expect(reader.open(() => [])).rejects.toMatchObject({ step: "age" });
});

test("the times of two roots that are read at once do not mix", async () => {
  const root = (ledgerVersion: bigint): VouchedRoot => ({
    ...{ ledgerVersion, accumulatorRoot: rootOf([]), timestampUsecs: 1_000_000n, restsOn: "this test" },
  });
  const told = [root(5n), root(5n), root(6n)];
  const trust = { root: async () => told.shift()! };
  const reader = new ProofReader({ node: url, trust, maxAgeMs: 1_000, clock: () => 1_500 });
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const other = Uint8Array.of(0);
  reader.state = async (keys) => {
    if (keys.includes(other)) await gate;
    const read = () => {
      if (keys.every((key) => key === other)) throw new Error("the time was not asked for");
      return { kind: "V0", value: Uint8Array.of(0x40, 0x42, 0x0f, 0, 0, 0, 0, 0) };
    };
    return { read } as never;
  };
  await reader.open(() => []);
  const slow = reader.open(() => [other]);
  await reader.open(() => []);
  open();
  expect((await slow).root.ledgerVersion).toBe(5n);
});
