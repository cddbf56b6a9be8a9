import {
  Account,
  type AccountAddress,
  Ed25519PrivateKey,
  generateTransactionPayload,
  MultiEd25519Account,
  MultiEd25519PublicKey,
  MultiKey,
  MultiKeyAccount,
  SigningSchemeInput,
  U64,
} from "@aptos-labs/ts-sdk";
import { beforeAll, expect, test } from "vitest";
import { giveScript } from "./support/counter-package.ts";
import { funds, type LocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// Every way of signing that the official client has, on the local network.

let local: LocalNode;
beforeAll(async () => {
  local = await openLocalNode();
});

const transferTo = (recipient: AccountAddress, amount: number) => ({
  function: "0x1::aptos_account::transfer" as const,
  functionArguments: [recipient, amount],
});

const secp256k1 = () => Account.generate({ scheme: SigningSchemeInput.Secp256k1Ecdsa });
const singleEd25519 = () => Account.generate({ scheme: SigningSchemeInput.Ed25519, legacy: false });

function multiKey(): MultiKeyAccount {
  const signers = [secp256k1(), singleEd25519(), Account.generate()];
  const key = new MultiKey({ publicKeys: signers.map(({ publicKey }) => publicKey), signaturesRequired: 2 });
  return new MultiKeyAccount({ multiKey: key, signers: signers.slice(1) });
}

function multiEd25519(): MultiEd25519Account {
  const keys = [1, 2, 3].map(() => Ed25519PrivateKey.generate());
  const publicKey = new MultiEd25519PublicKey({ publicKeys: keys.map((key) => key.publicKey()), threshold: 2 });
  return new MultiEd25519Account({ publicKey, signers: keys.slice(1) });
}

test.each<[string, () => Account]>([
  ["an Ed25519 key", () => Account.generate()],
  ["a single Ed25519 key", singleEd25519],
  ["a single secp256k1 key", secp256k1],
  ["two of three keys of different schemes", multiKey],
  ["two of three Ed25519 keys", multiEd25519],
])("%s signs", async (_, generate) => {
  const { aptos } = local;
  const sender = await local.fund(generate());
  const recipient = Account.generate().accountAddress;
  const transaction = await aptos.transaction.build.simple({
    sender: sender.accountAddress,
    data: transferTo(recipient, 5),
  });
  // The client simulates for every key but those of the last kind.
  const signerPublicKey =
    sender.publicKey instanceof MultiEd25519PublicKey ? {} : { signerPublicKey: sender.publicKey };
  const [simulated] = await aptos.transaction.simulate.simple({ ...signerPublicKey, transaction });
  expect(simulated).toMatchObject({ success: true });
  const { hash } = await aptos.signAndSubmitTransaction({ signer: sender, transaction });
  expect(await aptos.waitForTransaction({ transactionHash: hash })).toMatchObject({
    success: true,
    gas_used: simulated!.gas_used,
  });
  expect(await aptos.getAccountAPTAmount({ accountAddress: recipient })).toBe(5);
});

test("a fee payer pays for somebody who has nothing", async () => {
  const { aptos } = local;
  const [sender, feePayer] = [Account.generate(), await local.fund()];
  const transaction = await aptos.transaction.build.simple({
    sender: sender.accountAddress,
    withFeePayer: true,
    data: { function: "0x1::aptos_account::set_allow_direct_coin_transfers", functionArguments: [false] },
  });
  const senderAuthenticator = aptos.transaction.sign({ signer: sender, transaction });
  const feePayerAuthenticator = aptos.transaction.signAsFeePayer({ signer: feePayer, transaction });
  const pending = await aptos.transaction.submit.simple({ transaction, senderAuthenticator, feePayerAuthenticator });
  const committed = await aptos.waitForTransaction({ transactionHash: pending.hash });
  expect(committed).toMatchObject({ success: true, signature: { type: "fee_payer_signature" } });
  expect(await aptos.getAccountAPTAmount({ accountAddress: sender.accountAddress })).toBe(0);
  expect(await aptos.getAccountAPTAmount({ accountAddress: feePayer.accountAddress })).toBeLessThan(funds);
});

test("two signers agree to a script", async () => {
  const { aptos } = local;
  const [giver, taker] = [await local.fund(), await local.fund()];
  const transaction = await aptos.transaction.build.multiAgent({
    sender: giver.accountAddress,
    secondarySignerAddresses: [taker.accountAddress],
    data: { bytecode: giveScript(), typeArguments: [], functionArguments: [new U64(77)] },
  });
  const [simulated] = await aptos.transaction.simulate.multiAgent({
    signerPublicKey: giver.publicKey,
    secondarySignersPublicKeys: [taker.publicKey],
    transaction,
  });
  expect(simulated).toMatchObject({ success: true });
  const pending = await aptos.transaction.submit.multiAgent({
    transaction,
    senderAuthenticator: aptos.transaction.sign({ signer: giver, transaction }),
    additionalSignersAuthenticators: [aptos.transaction.sign({ signer: taker, transaction })],
  });
  expect(await aptos.waitForTransaction({ transactionHash: pending.hash })).toMatchObject({
    success: true,
    payload: { type: "script_payload", arguments: ["77"] },
  });
  expect(await aptos.getAccountAPTAmount({ accountAddress: taker.accountAddress })).toBe(funds + 77);
});

test("orderless transactions need no sequence number, and are used once", async () => {
  const { aptos } = local;
  const sender = await local.fund();
  const recipient = Account.generate().accountAddress;
  const build = (replayProtectionNonce: number) =>
    aptos.transaction.build.simple({
      sender: sender.accountAddress,
      data: transferTo(recipient, 1),
      options: { replayProtectionNonce },
    });
  const transactions = await Promise.all([11, 12, 13].map(build));
  const pending = await Promise.all(
    transactions.map((transaction) => aptos.signAndSubmitTransaction({ signer: sender, transaction })),
  );
  for (const [index, { hash }] of pending.entries()) {
    expect(await aptos.waitForTransaction({ transactionHash: hash })).toMatchObject({
      success: true,
      replay_protection_nonce: `${11 + index}`,
    });
  }
  expect(await aptos.getAccountAPTAmount({ accountAddress: recipient })).toBe(3);
  expect(await aptos.getAccountInfo({ accountAddress: sender.accountAddress })).toMatchObject({ sequence_number: "0" });
  const again = aptos.signAndSubmitTransaction({ signer: sender, transaction: transactions[0]! });
  await expect(again).rejects.toMatchObject({ data: { error_code: "vm_error", vm_error_code: 42 } });
});

test("a multisig account pays when two of three owners agree", async () => {
  const { aptos } = local;
  const owners = [await local.fund(), await local.fund(), await local.fund()] as const;
  const [first, second] = owners;
  const run = async (signer: Account, data: Parameters<typeof aptos.transaction.build.simple>[0]["data"]) => {
    const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data });
    const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction });
    return aptos.waitForTransaction({ transactionHash: hash });
  };
  const [multisig] = await aptos.view<[string]>({
    payload: {
      function: "0x1::multisig_account::get_next_multisig_account_address",
      functionArguments: [first.accountAddress],
    },
  });
  await run(first, {
    function: "0x1::multisig_account::create_with_owners",
    functionArguments: [owners.slice(1).map(({ accountAddress }) => accountAddress), 2, [], []],
  });
  await aptos.fundAccount({ accountAddress: multisig, amount: 1_000 });
  const recipient = Account.generate().accountAddress;
  const call = { multisigAddress: multisig, ...transferTo(recipient, 9) };
  const payload = await generateTransactionPayload({
    multisigAddress: multisig,
    ...transferTo(recipient, 9),
    aptosConfig: aptos.config,
  });
  const stored = payload.multiSig.transaction_payload!;
  await run(first, {
    function: "0x1::multisig_account::create_transaction",
    functionArguments: [multisig, stored.bcsToBytes()],
  });
  await run(second, { function: "0x1::multisig_account::approve_transaction", functionArguments: [multisig, 1] });
  const executed = await run(second, call);
  expect(executed).toMatchObject({ success: true, payload: { type: "multisig_payload" } });
  expect(await aptos.getAccountAPTAmount({ accountAddress: recipient })).toBe(9);
});
