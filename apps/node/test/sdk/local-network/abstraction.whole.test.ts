import {
  AbstractedAccount,
  Account,
  DerivableAbstractedAccount,
  Hex,
  type InputScriptData,
  MoveVector,
  U64,
} from "@aptos-labs/ts-sdk";
import { buildScript } from "@ledger/move";
import { beforeAll, expect, test } from "vitest";
import type { LocalNode } from "./support/local-node.ts";
import { openLocalNode } from "./support/open-local-node.ts";

// Accounts whose signatures code examines, as the official client uses them.

const authenticationFunction = "0x1::permissioned_delegation::authenticate";

let local: LocalNode;
beforeAll(async () => {
  local = await openLocalNode();
});

async function submit(signer: Account, data: Parameters<typeof local.aptos.transaction.build.simple>[0]["data"]) {
  const { aptos } = local;
  const transaction = await aptos.transaction.build.simple({ sender: signer.accountAddress, data });
  const { hash } = await aptos.signAndSubmitTransaction({ signer, transaction });
  return aptos.waitForTransaction({ transactionHash: hash, options: { checkSuccess: false } });
}

const transferTo = (recipient: Account, amount: number) => ({
  function: "0x1::aptos_account::transfer" as const,
  functionArguments: [recipient.accountAddress, amount],
});

/** A script that lets a key act for the sender: for gas of one coin, and for an amount: `(&signer, key, amount)`. */
function delegationScript(): Uint8Array {
  const key = "0x1::permissioned_delegation::DelegationKey";
  const limiter = "0x1::rate_limiter::RateLimiter";
  const unread = "0x1::ed25519::UnvalidatedPublicKey";
  const abilities = ["copy", "drop", "store"] as const;
  return buildScript({
    params: ["&signer", "vector<u8>", "u64"],
    locals: ["signer"],
    imports: {
      structs: [
        ...[key, limiter, unread].map((type) => ({ type, abilities })),
        { type: "0x1::option::Option", abilities, typeParams: [{}] },
      ],
      functions: [
        { function: "0x1::ed25519::new_unvalidated_public_key_from_bytes", params: ["vector<u8>"], returns: [unread] },
        { function: "0x1::permissioned_delegation::gen_ed25519_key", params: [unread], returns: [key] },
        { function: "0x1::option::none", typeParams: [{}], returns: ["0x1::option::Option<T0>"] },
        {
          function: "0x1::permissioned_delegation::add_permissioned_handle",
          params: ["&signer", key, `0x1::option::Option<${limiter}>`, "u64"],
          returns: ["signer"],
        },
        { function: "0x1::transaction_validation::grant_gas_permission", params: ["&signer", "&signer", "u64"] },
        { function: "0x1::primary_fungible_store::grant_apt_permission", params: ["&signer", "&signer", "u64"] },
      ],
    },
    code: [
      ["copy_loc", 0],
      ["move_loc", 1],
      ["call", "0x1::ed25519::new_unvalidated_public_key_from_bytes"],
      ["call", "0x1::permissioned_delegation::gen_ed25519_key"],
      ["call_generic", "0x1::option::none", limiter],
      ["ld_u64", 4_102_444_800n],
      ["call", "0x1::permissioned_delegation::add_permissioned_handle"],
      ["st_loc", 3],
      ["copy_loc", 0],
      ["imm_borrow_loc", 3],
      ["ld_u64", 100_000_000n],
      ["call", "0x1::transaction_validation::grant_gas_permission"],
      ["move_loc", 0],
      ["imm_borrow_loc", 3],
      ["move_loc", 2],
      ["call", "0x1::primary_fungible_store::grant_apt_permission"],
      ["ret"],
    ],
  });
}

test("a key that was given a permission spends so much and no more, until abstraction is switched off", async () => {
  const { aptos } = local;
  const owner = await local.fund();
  const accountAddress = owner.accountAddress;
  const recipient = Account.generate();
  const delegate = Account.generate();
  const enabled = () => aptos.abstraction.isAccountAbstractionEnabled({ accountAddress, authenticationFunction });
  const run = async (transaction: Awaited<ReturnType<typeof aptos.transaction.build.simple>>) => {
    const { hash } = await aptos.signAndSubmitTransaction({ signer: owner, transaction });
    expect(await aptos.waitForTransaction({ transactionHash: hash })).toMatchObject({ success: true });
  };

  expect(await enabled()).toBe(false);
  await run(await aptos.abstraction.enableAccountAbstractionTransaction({ accountAddress, authenticationFunction }));
  expect(await enabled()).toBe(true);
  const delegation: InputScriptData = {
    bytecode: delegationScript(),
    functionArguments: [MoveVector.U8(delegate.publicKey.toUint8Array()), new U64(1_000)],
  };
  expect(await submit(owner, delegation)).toMatchObject({ success: true });

  const signer = AbstractedAccount.fromPermissionedSigner({ signer: delegate, accountAddress });
  expect(await submit(signer, transferTo(recipient, 600))).toMatchObject({ success: true });
  expect(await submit(signer, transferTo(recipient, 600))).toMatchObject({ success: false });
  expect(await submit(signer, transferTo(recipient, 400))).toMatchObject({ success: true });
  expect(await aptos.getAccountAPTAmount({ accountAddress: recipient.accountAddress })).toBe(1_000);

  await run(await aptos.abstraction.disableAccountAbstractionTransaction({ accountAddress, authenticationFunction }));
  expect(await enabled()).toBe(false);
  await expect(submit(signer, transferTo(recipient, 1))).rejects.toThrow();
});

test("an account that follows from a key of another kind is funded, and pays", async () => {
  const { aptos } = local;
  const key = Account.generate();
  const signer = new DerivableAbstractedAccount({
    // This authenticator wants the digest signed as text.
    signer: (digest) => key.sign(new TextEncoder().encode(Hex.fromHexInput(digest).toString())).toUint8Array(),
    authenticationFunction: "0x7::test_derivable_account_abstraction_ed25519_hex::authenticate",
    abstractPublicKey: key.publicKey.toUint8Array(),
  });
  await aptos.fundAccount({ accountAddress: signer.accountAddress, amount: 100_000_000 });
  const recipient = Account.generate();
  expect(await submit(signer, transferTo(recipient, 5))).toMatchObject({ success: true });
  expect(await aptos.getAccountAPTAmount({ accountAddress: recipient.accountAddress })).toBe(5);
});
