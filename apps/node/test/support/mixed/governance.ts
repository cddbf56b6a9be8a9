import { bytes, u64, vector } from "@ledger/bcs";
import { readFramework } from "@ledger/executor";
import { buildModule, buildScript, type FunctionImportSpec, type InstructionSpec } from "@ledger/move";
import {
  addressesEqual,
  frameworkAddress,
  functionCall,
  PackageMetadata,
  type TransactionPayload,
} from "@ledger/types";

/** The module that governance adds to the framework. */
export const addedModule = "added_by_governance";

const getSigner = "0x1::aptos_governance::get_signer_testnet_only";

/**
 * A script for core resources that does something as governance.
 *
 * @param code - without its end; local 1 is the signer of the framework
 */
export function governanceScript(
  functions: readonly FunctionImportSpec[],
  code: readonly InstructionSpec[],
): TransactionPayload {
  const script = buildScript({
    params: ["&signer"],
    locals: ["signer"],
    imports: {
      functions: [{ function: getSigner, params: ["&signer", "address"], returns: ["signer"] }, ...functions],
    },
    code: [
      ["move_loc", 0],
      ["ld_const", "address", frameworkAddress],
      ["call", getSigner],
      ["st_loc", 1],
      ...code,
      ["ret"],
    ],
  });
  return { kind: "Script", value: { code: script, typeArgs: [], args: [] } };
}

/** Ends the epoch as governance does. */
export const endEpoch = functionCall("0x1::aptos_governance::force_end_epoch_test_only", []);

/** A script signed as governance: publishes the smallest package of the framework again, with a module more. */
export function upgradeFramework(genesis: Uint8Array): TransactionPayload {
  const framework = readFramework(genesis);
  const packages = framework.packages
    .filter(({ owner }) => addressesEqual(owner, frameworkAddress))
    .map(({ metadata }) => {
      const decoded = PackageMetadata.decode(metadata);
      const names = new Set(decoded.modules.map(({ name }) => name));
      const modules = framework.modules.filter(
        ({ address, name }) => addressesEqual(address, frameworkAddress) && names.has(name),
      );
      return { decoded, modules: modules.map((module) => module.bytes) };
    });
  const sizeOf = ({ modules }: (typeof packages)[number]) => modules.reduce((sum, { length }) => sum + length, 0);
  const [smallest] = packages.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  if (smallest === undefined) throw new Error("the framework has no packages");
  const name = addedModule;
  const added = buildModule({
    address: "0x1",
    name,
    functions: [{ name: "ping", visibility: "public", entry: true, code: [["ret"]] }],
  });
  const module = { name, source: new Uint8Array(), sourceMap: new Uint8Array(), extension: undefined };
  const withoutSources = smallest.decoded.modules.map((one) => ({ ...module, name: one.name }));
  const metadata = { ...smallest.decoded, modules: [...withoutSources, module] };
  return governanceScript(
    [{ function: "0x1::code::publish_package_txn", params: ["&signer", "vector<u8>", "vector<vector<u8>>"] }],
    [
      ["imm_borrow_loc", 1],
      ["ld_const", "vector<u8>", bytes.encode(PackageMetadata.encode(metadata))],
      ["ld_const", "vector<vector<u8>>", vector(bytes).encode([...smallest.modules, added])],
      ["call", "0x1::code::publish_package_txn"],
    ],
  );
}

/**
 * Changes the rules as governance does, and ends the epoch: they are in force from the next one on.
 *
 * @param features - numbers of flags that are turned on
 * @param schedule - BCS of the gas schedule
 */
export function changeRules(features: readonly bigint[], schedule: Uint8Array): TransactionPayload {
  const flags = ["&signer", "vector<u64>", "vector<u64>"];
  return governanceScript(
    [
      { function: "0x1::features::change_feature_flags_for_next_epoch", params: flags },
      { function: "0x1::gas_schedule::set_for_next_epoch", params: ["&signer", "vector<u8>"] },
      { function: "0x1::aptos_governance::force_end_epoch", params: ["&signer"] },
    ],
    [
      ["imm_borrow_loc", 1],
      ["ld_const", "vector<u64>", vector(u64).encode(features)],
      ["ld_const", "vector<u64>", vector(u64).encode([])],
      ["call", "0x1::features::change_feature_flags_for_next_epoch"],
      ["imm_borrow_loc", 1],
      ["ld_const", "vector<u8>", bytes.encode(schedule)],
      ["call", "0x1::gas_schedule::set_for_next_epoch"],
      ["imm_borrow_loc", 1],
      ["call", "0x1::aptos_governance::force_end_epoch"],
    ],
  );
}
