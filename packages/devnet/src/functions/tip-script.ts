import { buildScript } from "@ledger/move";
import { SHOP_ADDRESS } from "../accounts.ts";
import { APT, transferPaired } from "../effects/coin.ts";
import type { EntryCall } from "./entry-function.ts";

let code: Uint8Array | undefined;

/** Bytecode of a script that sends gas currency to the shop, and to nobody else. */
function tipScript(): Uint8Array {
  code ??= buildScript({
    params: ["&signer", "u64"],
    imports: { functions: [{ function: "0x1::aptos_account::transfer", params: ["&signer", "address", "u64"] }] },
    code: [
      ["move_loc", 0],
      ["ld_const", "address", SHOP_ADDRESS],
      ["move_loc", 1],
      ["call", "0x1::aptos_account::transfer"],
      ["ret"],
    ],
  });
  return code;
}

/** Tips the shop by a script instead of an entry function. */
export function tip(amount: bigint): EntryCall {
  return {
    executable: {
      kind: "Script",
      value: { code: tipScript(), typeArgs: [], args: [{ kind: "U64", value: amount }] },
    },
    run: ({ session, sender }) => transferPaired(session, APT, sender, SHOP_ADDRESS, amount),
  };
}
