import { bytes, string, u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import {
  type Address,
  abstractionSigningDigest,
  concatBytes,
  type FunctionInfo,
  formatAddress,
  parseAddress,
  type SignedTransaction,
  signingMessage,
  type TransactionPayload,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { feature } from "@ledger/vm";
import { ed25519 } from "@noble/curves/ed25519.js";
import { beforeAll, expect, test } from "vitest";
import { editChange, featureEdit } from "../src/index.ts";
import { publish } from "./support/counter-package.ts";
import { account, entry, LocalChain } from "./support/local-chain.ts";

const key = "0x1::permissioned_delegation::DelegationKey";
const limiter = "0x1::rate_limiter::RateLimiter";
const unread = "0x1::ed25519::UnvalidatedPublicKey";

/** A function by which an account lets a key act for it: for so much gas, and so many coins. */
function delegation(owner: Address): Uint8Array {
  return buildModule({
    address: formatAddress(owner),
    name: "counter",
    imports: {
      structs: [
        { type: key, abilities: ["copy", "drop", "store"] },
        { type: limiter, abilities: ["copy", "drop", "store"] },
        { type: unread, abilities: ["copy", "drop", "store"] },
        { type: "0x1::option::Option", abilities: ["copy", "drop", "store"], typeParams: [{}] },
      ],
      functions: [
        {
          function: "0x1::ed25519::new_unvalidated_public_key_from_bytes",
          params: ["vector<u8>"],
          returns: [unread],
        },
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
    functions: [
      {
        name: "delegate",
        visibility: "public",
        entry: true,
        params: ["&signer", "vector<u8>", "u64", "u64"],
        locals: ["signer"],
        code: [
          ["copy_loc", 0],
          ["move_loc", 1],
          ["call", "0x1::ed25519::new_unvalidated_public_key_from_bytes"],
          ["call", "0x1::permissioned_delegation::gen_ed25519_key"],
          ["call_generic", "0x1::option::none", limiter],
          ["ld_u64", 4_102_444_800n],
          ["call", "0x1::permissioned_delegation::add_permissioned_handle"],
          ["st_loc", 4],
          ["copy_loc", 0],
          ["imm_borrow_loc", 4],
          ["move_loc", 2],
          ["call", "0x1::transaction_validation::grant_gas_permission"],
          ["move_loc", 0],
          ["imm_borrow_loc", 4],
          ["move_loc", 3],
          ["call", "0x1::primary_fungible_store::grant_apt_permission"],
          ["ret"],
        ],
      },
    ],
  });
}

const functionInfo: FunctionInfo = {
  moduleAddress: parseAddress("0x1"),
  moduleName: "permissioned_delegation",
  functionName: "authenticate",
};

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  const alice = account("delegating alice");
  const guest = account("delegate");
  const stranger = account("delegate of nothing");
  const bob = parseAddress("0xb0b");

  beforeAll(async () => {
    chain = await LocalChain.start();
    const edit = await featureEdit(chain.state, feature.permissionedSigner, true);
    chain.edits = [(await editChange(chain.state, edit))!];
    await chain.block();
    expect(await statusOf(await chain.sign(chain.core, transfer(alice.address, 10n ** 10n)))).toBe("Success");
    expect(await statusOf(await chain.sign(alice, publish(delegation(alice.address))))).toBe("Success");
    const named = [parseAddress("0x1"), string.encode("permissioned_delegation"), string.encode("authenticate")];
    const add = entry("0x1::account_abstraction::add_authentication_function", named);
    expect(await statusOf(await chain.sign(alice, add))).toBe("Success");
    for (const [delegate, gas] of [
      [guest, 10n ** 9n],
      [stranger, 0n],
    ] as const) {
      const args = [bytes.encode(delegate.publicKey), u64.encode(gas), u64.encode(1_000n)];
      const call = entry(`${formatAddress(alice.address)}::counter::delegate`, args);
      expect(await statusOf(await chain.sign(alice, call))).toBe("Success");
    }
  });

  function transfer(to: Address, amount: bigint): TransactionPayload {
    return entry("0x1::aptos_account::transfer", [to, u64.encode(amount)]);
  }

  /** A transfer of the account that another key signs. */
  async function delegated(delegate: typeof guest, amount: bigint): Promise<SignedTransaction> {
    const { rawTxn } = await chain.sign(alice, transfer(bob, amount));
    const signingMessageDigest = abstractionSigningDigest(signingMessage(rawTxn), functionInfo);
    const signature = ed25519.sign(signingMessageDigest, delegate.secretKey);
    const abstractSignature = concatBytes(bytes.encode(delegate.publicKey), bytes.encode(signature));
    const authData = { kind: "V1", value: { signingMessageDigest, abstractSignature } } as const;
    const sender = { kind: "Abstract", value: { functionInfo, authData } } as const;
    return { rawTxn, authenticator: { kind: "SingleSender", value: { sender } } };
  }

  async function statusOf(transaction: SignedTransaction): Promise<string> {
    const { entries, discarded } = await chain.block(transaction);
    const reason = discarded[0]?.reason;
    return reason === undefined ? entries[1]!.output.status.kind : reason.message;
  }

  test("a key may spend what it was given, and no more", async () => {
    expect(await statusOf(await delegated(guest, 600n))).toBe("Success");
    expect(await statusOf(await delegated(guest, 600n))).toBe("MoveAbort");
    expect(await statusOf(await delegated(guest, 400n))).toBe("Success");
    expect(await statusOf(await delegated(guest, 1n))).toBe("MoveAbort");
    // The account's own key is not limited.
    expect(await statusOf(await chain.sign(alice, transfer(bob, 5_000n)))).toBe("Success");
  });

  // `permission_denied(PROLOGUE_PERMISSIONED_GAS_LIMIT_INSUFFICIENT)`.
  test("a key that may use no gas is refused before anything runs", async () => {
    expect(await statusOf(await delegated(stranger, 1n))).toBe(`aborted with code ${0x5_0000 + 1_011}`);
  });
});
