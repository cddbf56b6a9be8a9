import { request } from "node:http";
import { type DemoAccount, demoAccounts, demoAssets, demoTables } from "@ledger/demo-ledger";
import {
  bytesToHex,
  formatAddress,
  frameworkTag,
  pairedMetadataAddress,
  parseStructTag,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
  tableItemKey,
} from "@ledger/types";
import type { Exchange, StateRead } from "./plan.ts";

type Question = Omit<Exchange, "status" | "headers" | "body">;

const coinType = demoAssets.apt.coinType;
const { eve, dee, ada, ben } = demoAccounts;

/** Asks the node every question of the benchmark once. */
export async function collectExchanges(url: string): Promise<Exchange[]> {
  const info = (await (await fetch(`${url}/v1`)).json()) as { ledger_version: string };
  const historic = `${BigInt(info.ledger_version) / 2n}`;
  const exchanges = await Promise.all(questions(historic).map((question) => ask(url, question)));
  return Promise.all([
    ...exchanges,
    ...[balance(ada, undefined), balance(ben, historic)].map((question) => revalidate(url, question)),
  ]);
}

function questions(historic: string): Question[] {
  return [
    balance(eve, undefined),
    balance(dee, historic),
    tableItem(undefined),
    tableItem(historic),
    { ...get("/v1/accounts/0x1/modules", []), work: "modules of 0x1" },
    { ...get("/v1", []), work: "ledger info" },
  ];
}

function balance({ address }: DemoAccount, version: string | undefined): Question {
  const coin = parseStructTag(coinType);
  const store = primaryStoreAddress(address, pairedMetadataAddress(coin));
  const keys = [
    resourceGroupKey(store, frameworkTag("object", "ObjectGroup")),
    resourceKey(address, frameworkTag("coin", "CoinStore", [{ kind: "Struct", value: coin }])),
  ];
  const path = `/v1/accounts/${formatAddress(address)}/balance/${coinType}`;
  return {
    ...get(
      path + atVersion(version),
      keys.map((key) => ({ key: bytesToHex(key), version })),
    ),
    work: `balance at ${nameOf(version)}`,
  };
}

function tableItem(version: string | undefined): Question {
  const { handle, keyType, valueType, exampleKey } = demoTables.commits;
  const keyBytes = new Uint8Array(4);
  new DataView(keyBytes.buffer).setUint32(0, Number(exampleKey), true);
  return {
    work: `table item at ${nameOf(version)}`,
    method: "POST",
    url: `/v1/tables/${formatAddress(handle)}/item${atVersion(version)}`,
    requestHeaders: { "Content-Type": "application/json" },
    requestBody: JSON.stringify({ key_type: keyType, value_type: valueType, key: exampleKey }),
    reads: [{ key: bytesToHex(tableItemKey(handle, keyBytes)), version }],
  };
}

/** The same question by a client that has the answer already. */
async function revalidate(url: string, question: Question): Promise<Exchange> {
  const { headers } = await ask(url, question);
  const tag = headers[headers.indexOf("ETag") + 1];
  if (tag === undefined) throw new Error(`${question.url} has no entity tag`);
  const fixed = question.url.includes("?");
  return ask(url, {
    ...question,
    work: `304 of a ${question.work}`,
    requestHeaders: { "If-None-Match": tag },
    // The tag of a fixed version is known without reading anything.
    reads: fixed ? [] : question.reads,
  });
}

function get(url: string, reads: readonly StateRead[]): Omit<Question, "work"> {
  return { method: "GET", url, requestHeaders: {}, requestBody: undefined, reads };
}

const atVersion = (version: string | undefined): string => (version === undefined ? "" : `?ledger_version=${version}`);
const nameOf = (version: string | undefined): string => (version === undefined ? "latest" : "a past version");

const ownHeaders = new Set(["date", "connection", "keep-alive", "transfer-encoding"]);

/** Asks a server, and keeps the question with its answer. */
export function ask(base: string, question: Question): Promise<Exchange> {
  const { method, url, requestHeaders, requestBody } = question;
  return new Promise((resolve, reject) => {
    const headers = { ...requestHeaders, ...(requestBody && { "Content-Length": Buffer.byteLength(requestBody) }) };
    const asked = request(base + url, { method, headers }, async (answer) => {
      const chunks: Buffer[] = [];
      for await (const chunk of answer) chunks.push(chunk as Buffer);
      const status = answer.statusCode ?? 0;
      const kept: string[] = [];
      for (let i = 0; i < answer.rawHeaders.length; i += 2) {
        const [name = "", value = ""] = answer.rawHeaders.slice(i, i + 2);
        if (!ownHeaders.has(name.toLowerCase())) kept.push(name, value);
      }
      if (status !== 200 && status !== 304) reject(new Error(`${url} answered ${status}`));
      else resolve({ ...question, status, headers: kept, body: Buffer.concat(chunks).toString("base64") });
    });
    asked.on("error", reject);
    asked.end(requestBody);
  });
}
