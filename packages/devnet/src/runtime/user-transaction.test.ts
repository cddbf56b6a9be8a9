import { beforeEach, describe, expect, test } from "vitest";
import { accountSigner, DEVNET_ACCOUNTS, guestSigner } from "../accounts.ts";
import { APT, pairedBalance } from "../effects/coin.ts";
import { createAccountCall, transfer } from "../functions/aptos-account.ts";
import { createGenesis } from "../genesis/build.ts";
import { account } from "../resources/chain.ts";
import type { LedgerState } from "../state/ledger-state.ts";
import { Session } from "../state/session.ts";
import { executeUserTransaction, type TransactionRequest } from "./user-transaction.ts";

const NOW = 1_795_219_200_000_000n;
const alice = accountSigner(DEVNET_ACCOUNTS.alice);
const guest = guestSigner(0);

let state: LedgerState;

beforeEach(() => {
  ({ state } = createGenesis());
});

const execute = (request: TransactionRequest) => executeUserTransaction(state, request, NOW);
const balance = (address: typeof alice.address): bigint => pairedBalance(new Session(state), APT, address);

describe("a user transaction", () => {
  test("moves money, pays for gas and counts", () => {
    const before = balance(alice.address);
    const { output } = execute({ sender: alice, call: transfer([guest.address, 5_000n]) })!;
    expect(output.status).toEqual({ kind: "Success" });
    expect(balance(guest.address)).toBe(5_000n);
    expect(balance(alice.address)).toBe(before - 5_000n - output.gasUsed * 100n);
    expect(new Session(state).read(alice.address, account).sequenceNumber).toBe(1n);
  });

  test("that fails changes the sender's number and purse only", () => {
    const { output } = execute({ sender: alice, call: createAccountCall([alice.address]) })!;
    expect(output.status).toEqual({
      kind: "MoveAbort",
      value: {
        location: { kind: "Module", value: { address: expect.anything(), name: "account" } },
        code: 0x8_0001n,
        info: { reasonName: "EACCOUNT_ALREADY_EXISTS", description: "Account already exists" },
      },
    });
    expect(output.writeSet.kind === "V0" && output.writeSet.value.size).toBe(3);
    expect(output.events).toHaveLength(1);
  });

  test("must leave the gas that it may use", () => {
    const all = balance(alice.address);
    const { output } = execute({ sender: alice, call: transfer([guest.address, all]) })!;
    expect(output.status).toMatchObject({
      kind: "MoveAbort",
      value: { info: { reasonName: "EINSUFFICIENT_BALANCE" } },
    });
    expect(balance(guest.address)).toBe(0n);
  });

  test("pays its whole allowance when it runs out of gas", () => {
    const before = balance(alice.address);
    const { output } = execute({ sender: alice, call: transfer([guest.address, 1n]), maxGasAmount: 3n })!;
    expect(output).toMatchObject({ status: { kind: "OutOfGas" }, gasUsed: 3n });
    expect(balance(alice.address)).toBe(before - 300n);
  });

  test("is not committed when nobody can pay for it", () => {
    execute({ sender: alice, call: createAccountCall([guest.address]) });
    const root = state.root();
    expect(execute({ sender: guest, call: transfer([alice.address, 0n]) })).toBeUndefined();
    expect(state.root()).toEqual(root);
  });

  test("may be paid for by another account", () => {
    execute({ sender: alice, call: createAccountCall([guest.address]) });
    const before = balance(alice.address);
    const executed = execute({ sender: guest, feePayer: alice, call: transfer([alice.address, 0n]) });
    expect(executed?.output.status).toEqual({ kind: "Success" });
    expect(balance(alice.address)).toBe(before - executed!.output.gasUsed * 100n);
  });
});
