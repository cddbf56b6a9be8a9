import { readdirSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { sequenceNumberOf } from "@ledger/executor";
import { createLocalChainSource, LocalChain, readLocalGenesis, shopAccount } from "@ledger/local-chain";
import { decodeModule, moduleAbi, moduleMetadata } from "@ledger/move";
import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest } from "@ledger/sync";
import {
  type ExecutionStatus,
  formatAddress,
  hashSignedTransaction,
  type LedgerRecord,
  parseAddress,
  SignedTransaction,
  Transaction,
  TransactionInfo,
} from "@ledger/types";
import { beforeAll, describe, expect, test } from "vitest";
import { readErrorMap } from "../scripts/source-metadata.ts";
import { transfer } from "../src/calls.ts";
import { runWorkload, Workload } from "../src/index.ts";
import { cafeModules } from "../src/packages/bytecode.ts";
import type { MovePackage } from "../src/packages/package-metadata.ts";
import { badgePackage, cafePackage, seasonPackage } from "../src/packages/packages.ts";
import { signRequest } from "../src/request.ts";
import { ed25519Signer } from "../src/signers.ts";

const start = 1_795_219_200_000_000n;
const secondMicros = 1_000_000n;
const options = { chainId: 4, cafe: shopAccount };

/** A chain on which time passes by a second with every block. */
class Demo {
  readonly pages: (readonly LedgerRecord[])[] = [];
  readonly refused: unknown[] = [];
  readonly dropped: unknown[] = [];
  #chain: LocalChain | undefined;
  #now = start;

  static async begin(): Promise<Demo> {
    const demo = new Demo();
    const { chain, genesis } = await LocalChain.begin({
      genesis: await readLocalGenesis(),
      clock: () => demo.#now,
      onDiscard: (_pending, reason) => demo.dropped.push(reason),
    });
    demo.#chain = chain;
    demo.pages.push([genesis]);
    await demo.block();
    return demo;
  }

  get chain(): LocalChain {
    return this.#chain!;
  }

  async block(...transactions: readonly Uint8Array[]): Promise<readonly LedgerRecord[]> {
    for (const transaction of transactions) {
      const submission = await this.chain.submit(transaction);
      if (submission.kind === "refused") this.refused.push(submission);
    }
    const page = await this.chain.makeBlock();
    this.pages.push(page);
    this.#now += secondMicros;
    return page;
  }

  async play(workload: Workload, blocks: number): Promise<void> {
    for (let i = 0; i < blocks; i++) {
      await this.block(
        ...(await workload.nextTransactions({
          state: this.chain.state,
          timestampUsecs: this.chain.timestampUsecs + secondMicros,
        })),
      );
    }
  }

  /** All user transactions, with what became of them. */
  get transactions(): { readonly transaction: SignedTransaction; readonly status: ExecutionStatus }[] {
    return this.pages.flat().flatMap(({ transaction, info }) => {
      const decoded = Transaction.decode(transaction);
      if (decoded.kind !== "UserTransaction") return [];
      return [{ transaction: decoded.value, status: TransactionInfo.decode(info).value.status }];
    });
  }
}

/** What a transaction runs: `0x1::coin::transfer`, `script`, or nothing of its own. */
function callOf({ rawTxn: { payload } }: SignedTransaction): string {
  const call = payload.kind === "Payload" ? payload.value.value.executable : payload;
  if (call.kind !== "EntryFunction") return call.kind;
  const { module, function: name } = call.value;
  return `${formatAddress(module.address)}::${module.name}::${name}`;
}

/** How an account proves that it agrees. */
function schemeOf({ authenticator: { kind, value } }: SignedTransaction): string {
  return kind === "SingleSender" ? value.sender.kind : kind;
}

describe("two minutes of the shop", () => {
  let demo: Demo;

  beforeAll(async () => {
    demo = await Demo.begin();
    await demo.play(new Workload(options), 120);
  });

  test("nothing is refused or dropped, and a follower verifies every block", async () => {
    expect(demo.refused).toEqual([]);
    expect(demo.dropped).toEqual([]);
    const store = createMemoryStore();
    const { pages } = demo;
    const records = async function* () {
      yield* pages;
    };
    await ingest({ source: { name: "recorded", records }, store, stateRoots: "every_block" });
    expect((await store.summary())!.version).toBe(demo.chain.version);
  });

  test("one to three transactions a second", () => {
    expect(demo.transactions.length).toBeGreaterThan(120);
    expect(demo.transactions.length).toBeLessThan(360);
  });

  test("every kind of key, of signers and of payload", () => {
    const schemes = new Set(demo.transactions.map(({ transaction }) => schemeOf(transaction)));
    expect([...schemes].toSorted()).toEqual(
      ["Ed25519", "FeePayer", "MultiAgent", "MultiEd25519", "MultiKey", "SingleKey"].toSorted(),
    );
    const payloads = new Set(demo.transactions.map(({ transaction }) => transaction.rawTxn.payload.kind));
    expect([...payloads].toSorted()).toEqual(["EntryFunction", "Multisig", "Payload", "Script"]);
  });

  test("coins, assets, tokens, tables, packages, multisig and a script, all of which succeed at times", () => {
    const succeeded = new Set(
      demo.transactions.filter(({ status }) => status.kind === "Success").map(({ transaction }) => callOf(transaction)),
    );
    const badges = formatAddress(new Workload(options).places.badges);
    expect([...succeeded]).toEqual(
      expect.arrayContaining([
        "0x1::aptos_account::transfer",
        "0x1::aptos_account::transfer_coins",
        "0x1::code::publish_package_txn",
        "0x1::multisig_account::approve_transaction",
        "0x1::multisig_account::create_transaction",
        "0x1::object::transfer",
        "0x1::object_code_deployment::publish",
        "0x1::object_code_deployment::upgrade",
        "0x1::primary_fungible_store::transfer",
        "0xcafe::bean::burn",
        "0xcafe::bean::mint",
        "0xcafe::cup::fire",
        "0xcafe::cup::smash",
        "0xcafe::shop::answer_survey",
        "0xcafe::shop::discard",
        "0xcafe::shop::place_order",
        "0xcafe::shop::rate",
        "0xcafe::shop::serve",
        "0xcafe::shop::set_open",
        "0xcafe::shop::share",
        "0xcafe::stock::deliver_beans",
        "0xcafe::voucher::give",
        "0xcafe::voucher::redeem",
        `${badges}::badge::pin`,
        "Multisig",
        "Script",
      ]),
    );
  });

  test("those that fail say why", () => {
    const failures = demo.transactions.flatMap(({ status }) => (status.kind === "Success" ? [] : [status]));
    const reasons = failures.map((status) =>
      status.kind === "MoveAbort" ? (status.value.info?.reasonName ?? "unnamed") : status.kind,
    );
    expect(new Set(reasons)).toEqual(
      new Set(["ECLOSED", "EINSUFFICIENT_BALANCE", "ENOT_ON_THE_MENU", "EORDER_NOT_FOUND", "OutOfGas"]),
    );
    expect(failures.length).toBeLessThan(demo.transactions.length / 8);
  });
});

describe("what it does", () => {
  test("follows from the seed, the second and the state", async () => {
    const [first, second] = [await Demo.begin(), await Demo.begin()];
    await first.play(new Workload(options), 20);
    for (let i = 0; i < 20; i++) await second.play(new Workload(options), 1);
    expect(second.pages).toEqual(first.pages);
    const other = await Demo.begin();
    await other.play(new Workload({ ...options, seed: "another" }), 20);
    expect(other.chain.version).toBeGreaterThan(20n);
    expect(other.pages).not.toEqual(first.pages);
  });

  test("does not depend on what others do with the shop's account", async () => {
    const demo = await Demo.begin();
    const workload = new Workload(options);
    const sender = ed25519Signer(shopAccount.privateKey, shopAccount.address);
    const call = transfer([workload.cast.eve.address, 1n]);
    for (let i = 0; i < 30; i++) {
      const sequenceNumber = await sequenceNumberOf(shopAccount.address, demo.chain.state);
      const nowSecs = demo.chain.timestampUsecs / secondMicros;
      const payment = signRequest({ sender, call }, sequenceNumber, { chainId: 4, nowSecs });
      await demo.block(SignedTransaction.encode(payment));
      await demo.play(workload, 1);
    }
    expect(demo.refused).toEqual([]);
    expect(demo.transactions.filter(({ transaction }) => callOf(transaction) === "0xcafe::shop::rate")).not.toEqual([]);
  });

  test("does not flood a chain on which the shop cannot be opened", async () => {
    const demo = await Demo.begin();
    // Somebody has another key than the account.
    const cafe = { address: shopAccount.address, privateKey: new Uint8Array(32).fill(7) };
    await demo.play(new Workload({ ...options, cafe }), 60);
    expect(demo.refused.length).toBeLessThan(30);
    expect(demo.transactions).toEqual([]);
  });
});

test("runs next to a source, and goes on after a stop", async () => {
  const genesis = await readLocalGenesis();
  const clock = () => BigInt(Date.now()) * 1_000n;
  const store = createMemoryStore();
  const refused: unknown[] = [];
  const run = async (until: string): Promise<void> => {
    const stop = new AbortController();
    const runs: Promise<void>[] = [];
    const source = createLocalChainSource({
      genesis,
      clock,
      stored: store,
      trigger: { onTransaction: true, intervalMs: 50 },
      onOpen: (chain, signal) => {
        const onRefused = (submission: unknown): unknown => refused.push(submission);
        runs.push(runWorkload(chain, { signal, clock, intervalMs: 5, onRefused }));
      },
    });
    const watched: typeof source = {
      ...source,
      async *records(from, signal) {
        for await (const page of source.records(from, signal)) {
          yield page;
          const calls = page.flatMap(({ transaction }) => {
            const decoded = Transaction.decode(transaction);
            return decoded.kind === "UserTransaction" ? [callOf(decoded.value)] : [];
          });
          if (calls.includes(until)) stop.abort();
        }
      },
    };
    await ingest({ source: watched, store, signal: stop.signal });
    await Promise.all(runs);
  };
  // In the middle of the beginning, and in the middle of the day.
  await run("0x1::aptos_account::batch_transfer");
  await run("0x1::object_code_deployment::publish");
  await run("0x1::aptos_account::transfer");
  expect(refused).toEqual([]);
});

test("the error texts of the bytecode are those of the sources", () => {
  const folder = new URL("../move/cafe/sources/", import.meta.url);
  const modules = new Map(cafeModules().map(({ name, code }) => [`${name}.move`, decodeModule(code)]));
  expect(readdirSync(folder).toSorted()).toEqual([...modules.keys()].toSorted());
  for (const [file, module] of modules) {
    const source = readFileSync(new URL(file, folder), "utf8");
    expect(moduleMetadata(module).errorMap).toEqual(readErrorMap(source));
    for (const { name, is_view, is_entry } of moduleAbi(module).exposed_functions) {
      expect(source).toMatch(new RegExp(`${is_entry ? "public entry fun" : "public fun"} ${name}[<(]`));
      if (is_view) expect(source).toMatch(new RegExp(`#\\[view\\]\\s*(///.*\\s*)*public fun ${name}[<(]`));
    }
  }
});

test("packages are published with the sources that they were compiled from", () => {
  const read = (path: string) => readFileSync(new URL(`../move/${path}`, import.meta.url), "utf8");
  const published = ({ moduleNames, sources }: MovePackage) =>
    Object.fromEntries(moduleNames.map((name, index) => [name, gunzipSync(sources[index]!).toString()]));
  for (const [name, source] of Object.entries(published(cafePackage()))) {
    expect(source).toBe(read(`cafe/sources/${name}.move`));
  }
  expect(published(seasonPackage(0))).toEqual({ season: read("season/sources/season.move") });
  expect(published(seasonPackage(1)).season).toContain('b"Quince tea"');
  expect(published(badgePackage(parseAddress("0x5")))).toEqual({ badge: read("badge/sources/badge.move") });
});

test("two transactions of one account in a second have numbers of their own", async () => {
  const demo = await Demo.begin();
  await demo.play(new Workload(options), 2);
  const signed = await new Workload(options).nextTransactions({
    state: demo.chain.state,
    timestampUsecs: demo.chain.timestampUsecs + secondMicros,
  });
  expect(new Set(signed.map((bytes) => hashSignedTransaction(bytes).join())).size).toBe(signed.length);
  const numbers = signed.map((bytes) => SignedTransaction.decode(bytes).rawTxn.sequenceNumber);
  expect(new Set(numbers).size).toBe(numbers.length);
});
