import { localAccounts } from "@ledger/local-chain";
import { buildScript, type InstructionSpec, type ScriptSpec } from "@ledger/move";
import { bytesToHex, formatAddressLong } from "@ledger/types";

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

/** The body of a simulation of a script, by an account that a local network begins with. */
export function simulationOf(bytecode: string): string {
  return JSON.stringify({
    sender: formatAddressLong(localAccounts[0]!.address),
    sequence_number: "0",
    max_gas_amount: "2000000",
    gas_unit_price: "100",
    expiration_timestamp_secs: "32503680000",
    payload: { type: "script_payload", code: { bytecode }, type_arguments: [], arguments: [] },
    signature: { type: "no_account_signature" },
  });
}
