// What is measured in the page: bundled, and put into one of the node's origin.
import { createVerifiedFetch } from "@ledger/api-core/verified";
import { decodeStateAnswer, type NodeFetch, roots, verifyState } from "@ledger/verifier";
import { makeAnswer } from "./synthetic-answer.ts";

/** Milliseconds of each of some calls, after as many that count for nothing. */
async function time(count: number, run: (index: number) => unknown): Promise<number[]> {
  const samples: number[] = [];
  for (let i = 0; i < 2 * count; i++) {
    const started = performance.now();
    await run(i);
    if (i >= count) samples.push(performance.now() - started);
  }
  return samples;
}

/** Clocks of browsers are coarse: each sample is the mean of so many. */
const batch = 20;

async function verify(): Promise<number[]> {
  const { key, answer, root } = makeAnswer();
  const question = { keys: [key], version: root.ledgerVersion, allowEarlier: true };
  const samples = await time(200, () => {
    for (let i = 0; i < batch; i++) verifyState(decodeStateAnswer(answer), question, root).read(key);
  });
  return samples.map((milliseconds) => milliseconds / batch);
}

async function views(api: string) {
  let received = 0;
  const fetch: NodeFetch = async (url, request) => {
    const response = await globalThis.fetch(url, request as RequestInit);
    const body = await response.arrayBuffer();
    received += body.byteLength;
    return new Response(body, { status: response.status, headers: response.headers });
  };
  const verified = createVerifiedFetch({ node: api, trust: roots(api, { fetch }), fetch });
  const samples: { milliseconds: number; bytes: number }[] = [];
  for (let i = 0; i < 50; i++) {
    const before = received;
    const started = performance.now();
    const answer = await verified.fetch(`${api}/view`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        function: "0x1::coin::balance",
        type_arguments: ["0x1::aptos_coin::AptosCoin"],
        arguments: [`0x${(0xa000 + i).toString(16)}`],
      }),
    });
    if (answer.status !== 200) throw new Error(await answer.text());
    samples.push({ milliseconds: performance.now() - started, bytes: received - before });
  }
  return samples;
}

async function resources(api: string) {
  const verified = createVerifiedFetch({ node: api, trust: roots(api) });
  const url = `${api}/accounts/0x1/resource/0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>`;
  const own = await time(200, async () => (await verified.fetch(url)).text());
  const plain = await time(200, async () => (await fetch(url)).text());
  return { own, plain };
}

Object.assign(globalThis, { bench: { verify, views, resources } });

/** Measurements that the page offers. */
export interface PageBench {
  verify(): Promise<number[]>;
  views(api: string): Promise<{ readonly milliseconds: number; readonly bytes: number }[]>;
  resources(api: string): Promise<{ readonly own: number[]; readonly plain: number[] }>;
}
