import { formatAddress, moduleKey } from "@ledger/types";
import { resolveVersion } from "../contract/context.ts";
import { ApiError } from "../contract/error.ts";
import { defineRoute } from "../contract/route.ts";
import { required } from "../contract/text-type.ts";
import { MoveModuleBytecodeSchema } from "../schemas/move-module.ts";
import { identifierText } from "../schemas/scalar.ts";
import { addressParameter, ledgerVersionParameter } from "./parameters.ts";

/** `GET /accounts/{address}/module/{module_name}`: one module with its interface. */
export const getAccountModule = defineRoute({
  id: "get_account_module",
  method: "GET",
  path: "/accounts/{address}/module/{module_name}",
  tag: "Accounts",
  summary: "Get account module",
  description: "Returns the bytecode of one module of an account with the interface that is in it.",
  params: { address: addressParameter, module_name: required(identifierText, "Name of the module.") },
  query: { ledger_version: ledgerVersionParameter },
  cache: "state",
  handle: async ({ params: { address, module_name: name }, query }, { ledger, store }) => {
    const version = resolveVersion(ledger, query.ledger_version);
    const key = moduleKey(address, name);
    const stored = await store.readState(version, key);
    if (stored === undefined) {
      const where = `address ${formatAddress(address)}, module name ${name}, ledger version ${version}`;
      throw new ApiError("module_not_found", `module is not found: ${where}`);
    }
    return { value: { ...stored, key }, weight: stored.bytes.length, validator: `r${stored.version}` };
  },
  reply: {
    description: "The module.",
    json: { schema: MoveModuleBytecodeSchema, encode: (entry, { code }) => code.items.json(entry) },
    bcs: { description: "The bytecode as it is stored.", encode: ({ bytes }) => bytes },
  },
  errors: ["module_not_found", "version_not_found", "version_pruned"],
  examples: [
    { ledger: "mainnet", summary: "A module of the framework", params: { address: "0x1", module_name: "coin" } },
  ],
});
