import { Account } from "@aptos-labs/ts-sdk";
import { demoAccounts } from "@ledger/demo-ledger";
import { formatAddressLong } from "@ledger/types";
import { beforeAll, expect, test } from "vitest";
import { refusalOf } from "./support/refusal.ts";
import { openStillLedger, type StillLedger } from "./support/still-ledger.ts";

// A node that only serves a ledger has no pool: it refuses in words that the official client hands on.

const ben = formatAddressLong(demoAccounts.ben.address);
const sender = Account.generate();
let ledger: StillLedger;

beforeAll(async () => {
  ledger = await openStillLedger();
});

test("submitting is refused", async () => {
  const transaction = await ledger.aptos.transaction.build.simple({
    sender: sender.accountAddress,
    data: { function: "0x1::aptos_account::transfer", functionArguments: [ben, 1] },
  });
  const { status, data, message } = await refusalOf(
    ledger.aptos.signAndSubmitTransaction({ signer: sender, transaction }),
  );
  expect([status, data.error_code]).toEqual([403, "api_disabled"]);
  expect(message).toContain("submit_transaction is not available on this node");
});
