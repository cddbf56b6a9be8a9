import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApi } from "@ledger/api-core";
import { demoAccounts, demoSource, demoTables } from "@ledger/demo-ledger";
import type { LedgerReader } from "@ledger/state-store";
import { createMemoryStore } from "@ledger/state-store/memory";
import { openSqliteReader, openSqliteStore, openSqliteTree } from "@ledger/state-store/sqlite";
import { ingest, TreeFollower } from "@ledger/sync";
import {
  bytesToHex,
  formatAddress,
  formatHex,
  hashTransaction,
  hashWriteSet,
  hexToBytes,
  type LedgerRecord,
  moduleKey,
  pairedMetadataAddress,
  parseAddress,
  parseHash,
  parseStructTag,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
  TransactionInfo,
  tableItemKey,
} from "@ledger/types";
import {
  decodeStateAnswer,
  readProvedInfoJson,
  readStateAnswerJson,
  type TrustedRoot,
  verifyInfo,
  verifyState,
} from "@ledger/verifier";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { withFalseRoot } from "./support/false-root.ts";

const folder = mkdtempSync(join(tmpdir(), "proofs-"));
let store: LedgerReader;
let api: ReturnType<typeof createApi>;
let keys: readonly Uint8Array[];
const absent = moduleKey(parseAddress("0x1"), "no_such_module");

beforeAll(async () => {
  const [path, treePath] = [join(folder, "ledger.db"), join(folder, "tree.db")];
  const written = openSqliteStore(path);
  await ingest({ source: demoSource(12), store: written });
  const tree = openSqliteTree(treePath);
  await new TreeFollower(written, tree).catchUp();
  await tree.close();
  await written.close();
  store = openSqliteReader(path, { treePath });
  api = createApi({ store });
  const { version } = (await store.summary())!;
  const { entries } = await store.listState({ version, prefix: new Uint8Array(0), limit: 200 });
  keys = entries.map(({ key }) => key);
});

afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** The root that a node which one trusts answers with. */
async function trustedRoot(version?: bigint): Promise<TrustedRoot> {
  const query = version === undefined ? {} : { version: String(version) };
  const roots = jsonOf(await ask(api, "get_proof_roots", { query })) as { version: string; accumulator_root: string };
  return { ledgerVersion: BigInt(roots.version), accumulatorRoot: parseHash(roots.accumulator_root) };
}

describe("proved state", () => {
  test("is bounded in bytes, and ends when the client leaves", async () => {
    // Values are as large as a ledger lets them be.
    const large = { bytes: new Uint8Array(1024 * 1024), metadata: undefined, version: 0n };
    const readState = () => large;
    const heavy = createApi({
      store: new Proxy(store, {
        get: (target, name) => {
          if (name === "readState") return readState;
          const member: unknown = Reflect.get(target, name);
          return typeof member === "function" ? (member.bind(target) as unknown) : member;
        },
      }),
    });
    const present = keys.slice(0, 33).map((key) => formatHex(key));
    const refused = await ask(heavy, "prove_state_keys", { body: { keys: present } });
    expect(refused.status).toBe(400);
    expect(jsonOf(refused)).toMatchObject({ error_code: "invalid_input" });
    const left = await ask(api, "prove_state_keys", { body: { keys: present }, signal: { aborted: true } });
    expect(left.status).toBe(408);
  });

  test("holds at every block of the ledger, for keys that are there and keys that are not", async () => {
    const root = await trustedRoot();
    const { blockHeight } = (await store.summary())!;
    for (let height = 0n; height <= blockHeight; height++) {
      const { lastVersion: version } = (await store.findBlockByHeight(height))!;
      const asked = [absent, ...keys.filter((_, i) => i % 23 === Number(height) % 23)];
      const query = { ledger_version: String(version), root_version: String(root.ledgerVersion) };
      const response = await ask(api, "prove_state_keys", { query, body: { keys: asked.map(formatHex) } });
      expect(response.status).toBe(200);
      const state = verifyState(readStateAnswerJson(jsonOf(response)), { keys: asked, version }, root);
      expect(state.read(absent)).toBeUndefined();
      for (const key of asked.slice(1)) {
        const stored = await store.readState(version, key);
        const read = state.read(key);
        const bytes = read?.kind === "V0" ? read.value : read?.value.data;
        expect(bytes && bytesToHex(bytes)).toBe(stored && bytesToHex(stored.bytes));
      }
    }
  });

  test("is the same in BCS, and of the newest block when no version is asked for", async () => {
    const root = await trustedRoot();
    const [key] = keys;
    const query = new URLSearchParams([
      ["key", formatHex(key!)],
      ["key", formatHex(absent)],
      ["key", formatHex(key!)],
    ]).toString();
    const json = readStateAnswerJson(jsonOf(await ask(api, "get_state_proof", { query })));
    const bcs = await ask(api, "get_state_proof", { query, accept: "application/x-bcs" });
    const answer = decodeStateAnswer(bcs.body as Uint8Array);
    expect(answer).toEqual(json);
    expect(answer.entries).toHaveLength(2);
    const state = verifyState(answer, { keys: [key!, absent], version: root.ledgerVersion }, root);
    expect(state.version).toBe(root.ledgerVersion);
  });

  test("inside of a block is that of the end of the block before, which it names", async () => {
    const { blockHeight } = (await store.summary())!;
    const block = (await store.findBlockByHeight(blockHeight - 1n))!;
    expect(block.lastVersion).toBeGreaterThan(block.firstVersion);
    const query = { ledger_version: String(block.firstVersion), key: formatHex(keys[0]!) };
    const answer = readStateAnswerJson(jsonOf(await ask(api, "get_state_proof", { query })));
    expect(answer.version).toBe(block.firstVersion - 1n);
    // The root at a version inside of a block is only known to who follows the ledger, so the proof leads to one at a block's end.
    const root = await trustedRoot();
    const again = { ...query, root_version: String(root.ledgerVersion) };
    const proved = readStateAnswerJson(jsonOf(await ask(api, "get_state_proof", { query: again })));
    const question = { keys: [keys[0]!], version: block.firstVersion };
    expect(() => verifyState(proved, question, root)).toThrow(expect.objectContaining({ step: "info" }));
    expect(verifyState(proved, { ...question, allowEarlier: true }, root).version).toBe(block.firstVersion - 1n);
  });

  test.each([
    ["a text that is no key", { key: "0x77" }, 400, "web_framework_error"],
    ["no key", {}, 400, "web_framework_error"],
    ["a version above the latest", { key: formatHex(absent), ledger_version: "99999999" }, 404, "version_not_found"],
    [
      "a root before the state",
      { key: formatHex(absent), ledger_version: "5", root_version: "0" },
      400,
      "invalid_input",
    ],
  ])("%s is refused", async (_, query, status, code) => {
    const response = await ask(api, "get_state_proof", { query: query as Record<string, string> });
    expect([response.status, response.error?.code]).toEqual([status, code]);
  });

  test("a posted key that does not decode is refused, by its place", async () => {
    const response = await ask(api, "prove_state_keys", { body: { keys: [formatHex(absent), "0x77"] } });
    expect(response.status).toBe(400);
    expect(response.error?.message).toContain("keys[1]");
  });

  test("answers about fixed versions may be kept for ever where the ledger is permanent", async () => {
    const permanent = createApi({ store, isPermanent: () => true });
    const query = { ledger_version: "0", key: formatHex(keys[0]!) };
    const response = await ask(permanent, "get_state_proof", { query });
    expect(response.headers["Cache-Control"]).toContain("immutable");
    const newest = await ask(permanent, "get_state_proof", { query: { key: formatHex(keys[0]!) } });
    expect(newest.headers["Cache-Control"]).toBe("no-cache");
  });
});

describe("proofs by name", () => {
  const { ada } = demoAccounts;
  const { orders } = demoTables;
  const coin = parseStructTag("0x1::aptos_coin::AptosCoin");
  const objectGroup = parseStructTag("0x1::object::ObjectGroup");
  const paired = primaryStoreAddress(ada.address, pairedMetadataAddress(coin));

  test.each<[string, string, Record<string, string>, unknown, readonly Uint8Array[]]>([
    [
      "a resource",
      "prove_resource",
      { address: formatAddress(ada.address), resource_type: "0x1::account::Account" },
      undefined,
      [resourceKey(ada.address, parseStructTag("0x1::account::Account"))],
    ],
    [
      "a resource that is absent",
      "prove_resource",
      { address: "0xabcdef", resource_type: "0x1::account::Account" },
      undefined,
      [resourceKey(parseAddress("0xabcdef"), parseStructTag("0x1::account::Account"))],
    ],
    [
      "a member of a group, by its group",
      "prove_resource",
      { address: "0xa", resource_type: "0x1::fungible_asset::Metadata" },
      undefined,
      [resourceGroupKey(parseAddress("0xa"), objectGroup)],
    ],
    [
      "a module",
      "prove_module",
      { address: "0x1", module_name: "chain_id" },
      undefined,
      [moduleKey(parseAddress("0x1"), "chain_id")],
    ],
    ["a module that is absent", "prove_module", { address: "0x1", module_name: "no_such_module" }, undefined, [absent]],
    [
      "a balance of a coin",
      "prove_balance",
      { address: formatAddress(ada.address), asset_type: "0x1::aptos_coin::AptosCoin" },
      undefined,
      [
        resourceGroupKey(paired, objectGroup),
        resourceKey(ada.address, parseStructTag("0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>")),
      ],
    ],
    [
      "a balance of a fungible asset",
      "prove_balance",
      { address: formatAddress(ada.address), asset_type: "0xa" },
      undefined,
      [resourceGroupKey(paired, objectGroup)],
    ],
    [
      "a table item that is absent",
      "prove_table_item",
      { table_handle: formatAddress(orders.handle) },
      { key_type: "u64", value_type: "u64", key: "1" },
      [tableItemKey(orders.handle, Uint8Array.of(1, 0, 0, 0, 0, 0, 0, 0))],
    ],
  ])("%s", async (_, operation, params, body, wanted) => {
    const root = await trustedRoot();
    for (const accept of ["application/json", "application/x-bcs"]) {
      const response = await ask(api, operation, { params, accept, ...(body !== undefined && { body }) });
      expect(response.status).toBe(200);
      const answer =
        accept === "application/json"
          ? readStateAnswerJson(jsonOf(response))
          : decodeStateAnswer(response.body as Uint8Array);
      // The keys are derived here once more: no other ones pass.
      const state = verifyState(answer, { keys: wanted, version: root.ledgerVersion }, root);
      for (const key of wanted) {
        const stored = await store.readState(root.ledgerVersion, key);
        const read = state.read(key);
        expect(read?.kind === "V0" ? read.value : read?.value.data).toEqual(stored && Uint8Array.from(stored.bytes));
      }
    }
  });

  test("are of the version that is asked for, and lead to the root that is", async () => {
    const root = await trustedRoot();
    const { lastVersion } = (await store.findBlockByHeight(4n))!;
    const params = { address: "0x1", resource_type: "0x1::block::BlockResource" };
    const query = { ledger_version: String(lastVersion), root_version: String(root.ledgerVersion) };
    const answer = readStateAnswerJson(jsonOf(await ask(api, "prove_resource", { params, query })));
    const key = resourceKey(parseAddress("0x1"), parseStructTag(params.resource_type));
    const state = verifyState(answer, { keys: [key], version: lastVersion }, root);
    const stored = await store.readState(lastVersion, key);
    const read = state.read(key);
    expect(read?.kind === "V0" && read.value).toEqual(Uint8Array.from(stored!.bytes));
    const newest = await store.readState(root.ledgerVersion, key);
    expect(stored!.bytes).not.toEqual(newest!.bytes);
    const permanent = createApi({ store, isPermanent: () => true });
    const kept = await ask(permanent, "prove_resource", { params, query });
    expect(kept.headers["Cache-Control"]).toContain("immutable");
  });

  test("of what names nothing are refused", async () => {
    const refused = await ask(api, "prove_table_item", {
      params: { table_handle: formatAddress(orders.handle) },
      body: { key_type: "u64", value_type: "u64", key: "not a number" },
    });
    expect([refused.status, refused.error?.code]).toEqual([400, "invalid_input"]);
    const query = { ledger_version: "99999999" };
    const params = { address: "0x1", module_name: "chain_id" };
    const above = await ask(api, "prove_module", { params, query });
    expect([above.status, above.error?.code]).toEqual([404, "version_not_found"]);
  });
});

test("every transaction is proved to be in the ledger, with what its info says of it", async () => {
  const root = await trustedRoot();
  for (let version = 0n; version <= root.ledgerVersion; version++) {
    const query = { root_version: String(root.ledgerVersion), with_events: "true", with_write_set: "true" };
    const response = await ask(api, "get_transaction_proof", { params: { txn_version: String(version) }, query });
    const answer = jsonOf(response) as { info: unknown; transaction: string; write_set: string };
    const info = readProvedInfoJson(answer.info);
    verifyInfo(info, version, root);
    const { value } = TransactionInfo.decode(info.transactionInfo);
    expect(hashTransaction(hexToBytes(answer.transaction.slice(2)))).toEqual(value.transactionHash);
    expect(hashWriteSet(hexToBytes(answer.write_set.slice(2)))).toEqual(value.stateChangeHash);
    if (version > 0n) {
      expect(() => verifyInfo(info, version - 1n, root)).toThrow(expect.objectContaining({ step: "accumulator" }));
    }
  }
});

test("a node that keeps no proofs says so, and vouches for no state root", async () => {
  const plain = createMemoryStore();
  await ingest({ source: demoSource(2), store: plain });
  const other = createApi({ store: plain });
  const refused = await ask(other, "get_state_proof", { query: { key: formatHex(absent) } });
  expect([refused.status, refused.error?.code]).toEqual([403, "api_disabled"]);
  const roots = await ask(other, "get_proof_roots", { query: { version: "0" } });
  expect([roots.status, roots.error?.code]).toEqual([403, "api_disabled"]);
  expect(roots.error?.message).toContain("--execute all, or --proofs on");
});

test("a root that its state does not have is not vouched for, nor proved, and no root up to it; later ones are", async () => {
  const records: LedgerRecord[] = [];
  for await (const page of demoSource(6).records(0n, new AbortController().signal)) records.push(...page);
  const ends = records.filter(({ info }) => TransactionInfo.decode(info).value.stateCheckpointHash !== undefined);
  const [before, lie] = [ends.at(-2)!.version, ends.at(-1)!.version];
  const forged = createMemoryStore();
  const pages = async function* (from: bigint) {
    yield withFalseRoot(records, lie).slice(Number(from));
  };
  await ingest({ source: { name: "a liar", records: pages }, store: forged });
  await new TreeFollower(forged, forged.tree).catchUp();
  const other = createApi({ store: forged });
  for (const query of [{}, { version: `${lie}` }]) {
    const { status, error } = await ask(other, "get_proof_roots", { query });
    expect([status, error?.code]).toEqual([403, "api_disabled"]);
    expect(error?.message).toContain(`the record of version ${lie} claims the state root 0x0707`);
  }
  const proof = await ask(other, "get_state_proof", { query: { key: formatHex(absent), ledger_version: `${lie}` } });
  expect([proof.status, proof.error?.code]).toEqual([403, "api_disabled"]);
  expect((await ask(other, "get_proof_roots", { query: { version: `${before}` } })).status).toBe(403);

  // The accumulator of the next block covers the false root, so it is said from where on the roots are vouched for.
  const longer: LedgerRecord[] = [];
  for await (const page of demoSource(7).records(0n, new AbortController().signal)) longer.push(...page);
  const more = async function* (from: bigint) {
    yield withFalseRoot(longer, lie).slice(Number(from));
  };
  await ingest({ source: { name: "a liar", records: more }, store: forged });
  await new TreeFollower(forged, forged.tree).catchUp();
  const roots = await ask(other, "get_proof_roots", {});
  expect([roots.status, jsonOf(roots)]).toEqual([200, expect.objectContaining({ state_roots_since: `${lie + 1n}` })]);
});
