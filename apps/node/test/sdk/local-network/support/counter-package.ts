import { type AccountAddress, type MoveFunctionId, Serializer } from "@aptos-labs/ts-sdk";
import { buildModule, buildScript, type FunctionSpec } from "@ledger/move";

/** A package as the client publishes it. */
export interface Package {
  /** BCS of its metadata. */
  readonly metadataBytes: Uint8Array;
  readonly moduleBytecode: Uint8Array[];
}

/** What the first release can do: it counts from 10, and aborts with a name. */
const firstRelease: readonly FunctionSpec[] = [
  {
    name: "init_module",
    params: ["&signer"],
    code: [["move_loc", 0], ["ld_u64", 10], ["pack", "Counter"], ["move_to", "Counter"], ["ret"]],
  },
  {
    name: "value",
    visibility: "public",
    view: true,
    params: ["address"],
    returns: ["u64"],
    acquires: ["Counter"],
    code: [
      ["move_loc", 0],
      ["imm_borrow_global", "Counter"],
      ["imm_borrow_field", "Counter", "value"],
      ["read_ref"],
      ["ret"],
    ],
  },
  {
    name: "bump",
    visibility: "public",
    entry: true,
    params: ["address"],
    acquires: ["Counter"],
    locals: ["&mut u64"],
    code: [
      ["move_loc", 0],
      ["mut_borrow_global", "Counter"],
      ["mut_borrow_field", "Counter", "value"],
      ["st_loc", 1],
      ["copy_loc", 1],
      ["read_ref"],
      ["ld_u64", 1],
      ["add"],
      ["move_loc", 1],
      ["write_ref"],
      ["ret"],
    ],
  },
  { name: "fail", visibility: "public", entry: true, params: [], code: [["ld_u64", 7], ["abort"]] },
];

const added: FunctionSpec = {
  name: "version",
  visibility: "public",
  view: true,
  params: [],
  returns: ["u64"],
  code: [["ld_u64", 2], ["ret"]],
};

/** A package of one module at an address. The second release adds a function, the broken one leaves out all of them. */
export function counterPackage(owner: AccountAddress, release: "first" | "second" | "broken"): Package {
  const functions = release === "broken" ? [] : release === "first" ? firstRelease : [...firstRelease, added];
  const module = buildModule({
    address: owner.toString(),
    name: "counter",
    structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
    errors: [{ code: 7, name: "E_SEVEN", description: "Seven is too many." }],
    functions,
  });
  return { metadataBytes: metadata("Counters", ["counter"]), moduleBytecode: [module] };
}

/** Name of a function of the package. */
export function counterFunction(owner: AccountAddress, name: string): MoveFunctionId {
  return `${owner.toString()}::counter::${name}`;
}

/** A script that prints a text of less than 128 characters. */
export function printScript(text: string): Uint8Array {
  const type = "0x1::string::String";
  return buildScript({
    imports: {
      structs: [{ type, abilities: ["copy", "drop", "store"] }],
      functions: [
        { function: "0x1::string::utf8", params: ["vector<u8>"], returns: [type] },
        { function: "0x1::debug::print", typeParams: [{}], params: ["&T0"] },
      ],
    },
    locals: [type],
    code: [
      ["ld_const", "vector<u8>", Uint8Array.of(text.length, ...new TextEncoder().encode(text))],
      ["call", "0x1::string::utf8"],
      ["st_loc", 0],
      ["imm_borrow_loc", 0],
      ["call_generic", "0x1::debug::print", type],
      ["ret"],
    ],
  });
}

/** A script that moves coins from its first signer to the address of its second: `(&signer, &signer, amount)`. */
export function giveScript(): Uint8Array {
  return buildScript({
    params: ["&signer", "&signer", "u64"],
    imports: {
      functions: [
        { function: "0x1::signer::address_of", params: ["&signer"], returns: ["address"] },
        { function: "0x1::aptos_account::transfer", params: ["&signer", "address", "u64"] },
      ],
    },
    code: [
      ["move_loc", 0],
      ["move_loc", 1],
      ["call", "0x1::signer::address_of"],
      ["move_loc", 2],
      ["call", "0x1::aptos_account::transfer"],
      ["ret"],
    ],
  });
}

/** BCS of `0x1::code::PackageMetadata`, as the command line of the network writes it. */
function metadata(name: string, modules: readonly string[]): Uint8Array {
  const serializer = new Serializer();
  serializer.serializeStr(name);
  // It may be upgraded, compatibly.
  serializer.serializeU8(1);
  serializer.serializeU64(0);
  serializer.serializeStr("");
  serializer.serializeBytes(new Uint8Array());
  serializer.serializeU32AsUleb128(modules.length);
  for (const module of modules) {
    serializer.serializeStr(module);
    serializer.serializeBytes(new Uint8Array());
    serializer.serializeBytes(new Uint8Array());
    serializer.serializeBool(false);
  }
  // No dependencies, no extension.
  serializer.serializeU32AsUleb128(0);
  serializer.serializeBool(false);
  return serializer.toUint8Array();
}
