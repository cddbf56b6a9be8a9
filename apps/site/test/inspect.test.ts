import { readFileSync } from "node:fs";
import { root } from "@ledger/check-docs/files";
import { expect, test } from "vitest";
import { factsOf } from "../src/inspect/facts.ts";
import { choices, faultOf, type Inspection, inspect, readHex, showValue } from "../src/inspect/inspect.ts";

interface Transaction {
  readonly fields: { readonly sequence_number: string; readonly chain_id: number };
  readonly raw_txn_bcs: string;
  readonly signed_txn_bcs: string;
}

function read<T>(name: string): T {
  return JSON.parse(readFileSync(`${root}tooling/vectors/data/${name}`, "utf8")) as T;
}

// Published by another client.
const [transaction] = read<{ readonly cases: readonly [Transaction] }>("signing/sdk_corpus.json").cases;
// Signed by a node's own test network: the signature verifies over it.
const [signed] = read<{ readonly cases: readonly [{ readonly signing_message: string }] }>(
  "signing/golden_rest_transactions.json",
).cases;
const module = read<{ readonly bytecode: string }>("signing/tx_args_module.json").bytecode;

/** The values of a tree by their names, where they have no parts. */
function leafOf(found: Inspection, label: string): string | undefined {
  const search = (tree: Extract<Inspection, { kind: "tree" }>["tree"]): string | undefined => {
    if (tree.label === label && tree.children.length === 0) return showValue(tree.value);
    for (const child of tree.children) {
      const value = search(child);
      if (value !== undefined) return value;
    }
    return undefined;
  };
  return found.kind === "tree" ? search(found.tree) : undefined;
}

test.each([
  ["", transaction.signed_txn_bcs, "SignedTransaction"],
  ["", transaction.raw_txn_bcs, "RawTransaction"],
  ["RawTransaction", transaction.raw_txn_bcs, "RawTransaction"],
])("what is chosen as %j is read, with every field", (choice, hex, type) => {
  const found = inspect(choice, readHex(hex)!);
  expect(found).toMatchObject({ kind: "tree", type });
  expect(found.kind === "tree" && faultOf(found.tree)).toBeUndefined();
  expect(leafOf(found, "sequenceNumber")).toBe(transaction.fields.sequence_number);
  expect(leafOf(found, "chainId")).toBe(`${transaction.fields.chain_id}`);
});

test("a signing message is read after its prefix", () => {
  for (const choice of ["", "signing message"]) {
    const found = inspect(choice, readHex(signed.signing_message)!);
    expect(found).toMatchObject({ kind: "tree", type: "signing message" });
    expect(leafOf(found, "chainId")).toBe("4");
    expect(leafOf(found, "maxGasAmount")).toBe("100000000");
  }
});

test("hashes, what is signed and what is written follow from bytes", () => {
  interface Transaction {
    readonly hash?: string;
    readonly raw_txn_bcs?: string;
    readonly signed_txn_bcs?: string;
  }
  const of = (type: string, hex: string): Readonly<Record<string, string>> =>
    Object.fromEntries(factsOf(type, readHex(hex)!));
  const corpus = read<{ readonly cases: readonly Transaction[] }>("signing/sdk_corpus.json").cases;
  const whole = corpus.filter(({ hash, signed_txn_bcs }) => hash !== undefined && signed_txn_bcs !== undefined);
  expect(whole.length).toBeGreaterThan(1);
  for (const { hash, signed_txn_bcs = "" } of whole) {
    expect(of("SignedTransaction", signed_txn_bcs)).toEqual({ "Transaction hash": hash });
  }
  const [first] = corpus;
  const message = of("RawTransaction", first!.raw_txn_bcs!)["Signing message"];
  // The hash of the type's name, as the published messages have it.
  expect(message).toBe(signed.signing_message.slice(0, 66) + first!.raw_txn_bcs!.slice(2));
  const records = read<readonly Readonly<Record<string, string>>[]>("chain/testnet_0_3.json").slice(1);
  for (const record of records) {
    expect(of("Transaction", record.transaction!)["Transaction hash"]).toBe(`0x${record.transaction_hash}`);
    expect(of("WriteSet", record.write_set!)["State change hash"]).toBe(`0x${record.state_change_hash}`);
    expect(of("TransactionInfo", record.transaction_info!)["Leaf of the ledger"]).toBe(
      `0x${record.transaction_info_hash}`,
    );
  }
  // Read off the bytes by hand.
  expect(Object.entries(of("WriteSet", records[1]!.write_set!)).slice(1)).toEqual([
    ["resource 0x1::block::BlockResource of 0x1", "Modification, 112 bytes"],
    ["resource 0x1::stake::ValidatorPerformance of 0x1", "Modification, 65 bytes"],
    ["resource 0x1::state_storage::StateStorageUsage of 0x1", "Modification, 24 bytes"],
    ["resource 0x1::timestamp::CurrentTimeMicroseconds of 0x1", "Modification, 8 bytes"],
  ]);
  // A path of nothing that is known: an access path of 0x1 whose path is one byte, 9, deleted.
  const strange = `0x000100${"00".repeat(31)}01010902`;
  expect(Object.entries(of("WriteSet", strange)).slice(1)).toEqual([
    [expect.stringMatching(/^0x00(?:00){31}010109$/), "Deletion"],
  ]);
  expect(of("Address", "0x00")).toEqual({});
});

test("what several accounts sign is read with who they are", () => {
  interface Row {
    readonly raw_bcs: string;
    readonly signing_message_prefix: string;
    readonly signing_message_tail: string;
  }
  const { transactions } = read<{ readonly transactions: Readonly<Record<string, Row>> }>("chain/hash_vectors.json");
  const messageOf = ({ raw_bcs, signing_message_prefix, signing_message_tail }: Row): Uint8Array =>
    readHex(signing_message_prefix + signing_message_tail.replace("<raw>", raw_bcs))!;
  const several = inspect("", messageOf(transactions.multi_agent!));
  expect(several).toMatchObject({ kind: "tree", type: "signing message" });
  const signers = several.kind === "tree" ? several.tree.children[1]?.children[0]?.children[1]?.children : undefined;
  expect(signers?.map(({ value }) => showValue(value))).toEqual([expect.stringMatching(/^0x0{61}b0b$/)]);
  const paid = inspect("", messageOf(transactions.fee_payer!));
  expect(leafOf(paid, "feePayerAddress")).toMatch(/^0x0{61}fee$/);
  const bare = messageOf(transactions.fee_payer!).subarray(32);
  expect(leafOf(inspect("RawTransactionWithData", bare), "feePayerAddress")).toMatch(/^0x0{61}fee$/);
  expect(inspect("signing message", bare)).toMatchObject({
    kind: "refused",
    message: "these bytes begin with the hash of neither RawTransaction nor RawTransactionWithData",
  });
});

test("a module is shown as its interface", () => {
  const found = inspect("", readHex(module)!);
  expect(found).toMatchObject({ kind: "json", type: "Move module" });
  expect(found.kind === "json" && JSON.parse(found.json)).toMatchObject({ name: "tx_args_module" });
});

test("what is cut off is shown up to the fault, which is named", () => {
  const found = inspect("RawTransaction", readHex(transaction.raw_txn_bcs)!.subarray(0, 50));
  expect(found.kind === "tree" && faultOf(found.tree)).toMatchObject({ code: "unexpected_end" });
  expect(leafOf(found, "sequenceNumber")).toBe(transaction.fields.sequence_number);
});

test("hex that is none, bytes that nothing reads, and names of nothing are refused", () => {
  for (const text of ["0x1", "xy", "0x0g", "00".repeat(1_000_001)]) expect(readHex(text)).toBeUndefined();
  expect(readHex(" 0X0a\n 0B ")).toEqual(Uint8Array.of(10, 11));
  expect(inspect("", Uint8Array.of())).toMatchObject({ kind: "refused" });
  expect(inspect("", new Uint8Array(3).fill(255))).toMatchObject({ kind: "refused" });
  expect(inspect("Nothing", Uint8Array.of(1))).toMatchObject({ kind: "refused", message: "there is no type Nothing" });
  expect(inspect("Move module", Uint8Array.of(1, 2))).toMatchObject({ kind: "refused" });
});

test("every type of the chain can be chosen", () => {
  expect(choices.length).toBeGreaterThan(125);
  expect(choices).toContain("LedgerInfoWithSignatures");
});
