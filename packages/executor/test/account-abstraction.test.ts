import { bytes, string, u64 } from "@ledger/bcs";
import { buildModule } from "@ledger/move";
import {
  type Address,
  abstractionSigningDigest,
  derivableAbstractionAddress,
  type FunctionInfo,
  formatAddress,
  formatHex,
  parseAddress,
  type SignedTransaction,
  signingMessage,
  signingMessageDigest,
  type TransactionPayload,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { feature } from "@ledger/vm";
import { ed25519 } from "@noble/curves/ed25519.js";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { editChange, executeUserTransaction, featureEdit } from "../src/index.ts";
import { publish } from "./support/counter-package.ts";
import { type Account, account, entry, LocalChain } from "./support/local-chain.ts";

const data = "0x1::auth_data::AbstractionAuthData";

/** Functions that authenticate: one by a password, one that never ends, one that lets anybody in but notes something down. */
function authenticators(owner: Address): Uint8Array {
  const address = formatAddress(owner);
  return buildModule({
    address,
    name: "counter",
    structs: [{ name: "Seen", abilities: ["key"], fields: [{ name: "times", type: "u64" }] }],
    imports: {
      structs: [{ type: data, abilities: ["copy", "drop"] }],
      functions: [{ function: "0x1::auth_data::authenticator", params: [`&${data}`], returns: ["&vector<u8>"] }],
    },
    functions: [
      {
        name: "by_password",
        visibility: "public",
        params: ["signer", data],
        returns: ["signer"],
        code: [
          ["imm_borrow_loc", 1],
          ["call", "0x1::auth_data::authenticator"],
          ["read_ref"],
          ["ld_const", "vector<u8>", bytes.encode(password)],
          ["eq"],
          ["br_true", 8],
          ["ld_u64", 77],
          ["abort"],
          ["move_loc", 0],
          ["ret"],
        ],
      },
      {
        name: "never",
        visibility: "public",
        params: ["signer", data],
        returns: ["signer"],
        code: [["branch", 0]],
      },
      {
        name: "noting",
        visibility: "public",
        params: ["signer", data],
        returns: ["signer"],
        code: [["imm_borrow_loc", 0], ["ld_u64", 1], ["pack", "Seen"], ["move_to", "Seen"], ["move_loc", 0], ["ret"]],
      },
    ],
  });
}

const password = new TextEncoder().encode("open sesame");

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  const alice = account("abstract alice");
  const bob = account("abstract bob");
  const module = { moduleAddress: alice.address, moduleName: "counter" };

  beforeAll(async () => {
    chain = await LocalChain.start();
    for (const { address } of [alice, bob]) await succeed(await chain.sign(chain.core, transfer(address, 10n ** 10n)));
    await succeed(await chain.sign(alice, publish(authenticators(alice.address))));
    for (const functionName of ["by_password", "never", "noting"]) {
      const args = [alice.address, string.encode("counter"), string.encode(functionName)];
      await succeed(await chain.sign(alice, entry("0x1::account_abstraction::add_authentication_function", args)));
    }
  });

  function transfer(to: Address, amount: bigint): TransactionPayload {
    return entry("0x1::aptos_account::transfer", [to, u64.encode(amount)]);
  }

  async function succeed(transaction: SignedTransaction): Promise<bigint> {
    const { entries, discarded } = await chain.block(transaction);
    expect(discarded.map(({ reason }) => reason)).toEqual([]);
    expect(entries[1]!.output.status).toEqual({ kind: "Success" });
    return entries[1]!.output.gasUsed;
  }

  async function discardOf(transaction: SignedTransaction) {
    const { discarded } = await chain.block(transaction);
    return discarded[0]?.reason;
  }

  async function abstractTransaction(
    functionName: string,
    abstractSignature: Uint8Array,
    sender: Account = alice,
    digestOf: typeof abstractionSigningDigest = abstractionSigningDigest,
  ): Promise<SignedTransaction> {
    const { rawTxn } = await chain.sign(sender, transfer(bob.address, 1n));
    const functionInfo = { ...module, functionName };
    const signingMessageDigest = digestOf(signingMessage(rawTxn), functionInfo);
    const authData = { kind: "V1", value: { signingMessageDigest, abstractSignature } } as const;
    const authenticator = { kind: "Abstract", value: { functionInfo, authData } } as const;
    return { rawTxn, authenticator: { kind: "SingleSender", value: { sender: authenticator } } };
  }

  test("the account's own function lets a transaction through, and its gas is the transaction's", async () => {
    const plain = await succeed(await chain.sign(alice, transfer(bob.address, 1n)));
    const asked = await succeed(await abstractTransaction("by_password", password));
    expect(asked).toBeGreaterThan(plain);
  });

  test("or does not: nothing of it is committed", async () => {
    const before = chain.state.usage();
    const reason = await discardOf(await abstractTransaction("by_password", password.subarray(1)));
    expect(reason).toMatchObject({ status: "ABORTED", code: 4016 });
    expect(reason!.message).toMatch(
      /authentication function 0x\w+::\w+::by_password refused: aborted with code \d+ in 0x\w+::\w+::by_password$/,
    );
    expect(chain.state.usage().items - before.items).toBeLessThan(3n);
  });

  test("a function that never ends has a budget of its own", async () => {
    expect(await discardOf(await abstractTransaction("never", password))).toMatchObject({
      status: "ACCOUNT_AUTHENTICATION_GAS_LIMIT_EXCEEDED",
      code: 41,
    });
  });

  test("what a function notes down is there, once", async () => {
    await succeed(await abstractTransaction("noting", password));
    expect(await discardOf(await abstractTransaction("noting", password))).toMatchObject({
      status: "RESOURCE_ALREADY_EXISTS",
    });
  });

  test("a function that the account has not named, and the digest of another message, are refused", async () => {
    expect(await discardOf(await abstractTransaction("by_password", password, bob))).toMatchObject({
      status: "ABORTED",
    });
    const transaction = await abstractTransaction("by_password", password);
    const rawTxn = { ...transaction.rawTxn, maxGasAmount: 1_999_999n };
    expect(await discardOf({ ...transaction, rawTxn })).toMatchObject({ status: "INVALID_SIGNATURE" });
  });

  test("simulation asks the function too", async () => {
    const context = await chain.executor.context();
    const place = { isSimulation: true, transactionIndex: undefined };
    const simulate = async (signature: Uint8Array) =>
      executeUserTransaction(context, chain.state, await abstractTransaction("by_password", signature), place);
    expect(await simulate(password)).toMatchObject({ kind: "kept", status: { kind: "Success" } });
    expect(await simulate(password.subarray(1))).toMatchObject({ kind: "discarded", status: "ABORTED" });
  });

  test("accounts that follow from a key of another chain's wallet: the framework's function knows the key", async () => {
    const functionInfo: FunctionInfo = {
      moduleAddress: parseAddress("0x7"),
      moduleName: "test_derivable_account_abstraction_ed25519_hex",
      functionName: "authenticate",
    };
    const owner = account("derivable");
    const derived = { ...owner, address: derivableAbstractionAddress(functionInfo, owner.publicKey) };
    await succeed(await chain.sign(chain.core, transfer(derived.address, 10n ** 9n)));
    const signedBy = async (secretKey: Uint8Array): Promise<SignedTransaction> => {
      const { rawTxn } = await chain.sign(derived, transfer(bob.address, 1n));
      const signingMessageDigest = abstractionSigningDigest(signingMessage(rawTxn), functionInfo);
      const text = new TextEncoder().encode(formatHex(signingMessageDigest));
      const value = {
        signingMessageDigest,
        abstractSignature: ed25519.sign(text, secretKey),
        abstractPublicKey: owner.publicKey,
      };
      const sender = { kind: "Abstract", value: { functionInfo, authData: { kind: "DerivableV1", value } } } as const;
      return { rawTxn, authenticator: { kind: "SingleSender", value: { sender } } };
    };
    expect(await discardOf(await signedBy(bob.secretKey))).toMatchObject({ status: "ABORTED" });
    await succeed(await signedBy(owner.secretKey));
  });

  test("a record may have the digest that names no function, from before there were accounts of other chains' keys", async () => {
    const old = await abstractTransaction("by_password", password, alice, signingMessageDigest);
    const statusOf = async (isRecorded?: boolean): Promise<string> => {
      const place = { isSimulation: false, transactionIndex: 1, isRecorded };
      const outcome = await executeUserTransaction(await chain.executor.context(), chain.state, old, place);
      return outcome.kind === "discarded" ? outcome.status : outcome.status.kind;
    };
    expect(await statusOf(true)).toBe("INVALID_SIGNATURE");
    const allow = async (isAllowed: boolean): Promise<void> => {
      const edit = await featureEdit(chain.state, feature.derivableAccountAbstraction, isAllowed);
      chain.edits = [(await editChange(chain.state, edit))!];
      await chain.block();
    };
    await allow(false);
    onTestFinished(() => allow(true));
    expect(await statusOf()).toBe("INVALID_SIGNATURE");
    expect(await statusOf(true)).toBe("Success");
    const other = { ...old, rawTxn: { ...old.rawTxn, maxGasAmount: 1_999_999n } };
    const place = { isSimulation: false, transactionIndex: 1, isRecorded: true };
    const outcome = await executeUserTransaction(await chain.executor.context(), chain.state, other, place);
    expect(outcome).toMatchObject({ kind: "discarded", status: "INVALID_SIGNATURE" });
  });
});
