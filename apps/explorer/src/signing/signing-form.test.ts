import { expect, test } from "vitest";
import { buildRequest, type SigningForm } from "./signing-form.ts";

const form: SigningForm = {
  sender: "0xdd",
  sequenceNumber: "0",
  maxGasAmount: "1000000",
  gasUnitPrice: "0",
  expiration: "9991638487317",
  nonce: "",
  secondarySigners: "",
  kind: "entry_function_payload",
  function: "0x1::aptos_account::create_account",
  typeArguments: [],
  arguments: ["0x1234567"],
  bytecode: "0x",
  scriptArguments: "[1, true]",
  multisigAddress: "0x5",
  carriesCall: true,
};

const call = {
  type: "entry_function_payload",
  function: "0x1::aptos_account::create_account",
  type_arguments: [],
  arguments: ["0x1234567"],
};

test("the form of one call is the request of the API", () => {
  expect(buildRequest(form)).toEqual({
    sender: "0xdd",
    sequence_number: "0",
    max_gas_amount: "1000000",
    gas_unit_price: "0",
    expiration_timestamp_secs: "9991638487317",
    payload: call,
  });
});

test("optional members are there when they are filled in", () => {
  expect(buildRequest({ ...form, nonce: "7", secondarySigners: " 0x1, 0x2\n0x3 " })).toMatchObject({
    replay_protection_nonce: "7",
    secondary_signers: ["0x1", "0x2", "0x3"],
  });
});

test("scripts and multisig transactions", () => {
  expect(buildRequest({ ...form, kind: "script_payload", bytecode: "0xa1" })).toMatchObject({
    payload: { type: "script_payload", code: { bytecode: "0xa1" }, type_arguments: [], arguments: [1, true] },
  });
  expect(buildRequest({ ...form, kind: "multisig_payload" })).toMatchObject({
    payload: { type: "multisig_payload", multisig_address: "0x5", transaction_payload: call },
  });
  expect(buildRequest({ ...form, kind: "multisig_payload", carriesCall: false })).toMatchObject({
    payload: { type: "multisig_payload", multisig_address: "0x5" },
  });
  // What is not JSON goes to the API as it is, which says what is wrong with it.
  expect(buildRequest({ ...form, kind: "script_payload", scriptArguments: "[1," })).toMatchObject({
    payload: { arguments: "[1," },
  });
});
