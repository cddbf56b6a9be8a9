import { localAccounts } from "@ledger/local-chain";
import { buildModule, buildScript, type InstructionSpec, type ScriptSpec } from "@ledger/move";
import { bytesToHex, formatAddressLong, PackageMetadata } from "@ledger/types";

/** A loop without end over a body that leaves nothing on the stack. */
function endless(imports: ScriptSpec["imports"], body: readonly InstructionSpec[]): string {
  return `0x${bytesToHex(buildScript({ imports, code: [...body, ["branch", 0]] }))}`;
}

const string = { type: "0x1::string::String", abilities: ["copy", "drop", "store"] } as const;
const typeName = "0x1::type_info::type_name";
const keccak = "0x1::aptos_hash::keccak256";
/** BCS of 32 bytes. */
const bytes = Uint8Array.of(32, ...new Uint8Array(32).fill(1));

/** Scripts that run until something ends them, by the native function that they call. */
export const costlyScripts = {
  type_name: endless(
    { structs: [string], functions: [{ function: typeName, typeParams: [{}], returns: [string.type] }] },
    [["call_generic", typeName, "0x1::string::String"], ["pop"]],
  ),
  keccak256: endless({ functions: [{ function: keccak, params: ["vector<u8>"], returns: ["vector<u8>"] }] }, [
    ["ld_const", "vector<u8>", bytes],
    ["call", keccak],
    ["pop"],
  ]),
  loop: endless({}, [["ld_true"], ["pop"]]),
} as const;

const sender = formatAddressLong(localAccounts[0]!.address);

/** Copies of references, each borrowed from the one before, and what comes after them. */
function chain(length: number, rest: (code: InstructionSpec[]) => void): Uint8Array {
  const code: InstructionSpec[] = [];
  for (let i = 0; i < length; i++) code.push(["copy_loc", i], ["st_loc", i + 1]);
  rest(code);
  code.push(["ret"]);
  const locals = Array.from({ length }, () => "&u64");
  return buildModule({ address: sender, name: "slow", functions: [{ name: "run", params: ["&u64"], locals, code }] });
}

function repeat(count: number, add: (i: number) => void): void {
  for (let i = 0; i < count; i++) add(i);
}

/** Modules that are slow to verify. */
const slowModules: Readonly<Record<string, Uint8Array>> = {
  copies: chain(80, (code) => repeat(8_000, (i) => code.push(["copy_loc", i % 80], ["st_loc", (i % 80) + 1]))),
  blocks: chain(250, (code) => repeat(900, () => code.push(["branch", code.length + 1]))),
  names: chain(120, (code) =>
    repeat(900, () => code.push(["copy_loc", 0], ["st_loc", 1], ["branch", code.length + 3])),
  ),
  instructions: chain(1, (code) => repeat(20_000, () => code.push(["nop"]))),
};

/** The bodies of simulations of their publication. */
export const slowPublications: readonly string[] = Object.values(slowModules).map((module) => {
  const metadata = PackageMetadata.encode({
    name: "slow",
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: new Uint8Array(),
    modules: [{ name: "slow", source: new Uint8Array(), sourceMap: new Uint8Array(), extension: undefined }],
    dependencies: [],
    extension: undefined,
  });
  return simulationOf({
    type: "entry_function_payload",
    function: "0x1::code::publish_package_txn",
    type_arguments: [],
    arguments: [`0x${bytesToHex(metadata)}`, [`0x${bytesToHex(module)}`]],
  });
});

/** The body of a simulation of a script. */
export function simulationOfScript(bytecode: string): string {
  return simulationOf({ type: "script_payload", code: { bytecode }, type_arguments: [], arguments: [] });
}

/** The body of a simulation of a payload, by an account that a local network begins with. */
function simulationOf(payload: unknown): string {
  return JSON.stringify({
    sender,
    sequence_number: "0",
    max_gas_amount: "2000000",
    gas_unit_price: "100",
    expiration_timestamp_secs: "32503680000",
    payload,
    signature: { type: "no_account_signature" },
  });
}
