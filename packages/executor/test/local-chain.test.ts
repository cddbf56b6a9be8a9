import { u64 } from "@ledger/bcs";
import { buildModule, buildScript, type ModuleSpec } from "@ledger/move";
import {
  type Address,
  aptMetadataAddress,
  type ExecutionStatus,
  feePayerSigningMessage,
  findGroupMember,
  formatAddressLong,
  hexToBytes,
  multiAgentSigningMessage,
  multiKeyAuthenticationKey,
  orderlessSequenceNumber,
  parseAddress,
  primaryStoreAddress,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  type SignedTransaction,
  sha3_256,
  signingMessage,
  singleKeyAuthenticationKey,
  parseStructTag as struct,
  type TransactionPayload,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { beforeAll, describe, expect, test } from "vitest";
import { executeUserTransaction, sequenceNumberOf } from "../src/index.ts";
import { counterModule, emptyModule, publish } from "./support/counter-package.ts";
import { type Account, account, entry, LocalChain } from "./support/local-chain.ts";

/** A faucet's script: the signer mints for itself where it has too little, then transfers to an address. */
const faucetScript = hexToBytes(
  "a11ceb0b0600000008010008020804030c150421020523100733500883012006a30114000000010002000301050800030403010002060105010001070002000008000200010403060c050301050001060c01080001030d6170746f735f6163636f756e740a6170746f735f636f696e04636f696e067369676e65720a616464726573735f6f66094170746f73436f696e0762616c616e6365046d696e74087472616e7366657200000000000000000000000000000000000000000000000000000000000000010308a0860100000000000308ffffffffffffffff000001170a0011000c030a03380007010a02170700172304120a000b030a0207001611020b000b010b02110302",
);

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  const alice = account("alice");
  const bob = account("bob");

  beforeAll(async () => {
    chain = await LocalChain.start();
    await run(await chain.sign(chain.core, transfer(alice.address, 10_000_000_000n)));
    await run(await chain.sign(chain.core, transfer(bob.address, 10_000_000_000n)));
    // Their first transactions: accounts exist, and sequence numbers can be too old, from here on.
    await run(await chain.sign(alice, transfer(bob.address, 1n)));
    await run(await chain.sign(bob, transfer(alice.address, 1n)));
  });

  function transfer(to: Address, amount: bigint): TransactionPayload {
    return entry("0x1::aptos_account::transfer", [to, u64.encode(amount)]);
  }

  /** Commits one transaction, which must not be discarded. */
  async function run(transaction: SignedTransaction): Promise<{ status: ExecutionStatus; gasUsed: bigint }> {
    const { entries, discarded } = await chain.block(transaction);
    expect(discarded.map(({ reason }) => reason)).toEqual([]);
    return entries[1]!.output;
  }

  async function discardOf(transaction: SignedTransaction): Promise<string | undefined> {
    const { discarded } = await chain.block(transaction);
    return discarded[0]?.reason.status;
  }

  async function balanceOf(owner: Address): Promise<bigint> {
    const key = resourceGroupKey(primaryStoreAddress(owner, aptMetadataAddress), struct("0x1::object::ObjectGroup"));
    const group = await chain.state.get(key);
    if (group === undefined) return 0n;
    const store = findGroupMember(ResourceGroup.decode(group.bytes), struct("0x1::fungible_asset::FungibleStore"))!;
    return u64.decode(store.subarray(32, 40));
  }

  describe("fees and failures", () => {
    test("a transfer moves the amount, and the fee is burned", async () => {
      const before = await balanceOf(alice.address);
      const bobBefore = await balanceOf(bob.address);
      const { status, gasUsed } = await run(await chain.sign(alice, transfer(bob.address, 5n)));
      expect(status).toEqual({ kind: "Success" });
      expect(await balanceOf(bob.address)).toBe(bobBefore + 5n);
      expect(await balanceOf(alice.address)).toBe(before - 5n - gasUsed * 100n);
    });

    test("a new account is made by a transfer, at the price of its storage", async () => {
      const newcomer = account("newcomer");
      const { status, gasUsed } = await run(await chain.sign(alice, transfer(newcomer.address, 7n)));
      expect(status).toEqual({ kind: "Success" });
      expect(gasUsed).toBeGreaterThan(400n);
      expect(await balanceOf(newcomer.address)).toBe(7n);
    });

    test("what cannot be paid for is discarded", async () => {
      const pauper = account("pauper");
      await run(await chain.sign(alice, transfer(pauper.address, 1_000n)));
      expect(await discardOf(await chain.sign(pauper, transfer(bob.address, 1n)))).toBe(
        "INSUFFICIENT_BALANCE_FOR_TRANSACTION_FEE",
      );
    });

    test.for([
      ["SEQUENCE_NUMBER_TOO_OLD", { sequenceNumber: 0n }],
      ["SEQUENCE_NUMBER_TOO_NEW", { sequenceNumber: 1_000n }],
      ["TRANSACTION_EXPIRED", { expirationTimestampSecs: 1_600_000_000n }],
      ["BAD_CHAIN_ID", { chainId: 9 }],
      ["MAX_GAS_UNITS_BELOW_MIN_TRANSACTION_GAS_UNITS", { maxGasAmount: 1n }],
      ["MAX_GAS_UNITS_EXCEEDS_MAX_GAS_UNITS_BOUND", { maxGasAmount: 1_000_000_000n }],
      ["GAS_UNIT_PRICE_BELOW_MIN_BOUND", { gasUnitPrice: 1n }],
      ["GAS_UNIT_PRICE_ABOVE_MAX_BOUND", { gasUnitPrice: 10_000_000_001n }],
    ] as const)("%s", async ([status, overrides]) => {
      expect(await discardOf(await chain.sign(alice, transfer(bob.address, 1n), overrides))).toBe(status);
    });

    test("a wrong signature and a key of somebody else are refused", async () => {
      const transaction = await chain.sign(alice, transfer(bob.address, 1n));
      const { rawTxn } = transaction;
      const forged = ed25519.sign(signingMessage({ ...rawTxn, maxGasAmount: 1n }), alice.secretKey);
      const wrong = { publicKey: alice.publicKey, signature: forged };
      expect(await discardOf({ rawTxn, authenticator: { kind: "Ed25519", value: wrong } })).toBe("INVALID_SIGNATURE");
      const other = { publicKey: bob.publicKey, signature: ed25519.sign(signingMessage(rawTxn), bob.secretKey) };
      expect(await discardOf({ rawTxn, authenticator: { kind: "Ed25519", value: other } })).toBe("INVALID_AUTH_KEY");
    });

    test("running out of gas takes all of it, and the sequence number", async () => {
      const before = await sequenceNumberOf(alice.address, chain.state);
      const output = await run(await chain.sign(alice, transfer(account("late").address, 1n), { maxGasAmount: 20n }));
      expect(output).toMatchObject({ status: { kind: "OutOfGas" }, gasUsed: 20n });
      expect(await sequenceNumberOf(alice.address, chain.state)).toBe(before + 1n);
      expect(await balanceOf(account("late").address)).toBe(0n);
    });

    test("a function that does not exist, and wrong arguments, are paid for", async () => {
      const missing = await run(await chain.sign(alice, entry("0x1::aptos_account::nothing", [])));
      expect(missing.status).toEqual({ kind: "MiscellaneousError", value: 1091n });
      const wrong = await run(await chain.sign(alice, entry("0x1::aptos_account::transfer", [bob.address])));
      expect(wrong.status).toEqual({ kind: "MiscellaneousError", value: 1098n });
    });
  });

  describe("signers", () => {
    test("an orderless transaction, once", async () => {
      const payload: TransactionPayload = {
        kind: "Payload",
        value: {
          kind: "V1",
          value: {
            executable: transfer(bob.address, 1n) as Extract<TransactionPayload, { kind: "EntryFunction" }>,
            extraConfig: { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce: 77n } },
          },
        },
      };
      const transaction = await chain.sign(alice, payload, { sequenceNumber: orderlessSequenceNumber });
      expect((await run(transaction)).status).toEqual({ kind: "Success" });
      expect(await discardOf(transaction)).toBe("NONCE_ALREADY_USED");
    });

    test("a fee payer pays, also for an account that does not exist", async () => {
      const nobody = account("sponsored");
      const { rawTxn } = await chain.sign(
        nobody,
        entry("0x1::aptos_account::set_allow_direct_coin_transfers", [Uint8Array.of(1)]),
      );
      const message = feePayerSigningMessage(rawTxn, [], bob.address);
      const before = await balanceOf(bob.address);
      const output = await run({
        rawTxn,
        authenticator: {
          kind: "FeePayer",
          value: {
            sender: signedBy(nobody, feePayerSigningMessage(rawTxn, [], parseAddress("0x0"))),
            secondarySignerAddresses: [],
            secondarySigners: [],
            feePayerAddress: bob.address,
            feePayerSigner: signedBy(bob, message),
          },
        },
      });
      expect(output.status).toEqual({ kind: "Success" });
      expect(await balanceOf(bob.address)).toBeLessThan(before);
      expect(await sequenceNumberOf(nobody.address, chain.state)).toBe(1n);
    });

    test("several signers: the second one's agreement is needed", async () => {
      const payload = script(faucetScript, []);
      const { rawTxn } = await chain.sign(alice, payload);
      const message = multiAgentSigningMessage(rawTxn, [bob.address]);
      const authenticator = (signer: Account): SignedTransaction["authenticator"] => ({
        kind: "MultiAgent",
        value: {
          sender: signedBy(alice, message),
          secondarySignerAddresses: [bob.address],
          secondarySigners: [signedBy(signer, message)],
        },
      });
      expect(await discardOf({ rawTxn, authenticator: authenticator(account("mallory")) })).toBe("INVALID_AUTH_KEY");
      // The script takes one signer.
      const output = await run({ rawTxn, authenticator: authenticator(bob) });
      expect(output.status).toEqual({ kind: "MiscellaneousError", value: 1098n });
    });

    test("a Secp256k1 key, and two of three keys of two kinds", async () => {
      const secretKey: Uint8Array = sha3_256(Uint8Array.of(1));
      const publicKey = secp256k1.getPublicKey(secretKey, false);
      const key = { kind: "Secp256k1Ecdsa", value: publicKey } as const;
      const single = singleKeyAuthenticationKey(key);
      await run(await chain.sign(alice, transfer(single, 1_000_000_000n)));
      const { rawTxn } = await chain.sign({ ...alice, address: single }, transfer(bob.address, 1n));
      const digest = sha3_256(signingMessage(rawTxn));
      const signature = secp256k1.sign(digest, secretKey, { prehash: false, lowS: true });
      const sender = {
        kind: "SingleKey",
        value: { publicKey: key, signature: { kind: "Secp256k1Ecdsa", value: signature } },
      } as const;
      expect((await run({ rawTxn, authenticator: { kind: "SingleSender", value: { sender } } })).status.kind).toBe(
        "Success",
      );

      const publicKeys = {
        publicKeys: [
          key,
          { kind: "Ed25519", value: alice.publicKey },
          { kind: "Ed25519", value: bob.publicKey },
        ] as const,
        signaturesRequired: 2,
      };
      const several = multiKeyAuthenticationKey(publicKeys);
      await run(await chain.sign(alice, transfer(several, 1_000_000_000n)));
      const { rawTxn: raw } = await chain.sign({ ...alice, address: several }, transfer(bob.address, 1n));
      const signatures = [
        { kind: "Secp256k1Ecdsa", value: secp256k1.sign(sha3_256(signingMessage(raw)), secretKey, { prehash: false }) },
        { kind: "Ed25519", value: ed25519.sign(signingMessage(raw), bob.secretKey) },
      ] as const;
      const both = {
        kind: "MultiKey",
        value: { publicKeys, signatures, signaturesBitmap: Uint8Array.of(0b1010_0000) },
      } as const;
      expect(
        (await run({ rawTxn: raw, authenticator: { kind: "SingleSender", value: { sender: both } } })).status.kind,
      ).toBe("Success");
    });
  });

  test("a script mints for the core account", async () => {
    const rich = account("rich");
    const args = [
      { kind: "Address", value: rich.address },
      { kind: "U64", value: 42n },
    ] as const;
    const output = await run(await chain.sign(chain.core, script(faucetScript, args)));
    expect(output.status).toEqual({ kind: "Success" });
    expect(await balanceOf(rich.address)).toBe(42n);
  });

  describe("packages", () => {
    /** The counter that an account has published. */
    async function counter(owner = alice): Promise<bigint> {
      const item = await chain.state.get(
        resourceKey(owner.address, struct(`${formatAddressLong(owner.address)}::counter::Counter`)),
      );
      return u64.decode(item!.bytes);
    }

    /** A new account that has published the counter, which is bumped by 5. */
    async function publisher(name: string): Promise<Account> {
      const owner = account(name);
      await run(await chain.sign(chain.core, transfer(owner.address, 10_000_000_000n)));
      const { status } = await run(await chain.sign(owner, publish(counterModule(owner.address, 5))));
      expect(status).toEqual({ kind: "Success" });
      return owner;
    }

    test("published with its initialiser, called, aborting by name, upgraded, and refused where it is not compatible", async () => {
      const owner = formatAddressLong(alice.address);
      expect((await run(await chain.sign(alice, publish(counterModule(alice.address, 1))))).status).toEqual({
        kind: "Success",
      });
      expect(await counter()).toBe(10n);
      expect((await run(await chain.sign(bob, entry(`${owner}::counter::bump`, [])))).status).toEqual({
        kind: "Success",
      });
      expect(await counter()).toBe(11n);

      const failed = await run(await chain.sign(bob, entry(`${owner}::counter::fail`, [])));
      expect(failed.status).toEqual({
        kind: "MoveAbort",
        value: {
          location: { kind: "Module", value: { address: alice.address, name: "counter" } },
          code: 7n,
          info: { reasonName: "E_SEVEN", description: "Seven is too many" },
        },
      });

      expect((await run(await chain.sign(alice, publish(counterModule(alice.address, 5))))).status).toEqual({
        kind: "Success",
      });
      expect((await run(await chain.sign(bob, entry(`${owner}::counter::bump`, [])))).status).toEqual({
        kind: "Success",
      });
      // The initialiser did not run again.
      expect(await counter()).toBe(16n);

      const smaller = emptyModule(alice.address);
      expect((await run(await chain.sign(alice, publish(smaller)))).status).toEqual({
        kind: "MiscellaneousError",
        value: 1096n,
      });
    });

    test("an upgrade counts from the next transaction of its block on", async () => {
      const owner = await publisher("upgrader");
      const bump = entry(`${formatAddressLong(owner.address)}::counter::bump`, []);
      const before = await counter(owner);
      const sequenceNumber = await sequenceNumberOf(bob.address, chain.state);
      const transactions = [
        await chain.sign(bob, bump),
        await chain.sign(owner, publish(counterModule(owner.address, 100))),
        await chain.sign(bob, bump, { sequenceNumber: sequenceNumber + 1n }),
      ];
      const { discarded } = await chain.block(...transactions);
      expect(discarded).toEqual([]);
      expect(await counter(owner)).toBe(before + 5n + 100n);
    });

    test("code that never ends runs out of gas", async () => {
      const owner = await publisher("spinner");
      const output = await run(
        await chain.sign(bob, entry(`${formatAddressLong(owner.address)}::counter::spin`, []), {
          maxGasAmount: 500n,
        }),
      );
      expect(output).toMatchObject({ status: { kind: "OutOfGas" }, gasUsed: 500n });
    });

    test("code that is beyond the bounds of the host is discarded, whatever its gas costs, and the block goes on", async () => {
      const owner = await publisher("unpriced spinner");
      const spin = entry(`${formatAddressLong(owner.address)}::counter::spin`, []);
      const transactions = [
        await chain.sign(bob, spin, { maxGasAmount: 500n }),
        await chain.sign(alice, transfer(bob.address, 7n)),
      ];
      const workBounds = { instructions: 10_000, memory: 1_000_000_000, time: 60_000 };
      const { entries, discarded } = await chain.blockOf(transactions, { workBounds });
      expect(discarded).toMatchObject([
        {
          transaction: transactions[0],
          reason: { status: "EXECUTION_LIMIT_REACHED", message: "it goes beyond the bound of instructions, 10,000" },
        },
      ]);
      expect(entries.map(({ transaction }) => transaction.kind)).toContain("UserTransaction");
      // Nothing of it has happened: its sequence number is still the next one.
      const output = await run(await chain.sign(bob, spin, { maxGasAmount: 500n }));
      expect(output).toMatchObject({ status: { kind: "OutOfGas" }, gasUsed: 500n });
    });

    test("code that is not well typed, or no code at all, is not published", async () => {
      const illTyped = counterModule(bob.address, 1, [
        { name: "bad", code: [["ld_true"], ["ld_u64", 1], ["add"], ["pop"], ["ret"]] },
      ]);
      const refused = await run(await chain.sign(bob, publish(illTyped)));
      expect(refused.status.kind).toBe("MiscellaneousError");
      const garbage = await run(await chain.sign(bob, publish(Uint8Array.of(1, 2, 3))));
      expect(garbage.status).toEqual({ kind: "MiscellaneousError", value: 3024n });
    });

    test("code of a version that is not enabled is neither published nor run", async () => {
      // The newest one that the features of this genesis allow is 9.
      const newer = buildModule({ address: formatAddressLong(bob.address), name: "counter", version: 10 });
      for (const payload of [publish(newer), script(buildScript({ version: 10, code: [["ret"]] }), [])]) {
        const { status } = await run(await chain.sign(bob, payload));
        expect(status).toEqual({ kind: "MiscellaneousError", value: 3024n });
      }
      const enabled = script(buildScript({ version: 9, code: [["ret"]] }), []);
      expect((await run(await chain.sign(bob, enabled))).status).toEqual({ kind: "Success" });
    });

    test("a module whose metadata breaks a rule, or that comes twice, is not published; a script emits no event", async () => {
      const emit = {
        function: "0x1::event::emit",
        typeParams: [{ constraints: ["drop", "store"] }],
        params: ["T0"],
      } as const;
      const body = [["ld_u64", 1], ["call_generic", "0x1::event::emit", "u64"], ["ret"]] as const;
      const imports = { functions: [emit] };
      const module = (spec: Partial<ModuleSpec>) =>
        buildModule({ address: formatAddressLong(bob.address), name: "counter", ...spec });
      const seen = module({ functions: [{ name: "look", view: true }] });
      const emits = module({ imports, functions: [{ name: "tell", code: body }] });
      const plain = module({});
      for (const [payload, value] of [
        [publish(seen), 1075n],
        [publish(emits), 1123n],
        [publish(plain, plain), 1075n],
        [script(buildScript({ imports, code: body }), []), 1094n],
      ] as const) {
        const { status } = await run(await chain.sign(bob, payload));
        expect(status).toEqual({ kind: "MiscellaneousError", value });
      }
      expect((await run(await chain.sign(bob, publish(plain)))).status).toEqual({ kind: "Success" });
    });
  });

  test("simulation uses the gas of execution, without signatures", async () => {
    const { rawTxn } = await chain.sign(alice, transfer(bob.address, 3n));
    const context = await chain.executor.context();
    const simulated = await executeUserTransaction(
      context,
      chain.state,
      { rawTxn, authenticator: { kind: "SingleSender", value: { sender: { kind: "NoAccountAuthenticator" } } } },
      { isSimulation: true, transactionIndex: undefined },
    );
    const { gasUsed } = await run(await chain.sign(alice, transfer(bob.address, 3n)));
    expect(simulated).toMatchObject({ kind: "kept", status: { kind: "Success" }, gasUsed });
  });

  test("an epoch ends when its time has passed, and its block is the metadata alone", async () => {
    chain.timestampUsecs += 7_200_000_000n;
    const transaction = await chain.sign(alice, transfer(bob.address, 1n), { expirationTimestampSecs: 2_000_000_000n });
    const ending = await chain.block(transaction);
    expect(ending.entries).toHaveLength(1);
    expect(ending.postponed).toEqual([transaction]);
    expect(ending.entries[0]!.output.events.length).toBeGreaterThanOrEqual(3);
    expect((await run(transaction)).status).toEqual({ kind: "Success" });
  });
});

function signedBy({ publicKey, secretKey }: Account, message: Uint8Array) {
  return { kind: "Ed25519", value: { publicKey, signature: ed25519.sign(message, secretKey) } } as const;
}

function script(
  code: Uint8Array,
  args: Extract<TransactionPayload, { kind: "Script" }>["value"]["args"],
): TransactionPayload {
  return { kind: "Script", value: { code, typeArgs: [], args } };
}
