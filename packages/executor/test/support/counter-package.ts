import { bytes, vector } from "@ledger/bcs";
import { buildModule, type FunctionSpec } from "@ledger/move";
import { type Address, formatAddress, PackageMetadata, parseAddress, type TransactionPayload } from "@ledger/types";
import { entry } from "./local-chain.ts";

/** A module that counts: its initialiser sets 10, `bump` adds `step`, `fail` aborts with 7 (E_SEVEN), `spin` never ends. */
export function counterModule(owner: Address, step: number, extra: readonly FunctionSpec[] = []): Uint8Array {
  const address = formatAddress(owner);
  return buildModule({
    address,
    name: "counter",
    structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
    errors: [{ code: 7, name: "E_SEVEN", description: "Seven is too many" }],
    functions: [
      {
        name: "init_module",
        params: ["&signer"],
        code: [["move_loc", 0], ["ld_u64", 10], ["pack", "Counter"], ["move_to", "Counter"], ["ret"]],
      },
      {
        name: "bump",
        visibility: "public",
        entry: true,
        params: [],
        acquires: ["Counter"],
        locals: ["&mut u64"],
        code: [
          ["ld_const", "address", owner],
          ["mut_borrow_global", "Counter"],
          ["mut_borrow_field", "Counter", "value"],
          ["st_loc", 0],
          ["copy_loc", 0],
          ["read_ref"],
          ["ld_u64", step],
          ["add"],
          ["move_loc", 0],
          ["write_ref"],
          ["ret"],
        ],
      },
      { name: "fail", visibility: "public", entry: true, params: [], code: [["ld_u64", 7], ["abort"]] },
      { name: "spin", visibility: "public", entry: true, params: [], code: [["branch", 0]] },
      ...extra,
    ],
  });
}

/** The module without any of its functions. */
export function emptyModule(owner: Address): Uint8Array {
  return buildModule({
    address: formatAddress(owner),
    name: "counter",
    structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
  });
}

/** Publishes modules as a package of the sender. */
export function publish(...modules: readonly Uint8Array[]): TransactionPayload {
  const metadata = PackageMetadata.encode({
    name: "counter",
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: new Uint8Array(),
    modules: [{ name: "counter", source: new Uint8Array(), sourceMap: new Uint8Array(), extension: undefined }],
    dependencies: [{ account: parseAddress("0x1"), packageName: "AptosFramework" }],
    extension: undefined,
  });
  return entry("0x1::code::publish_package_txn", [bytes.encode(metadata), vector(bytes).encode(modules)]);
}
