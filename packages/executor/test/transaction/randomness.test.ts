import { buildModule } from "@ledger/move";
import { formatAddressLong, parseStructTag, resourceKey } from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { beforeAll, expect, test } from "vitest";
import { publish } from "../support/counter-package.ts";
import { account, entry, LocalChain } from "../support/local-chain.ts";

const alice = account("alice");
const owner = formatAddressLong(alice.address);

/** Entry functions that draw a number and keep it; they differ in who may call them, and in the attribute. */
function lottery(): Uint8Array {
  const draw = {
    entry: true,
    params: ["&signer"],
    code: [["move_loc", 0], ["call", "0x1::randomness::u64_integer"], ["pack", "Drawn"], ["move_to", "Drawn"], ["ret"]],
  } as const;
  return buildModule({
    address: owner,
    name: "counter",
    structs: [{ name: "Drawn", abilities: ["key"], fields: [{ name: "number", type: "u64" }] }],
    imports: { functions: [{ function: "0x1::randomness::u64_integer", returns: ["u64"] }] },
    functions: [
      { name: "marked", randomness: true, ...draw },
      { name: "unmarked", ...draw },
      { name: "open", visibility: "public", ...draw },
    ],
  });
}

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  beforeAll(async () => {
    chain = await LocalChain.start();
    await call("0x1::aptos_account::create_account", [alice.address], chain.core);
    await call("0x1::aptos_coin::mint", [alice.address, Uint8Array.of(0, 0xe4, 11, 84, 2, 0, 0, 0)], chain.core);
    const { entries } = await chain.block(await chain.sign(alice, publish(lottery())));
    expect(entries[1]!.output.status).toEqual({ kind: "Success" });
    chain.seed = new Uint8Array(32).fill(7);
  });

  async function call(id: string, args: readonly Uint8Array[] = [], sender = alice) {
    const { entries, discarded } = await chain.block(await chain.sign(sender, entry(id, args)));
    expect(discarded).toEqual([]);
    return entries;
  }

  test.each(["unmarked", "open"])("an entry function that is %s cannot draw", async (name) => {
    const { output } = (await call(`${owner}::counter::${name}`))[1]!;
    expect(output.status).toMatchObject({
      kind: "MoveAbort",
      value: { location: { value: { name: "randomness" } }, code: 1n },
    });
  });

  test("one that only transactions can call, and that says so, draws by the seed of its block", async () => {
    const entries = await call(`${owner}::counter::marked`);
    expect(entries[0]!.transaction.kind).toBe("BlockMetadataExt");
    expect(entries[1]!.output.status).toEqual({ kind: "Success" });
    const drawn = await chain.state.get(resourceKey(alice.address, parseStructTag(`${owner}::counter::Drawn`)));
    expect(drawn?.bytes).toHaveLength(8);
  });
});
