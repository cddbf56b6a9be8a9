import { u64 } from "@ledger/bcs";
import {
  AccountResource,
  type Address,
  type ContractEvent,
  deriveGenesis,
  ed25519AuthenticationKey,
  parseAddress,
  parseStructTag,
  resourceKey,
  type SignedTransaction,
} from "@ledger/types";
import { networks, testNetworks } from "@ledger/vectors";
import { readVectorBytes } from "@ledger/vectors/files";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { describe, expect } from "vitest";
import { executeUserTransaction, Overlay } from "../../src/index.ts";

const core = parseAddress("0xa550c18");
const publicKey = new Uint8Array(32).fill(9);
const authenticator = { kind: "Ed25519", value: { publicKey, signature: new Uint8Array(64) } } as const;
const accountTag = parseStructTag("0x1::account::Account");
const withCore = networks.filter((network) => network !== "mainnet");

/** A genesis with two of its accounts in our hands: the one with the coins, and a validator's. */
async function openGenesis(network: string) {
  const { writes, chainId, epochState } = deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
  const state = Overlay.of(writes);
  const validator = epochState.verifier.validatorInfos[0]!.address;
  for (const address of [core, validator]) {
    const key = resourceKey(address, accountTag);
    const item = await state.get(key);
    if (item === undefined) continue;
    const account = AccountResource.decode(item.bytes);
    // The key's bytes stand behind their length, at the beginning.
    const value = item.bytes.slice();
    value.set(ed25519AuthenticationKey(publicKey), 1);
    expect(account.authenticationKey).toHaveLength(32);
    state.write({ key, value, metadata: item.metadata });
  }
  return { state, validator, chainId };
}

// Each framework is validated and ended by functions of its time: legacy ones, extended ones, those of account abstraction, versioned ones.
describe("a payment on a published framework", () => {
  async function execute(
    network: string,
    make: (validator: Address) => Pick<SignedTransaction, "authenticator"> & { readonly sender: Address },
  ) {
    const { state, validator, chainId } = await openGenesis(network);
    const vm = new MoveVm({ natives: frameworkNatives });
    const environment = await vm.readEnvironment(state);
    const { sender, authenticator: proof } = make(validator);
    const transaction: SignedTransaction = {
      rawTxn: {
        sender,
        sequenceNumber: 0n,
        payload: {
          kind: "EntryFunction",
          value: {
            module: { address: parseAddress("0x1"), name: "aptos_account" },
            function: "transfer",
            typeArgs: [],
            args: [core, u64.encode(0n)],
          },
        },
        maxGasAmount: 100_000n,
        gasUnitPrice: 100n,
        expirationTimestampSecs: 60n,
        chainId,
      },
      authenticator: proof,
    };
    const place = { isSimulation: false, isVerified: true, transactionIndex: 1 };
    const outcome = await executeUserTransaction({ vm, environment, usage: undefined }, state, transaction, place);
    if (outcome.kind !== "kept") throw new Error(`${outcome.status}: ${outcome.message}`);
    return outcome;
  }

  const names = (events: readonly ContractEvent[]) =>
    events.map(({ value: { typeTag } }) => (typeTag.kind === "Struct" ? typeTag.value.name : typeTag.kind));

  testNetworks(withCore, "by one signer, on %s", async (network) => {
    const { status, gasUsed, changeSet } = await execute(network, () => ({ sender: core, authenticator }));
    expect(status).toEqual({ kind: "Success" });
    expect(gasUsed).toBeGreaterThan(0n);
    expect(names(changeSet.events).filter((name) => name === "FeeStatement")).toHaveLength(
      network === "testnet" ? 0 : 1,
    );
  });

  testNetworks(withCore, "by a fee payer, on %s", async (network) => {
    const make = (validator: Address) => ({
      sender: validator,
      authenticator: {
        kind: "FeePayer",
        value: {
          sender: authenticator,
          secondarySignerAddresses: [],
          secondarySigners: [],
          feePayerAddress: core,
          feePayerSigner: authenticator,
        },
      } as const,
    });
    if (network === "testnet") {
      // Its framework knows no fee payers.
      await expect(execute(network, make)).rejects.toThrow("UNEXPECTED_ERROR_FROM_KNOWN_MOVE_FUNCTION");
      return;
    }
    const { status, changeSet } = await execute(network, make);
    expect(status).toEqual({ kind: "Success" });
    expect(names(changeSet.events)).toContain("FeeStatement");
  });

  testNetworks(withCore, "by two signers, one too many for its function, on %s", async (network) => {
    const { status } = await execute(network, (validator) => ({
      sender: core,
      authenticator: {
        kind: "MultiAgent",
        value: { sender: authenticator, secondarySignerAddresses: [validator], secondarySigners: [authenticator] },
      },
    }));
    // NUMBER_OF_SIGNER_ARGUMENTS_MISMATCH
    expect(status).toEqual({ kind: "MiscellaneousError", value: 1101n });
  });
});
