import { bytes, vector } from "@ledger/bcs";
import type { LocalAccount } from "@ledger/local-chain";
import { buildModule } from "@ledger/move";
import { formatAddress, frameworkAddress, functionCall, PackageMetadata } from "@ledger/types";

/** What the function of {@link mixedModule} that vouches for accounts wants to see. */
export const password: Uint8Array = new TextEncoder().encode("open sesame");
const authData = "0x1::auth_data::AbstractionAuthData";

/** A module with a struct alone. */
export function emptyModule(owner: LocalAccount, number: number): Uint8Array {
  return buildModule({
    address: formatAddress(owner.address),
    name: `more${number}`,
    structs: [{ name: `S${number}` }],
  });
}

/** A module with a function that draws, one that never ends, and one that vouches for who knows a password. */
export function mixedModule(owner: LocalAccount): Uint8Array {
  return buildModule({
    address: formatAddress(owner.address),
    name: "mixed",
    imports: {
      structs: [{ type: authData, abilities: ["copy", "drop"] }],
      functions: [
        { function: "0x1::randomness::u64_integer", returns: ["u64"] },
        { function: "0x1::auth_data::authenticator", params: [`&${authData}`], returns: ["&vector<u8>"] },
      ],
    },
    functions: [
      { name: "spin", visibility: "public", entry: true, code: [["branch", 0]] },
      {
        name: "draw",
        entry: true,
        randomness: true,
        code: [["call", "0x1::randomness::u64_integer"], ["pop"], ["ret"]],
      },
      {
        name: "by_password",
        visibility: "public",
        params: ["signer", authData],
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
    ],
  });
}

/** BCS of the description of a package that may be upgraded, with modules of some names. */
export function packageMetadata(name: string, modules: readonly string[]): Uint8Array {
  const empty = new Uint8Array();
  return PackageMetadata.encode({
    name,
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: empty,
    modules: modules.map((module) => ({ name: module, source: empty, sourceMap: empty, extension: undefined })),
    dependencies: [{ account: frameworkAddress, packageName: "AptosFramework" }],
    extension: undefined,
  });
}

/** Publishes modules as a package of a name, which may be there already. */
export function publish(name: string, modules: readonly Uint8Array[]): ReturnType<typeof functionCall> {
  const args = [bytes.encode(packageMetadata(name, [name])), vector(bytes).encode(modules)];
  return functionCall("0x1::code::publish_package_txn", args);
}
