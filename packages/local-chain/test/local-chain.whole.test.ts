import { createMemoryStore } from "@ledger/state-store/memory";
import { ingest, type LedgerSource } from "@ledger/sync";
import {
  hashSignedTransaction,
  type LedgerRecord,
  parseAddress,
  Transaction,
  TransactionInfo,
  type TransactionPayload,
} from "@ledger/types";
import { beforeEach, describe, expect, test } from "vitest";
import {
  coreAccount,
  faucetTransaction,
  LocalChain,
  type LocalChainOptions,
  localAccounts,
  readLocalGenesis,
} from "../src/index.ts";
import { balanceOf, sign, transfer } from "./support/requests.ts";

const [alice, bob, carol] = localAccounts as [
  (typeof localAccounts)[number],
  (typeof localAccounts)[number],
  (typeof localAccounts)[number],
];
const start = 1_795_219_200_000_000n;

let options: LocalChainOptions;
let chain: LocalChain;
let records: (readonly LedgerRecord[])[];
let now: bigint;

beforeEach(async () => {
  now = start;
  options = { genesis: await readLocalGenesis(), clock: () => now };
  const begun = await LocalChain.begin(options);
  chain = begun.chain;
  records = [[begun.genesis]];
  await block();
});

async function block(): Promise<readonly LedgerRecord[]> {
  now += 1_000_000n;
  const made = await chain.makeBlock();
  records.push(made);
  return made;
}

function statusOf({ info }: LedgerRecord): string {
  return TransactionInfo.decode(info).value.status.kind;
}

/** Verifies all records as a follower does, and stores them. */
async function follow() {
  const store = createMemoryStore();
  const source: LedgerSource = {
    name: "recorded",
    records: async function* () {
      yield* records;
    },
  };
  await ingest({ source, store, stateRoots: "every_block" });
  return store;
}

describe("a block", () => {
  test("holds what was handed in, and pays", async () => {
    const before = await balanceOf(chain.state, bob.address);
    expect(await chain.submit(await sign(chain, alice, transfer(bob.address, 5n)))).toEqual({ kind: "accepted" });
    const [, payment, ...rest] = await block();
    expect(statusOf(payment!)).toBe("Success");
    expect(rest).toHaveLength(1);
    expect(await balanceOf(chain.state, bob.address)).toBe(before + 5n);
    expect(chain.mempool.size).toBe(0);
  });

  test("keeps the order of sequence numbers, and what has a gap waits", async () => {
    const later = await sign(chain, alice, transfer(bob.address, 2n), { sequenceNumber: 2n });
    for (const sequenceNumber of [1n, 0n]) {
      await chain.submit(await sign(chain, alice, transfer(bob.address, 1n), { sequenceNumber }));
    }
    expect(await block()).toHaveLength(4);
    await chain.submit(await sign(chain, alice, transfer(bob.address, 1n), { sequenceNumber: 3n }));
    expect(await chain.hasWork()).toBe(false);
    await chain.submit(later);
    expect(await block()).toHaveLength(4);
  });

  test("that ends an epoch leaves the transactions for the next one", async () => {
    const { epoch } = chain;
    now += 7_200_000_000n;
    const far = (now + 60_000_000n) / 1_000_000n;
    await chain.submit(await sign(chain, alice, transfer(bob.address, 1n), { expirationTimestampSecs: far }));
    expect(await block()).toHaveLength(1);
    expect(chain.epoch).toBe(epoch + 1n);
    expect(await block()).toHaveLength(3);
    await follow();
  });
});

describe("a transaction that ends the epoch", () => {
  test("is the last of its block, and the chain goes on after it, for followers and after a restart too", async () => {
    const { epoch } = chain;
    const call = { address: parseAddress("0x1"), name: "aptos_governance" };
    const payload: TransactionPayload = {
      kind: "EntryFunction",
      value: { module: call, function: "force_end_epoch_test_only", typeArgs: [], args: [] },
    };
    await chain.submit(await sign(chain, coreAccount, payload, { gasUnitPrice: 200n }));
    const payment = await sign(chain, alice, transfer(bob.address, 1n));
    await chain.submit(payment);
    const made = await block();
    expect(made.map((record) => Transaction.decode(record.transaction).kind)).toEqual([
      "BlockMetadata",
      "UserTransaction",
    ]);
    expect(made.map(statusOf)).toEqual(["Success", "Success"]);
    expect(TransactionInfo.decode(made[1]!.info).value.stateCheckpointHash).toBeDefined();
    expect(chain.epoch).toBe(epoch + 1n);
    const store = await follow();
    const resumed = await LocalChain.resume(options, store, chain.version + 1n);
    expect(resumed.epoch).toBe(chain.epoch);
    const next = await block();
    expect(next.map(statusOf)).toEqual(["Success", "Success", "Success"]);
    expect(Transaction.decode(next[0]!.transaction)).toMatchObject({ value: { epoch: epoch + 1n, round: 1n } });
    await resumed.submit(payment);
    expect(await resumed.makeBlock()).toEqual(next);
    await follow();
  });
});

describe("what is refused", () => {
  test("bytes that are no transaction", async () => {
    expect(await chain.submit(Uint8Array.of(1, 2, 3))).toMatchObject({ kind: "refused", code: "invalid_input" });
  });

  test("a wrong signature, a used sequence number, a foreign chain", async () => {
    const transaction = await sign(chain, alice, transfer(bob.address, 1n));
    const forged = transaction.slice();
    forged[forged.length - 1]! ^= 1;
    expect(await chain.submit(forged)).toMatchObject({ kind: "refused", code: "vm_error", vmErrorCode: 1 });
    const foreign = await sign(chain, alice, transfer(bob.address, 1n), { chainId: 5 });
    expect(await chain.submit(foreign)).toMatchObject({ code: "vm_error", vmErrorCode: 23 });
    await chain.submit(transaction);
    await block();
    chain.settle(chain.version);
    expect(await chain.submit(transaction)).toMatchObject({ code: "vm_error", vmErrorCode: 3 });
  });

  test("another transaction with the sequence number of one that waits", async () => {
    await chain.submit(await sign(chain, alice, transfer(bob.address, 1n)));
    const rival = await sign(chain, alice, transfer(carol.address, 1n));
    expect(await chain.submit(rival)).toMatchObject({ kind: "refused", code: "invalid_transaction_update" });
  });
});

describe("the faucet", () => {
  test("gives to accounts that exist and to those that do not, many at a time", async () => {
    const receiver = coreAccount.address.map((byte) => byte ^ 0x55) as typeof coreAccount.address;
    for (let nonce = 0n; nonce < 20n; nonce++) {
      const nowSecs = chain.timestampUsecs / 1_000_000n;
      const grant = faucetTransaction({ receiver, amount: 100n, nonce, nowSecs });
      expect(await chain.submit(grant)).toEqual({ kind: "accepted" });
    }
    const made = await block();
    expect(made.slice(1, -1).map(statusOf)).toEqual(Array(20).fill("Success"));
    expect(await balanceOf(chain.state, receiver)).toBe(2_000n);
  });
});

describe("a pending transaction", () => {
  test("is found by its hash until its block is stored", async () => {
    const transaction = await sign(chain, alice, transfer(bob.address, 1n));
    const hash = hashSignedTransaction(transaction);
    expect(chain.findPending(hash)).toBeUndefined();
    await chain.submit(transaction);
    expect(chain.findPending(hash)).toEqual(transaction);
    const made = await block();
    expect(chain.findPending(hash)).toEqual(transaction);
    // Its sender may have lost the answer, and ask again.
    expect(await chain.submit(transaction)).toEqual({ kind: "accepted" });
    chain.settle(chain.version);
    expect(chain.findPending(hash)).toBeUndefined();
    expect(await chain.submit(transaction)).toMatchObject({ kind: "refused", code: "vm_error" });
    expect(Transaction.decode(made[1]!.transaction).kind).toBe("UserTransaction");
  });
});

describe("resuming", () => {
  test("goes on as if it had not stopped", async () => {
    await chain.submit(await sign(chain, alice, transfer(bob.address, 5n)));
    await block();
    const store = await follow();
    const resumed = await LocalChain.resume(options, store, chain.version + 1n);
    const transaction = await sign(chain, bob, transfer(alice.address, 9n));
    await chain.submit(transaction);
    await resumed.submit(transaction);
    now += 1_000_000n;
    expect(await resumed.makeBlock()).toEqual(await chain.makeBlock());
  });

  test("is refused where the store ends elsewhere", async () => {
    const store = await follow();
    await expect(LocalChain.resume(options, store, 99n)).rejects.toMatchObject({ code: "cannot_resume" });
  });
});
