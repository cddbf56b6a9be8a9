import { bytes, string, u64, vector } from "@ledger/bcs";
import { Address, MultisigTransactionPayload, Path, type TransactionPayload, type WriteSet } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { beforeEach, expect, test } from "vitest";
import { account, entry, LocalChain } from "../support/local-chain.ts";

const owner = account("owner");

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  let multisig: Address;

  beforeEach(async () => {
    chain = await LocalChain.start();
    await succeed(entry("0x1::aptos_account::transfer", [owner.address, u64.encode(10n ** 10n)]), chain.core);
    const none = [vector(string).encode([]), vector(bytes).encode([])];
    const args = [vector(Address).encode([]), u64.encode(1n), ...none];
    const { writeSet } = await succeed(entry("0x1::multisig_account::create_with_owners", args));
    multisig = holderOf(writeSet, "MultisigAccount");
  });

  async function run(payload: TransactionPayload, sender = owner) {
    const { entries, discarded } = await chain.block(await chain.sign(sender, payload));
    expect(discarded.map(({ reason }) => reason.status)).toEqual([]);
    return entries[1]!.output;
  }

  async function succeed(payload: TransactionPayload, sender = owner) {
    const output = await run(payload, sender);
    expect(output.status).toEqual({ kind: "Success" });
    return output;
  }

  const propose = (payload: Uint8Array) =>
    succeed(entry("0x1::multisig_account::create_transaction", [multisig, bytes.encode(payload)]));
  const execute = (): TransactionPayload => ({
    kind: "Multisig",
    value: { multisigAddress: multisig, transactionPayload: undefined },
  });

  test("a call that fails is noted as failed, and its transaction succeeds", async () => {
    const call = entry("0x1::aptos_account::transfer", [owner.address, u64.encode(1n)]);
    await propose(MultisigTransactionPayload.encode(call as MultisigTransactionPayload));
    const { events } = await succeed(execute());
    expect(events.map(({ value }) => nameOf(value.typeTag))).toContain("TransactionExecutionFailed");
  });

  test("a payload that is none fails the transaction itself, and stays where it is", async () => {
    await propose(Uint8Array.of(0xff, 1, 2, 3));
    for (let attempt = 0; attempt < 2; attempt++) {
      const output = await run(execute());
      // FAILED_TO_DESERIALIZE_ARGUMENT
      expect(output.status).toEqual({ kind: "MiscellaneousError", value: 1100n });
      expect(output.events.map(({ value }) => nameOf(value.typeTag))).toEqual(["FeeStatement"]);
    }
  });
});

function nameOf(tag: { readonly kind: string; readonly value?: unknown }): string {
  return (tag as { value: { name: string } }).value.name;
}

/** The account under which a transaction has written a resource of a name. */
function holderOf(writeSet: WriteSet, name: string): Address {
  if (writeSet.kind !== "V0") throw new Error("a form of write set that nobody makes");
  for (const key of writeSet.value.keys()) {
    if (key.kind !== "AccessPath") continue;
    const path = Path.decode(key.value.path);
    if (path.kind === "Resource" && path.value.name === name) return key.value.address;
  }
  throw new Error(`nothing of the name ${name} was written`);
}
