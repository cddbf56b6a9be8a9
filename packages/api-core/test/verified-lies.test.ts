import { createVerifiedFetch } from "@ledger/api-core/verified";
import { formatHash, hashStateValue, TransactionInfo } from "@ledger/types";
import {
  decodeStateAnswer,
  decodeTransactionAnswer,
  encodeStateAnswer,
  type NodeFetch,
  roots,
  type StateAnswer,
  TransactionAnswer,
} from "@ledger/verifier";
import { describe, expect, test } from "vitest";
import { fetchOf, type Passing } from "./support/fetch-of.ts";

import { home, node, post, questions, useProvedDemo } from "./support/verified.ts";

const encoder = new TextEncoder();

const demo = await useProvedDemo();
const { store, api } = demo;

/** Changes an answer with a proof of state. */
function changeState(change: (answer: StateAnswer) => Partial<StateAnswer>) {
  return (answer: Passing): void => {
    if (!answer.operation.startsWith("prove_") || answer.status !== 200) return;
    const honest = decodeStateAnswer(answer.body);
    answer.body = encodeStateAnswer({ ...honest, ...change(honest) }) as Uint8Array<ArrayBuffer>;
  };
}

const flip = (bytes: Uint8Array): Uint8Array => bytes.map((byte, i) => (i === bytes.length - 1 ? byte ^ 1 : byte));

/** What a lying node may change of state, and the step at which that is found. */
const lies: readonly (readonly [name: string, step: string, lie: (answer: Passing) => void])[] = [
  [
    "a value",
    "state",
    changeState(({ entries }) => ({
      entries: entries.map((entry) => (entry.value === undefined ? entry : { ...entry, value: flip(entry.value) })),
    })),
  ],
  [
    "a value that is there, as absent",
    "state",
    changeState(({ entries }) => ({ entries: entries.map((entry) => ({ ...entry, value: undefined })) })),
  ],
  ["a key left out", "state", changeState(({ entries }) => ({ entries: entries.slice(1) }))],
  [
    "a sibling",
    "state",
    changeState(({ siblings }) => ({ siblings: siblings.map((hash, i) => (i === 0 ? flip(hash) : hash)) as never })),
  ],
  [
    "an info of another state",
    "accumulator",
    changeState(({ info }) => ({
      info: { ...info, transactionInfo: flip(info.transactionInfo.map((byte, i) => (i === 20 ? byte ^ 1 : byte))) },
    })),
  ],
  [
    "an answer that does not decode",
    "info",
    (answer) => {
      if (answer.operation.startsWith("prove_")) answer.body = answer.body.subarray(0, 5);
    },
  ],
  ["the state of an earlier block", "info", changeState(({ version }) => ({ version: version - 1n }))],
  [
    "a value that is said to be known",
    "value",
    changeState(({ entries }) => ({
      entries: entries.map((entry) =>
        entry.value === undefined ? entry : { ...entry, value: undefined, valueHash: hashStateValue(entry.value) },
      ),
    })),
  ],
];

describe("a node that lies", () => {
  const asked = questions.filter(([name]) =>
    ["a resource", "a module", "a balance", "a table item", "a view"].includes(name),
  );
  test.each(
    lies.flatMap(([name, step, lie]) =>
      asked.map(([question, path, init]) => [name, question, step, lie, path, init] as const),
    ),
  )("about %s is found where it is asked for %s", async (_, __, step, lie, path, init) => {
    const refused = demo.verified(lie)(node + path, init);
    await expect(refused).rejects.toMatchObject({ code: "not_verified", step });
    await expect(refused).rejects.toMatchObject({ request: expect.stringContaining(path) as string });
  });

  test("in a later read of a view is found, though the first ones held", async () => {
    let asked = 0;
    const lie = changeState(({ entries }) =>
      ++asked < 2 ? {} : { entries: entries.map((entry) => ({ ...entry, value: entry.value && flip(entry.value) })) },
    );
    const fetch = demo.verified((answer) => {
      // Without witnesses the view is read key by key.
      if (answer.operation === "prove_view") Object.assign(answer, { status: 404, body: encoder.encode("{}") });
      lie(answer);
    });
    await expect(
      fetch(
        `${node}/view`,
        post({ function: "0x1::coin::name", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [] }),
      ),
    ).rejects.toMatchObject({
      step: "state",
    });
    expect(asked).toBeGreaterThan(1);
  });

  test.each([
    ["events", "value", () => ({ events: Uint8Array.of(0) })],
    ["writes", "value", (one: TransactionAnswer) => ({ writeSet: one.writeSet && flip(one.writeSet) })],
    ["the transaction", "value", (one: TransactionAnswer) => ({ transaction: flip(one.transaction) })],
    [
      "the info",
      "accumulator",
      (one: TransactionAnswer) => ({
        info: { ...one.info, transactionInfo: one.info.transactionInfo.with(20, one.info.transactionInfo[20]! ^ 1) },
      }),
    ],
    ["the version", "info", (one: TransactionAnswer) => ({ version: one.version + 1n })],
  ] as const)("about %s of a transaction is found", async (_, step, change) => {
    const fetch = demo.verified((answer) => {
      if (answer.operation !== "get_transaction_proof") return;
      const honest = decodeTransactionAnswer(answer.body);
      answer.body = TransactionAnswer.encode({ ...honest, ...change(honest) }) as Uint8Array<ArrayBuffer>;
    });
    await expect(fetch(`${node}/transactions/by_version/8`)).rejects.toMatchObject({ code: "not_verified", step });
  });

  test("about which version has a hash is found", async () => {
    const { info } = await store.readRecord(8n);
    const hash = formatHash(TransactionInfo.decode(info).value.transactionHash);
    const fetch = demo.verified((answer) => {
      if (answer.operation !== "get_transaction_by_hash") return;
      const honest = JSON.parse(new TextDecoder().decode(answer.body)) as object;
      answer.body = encoder.encode(JSON.stringify({ ...honest, version: "9" }));
    });
    await expect(fetch(`${node}/transactions/by_hash/${hash}`)).rejects.toMatchObject({ step: "value" });
  });

  test("about the block of a transaction, and so about its time, is found", async () => {
    const { firstVersion, lastVersion } = (await store.findBlockByHeight(6n))!;
    const earlier = (await store.findBlockByHeight(5n))!;
    const fetch = demo.verified((answer) => {
      if (answer.operation !== "get_block_by_version") return;
      const honest = JSON.parse(new TextDecoder().decode(answer.body)) as object;
      answer.body = encoder.encode(JSON.stringify({ ...honest, first_version: String(earlier.firstVersion) }));
    });
    expect(lastVersion).toBeGreaterThan(firstVersion);
    await expect(fetch(`${node}/transactions/by_version/${lastVersion}`)).rejects.toMatchObject({ step: "value" });
  });

  test("about the block of a transaction leads to the next node, where there is one, and so does one that does not answer", async () => {
    const { lastVersion } = (await store.findBlockByHeight(6n))!;
    const lie = fetchOf(api, (answer) => {
      if (answer.operation === "get_block_by_version")
        answer.body = encoder.encode(JSON.stringify({ first_version: "1", last_version: String(lastVersion) }));
    });
    const silent: NodeFetch = (url, request) =>
      url.includes("/blocks/") ? Promise.reject(new TypeError("fetch failed")) : fetchOf(api)(url, request);
    for (const first of [lie, silent]) {
      const { fetch } = createVerifiedFetch({
        node: ["https://liar.example/v1", node],
        trust: roots(home, { fetch: fetchOf(api) }),
        fetch: (url, request) => (url.startsWith("https://liar") ? first : fetchOf(api))(url, request),
      });
      const answer = await fetch(`https://liar.example/v1/transactions/by_version/${lastVersion}`);
      expect(await answer.json()).toMatchObject({ version: String(lastVersion) });
    }
  });

  test("about a block that begins with the genesis and ends elsewhere is found", async () => {
    const { lastVersion } = (await store.findBlockByHeight(6n))!;
    const { lastVersion: end } = (await store.findBlockByHeight(8n))!;
    const fetch = demo.verified((answer) => {
      if (answer.operation !== "get_block_by_version") return;
      answer.body = encoder.encode(JSON.stringify({ first_version: "0", last_version: String(end) }));
    });
    await expect(fetch(`${node}/transactions/by_version/${lastVersion}`)).rejects.toMatchObject({ step: "value" });
    const honest = await demo.verified()(`${node}/transactions/by_version/0`);
    expect(await honest.json()).toMatchObject({ type: "genesis_transaction" });
  });

  test("leads to the next node, where there is one", async () => {
    const liar = fetchOf(api, lies[0]![2]);
    const honest = fetchOf(api);
    const { fetch } = createVerifiedFetch({
      node: ["https://liar.example/v1", node],
      trust: roots(home, { fetch: honest }),
      fetch: (url, request) => (url.startsWith("https://liar") ? liar : honest)(url, request),
    });
    const answer = await fetch(`https://liar.example/v1/accounts/0x1/resource/0x1::chain_id::ChainId`);
    expect(await answer.json()).toEqual({ type: "0x1::chain_id::ChainId", data: { id: 4 } });
  });
});
