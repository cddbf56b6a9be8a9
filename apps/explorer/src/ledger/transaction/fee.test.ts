import { expect, test } from "vitest";
import { feeOf } from "./fee.ts";

const statement = (data: object) => [
  {
    type: "0x1::transaction_fee::FeeStatement",
    data,
    guid: { creation_number: "0", account_address: "0x0" },
    sequence_number: "0",
  },
];

// The figures of an order of the demonstration: 6 + 6 units of 100 octas would be 20 octas too many.
test("the parts of a fee add up to it, although the ledger rounds each of them", () => {
  const fee = feeOf({
    gas_used: "1383",
    gas_unit_price: "100",
    max_gas_amount: "200000",
    events: statement({
      execution_gas_units: "6",
      io_gas_units: "6",
      storage_fee_octas: "137120",
      storage_fee_refund_octas: "0",
      total_charge_gas_units: "1383",
    }),
  });
  expect(fee).toEqual({
    charged: 138_300n,
    parts: { work: 1_180n, storage: 137_120n, refund: 0n, units: { execution: 6n, io: 6n } },
  });
});

test("a statement that cannot be true is not shown, and what is no user's transaction costs nothing", () => {
  const charged = { gas_used: "1", gas_unit_price: "100", max_gas_amount: "2" };
  expect(feeOf({ ...charged, events: statement({ storage_fee_octas: "101" }) })).toEqual({
    charged: 100n,
    parts: undefined,
  });
  expect(feeOf({ gas_used: "0", events: [] })).toBeUndefined();
});
