import { formatAddress, moduleKey } from "@ledger/types";
import { ApiError } from "../contract/error.ts";
import { required } from "../contract/text-type.ts";
import { resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { MoveModuleBytecodeSchema } from "../schemas/move-module.ts";
import { identifierText } from "../schemas/scalar.ts";
import { functionAbi, structAbi } from "./examples/abi-parts.ts";
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
    {
      ledger: "mainnet",
      summary: "A module of the framework",
      params: { address: "0x1", module_name: "chain_id" },
      reply: {
        bytecode:
          "0xa11ceb0b050000000b01000402040403080f05170a072153087420069401220ab601050cbb01220ddd01020fdf0102000100020003080000040001000005020000010703000000010202060c0201060c0767656e6573697308636861696e5f69641073797374656d5f61646472657373657307436861696e4964036765740a696e697469616c697a65026964166173736572745f6170746f735f6672616d65776f726b00000000000000000000000000000000000000000000000000000000000000010520000000000000000000000000000000000000000000000000000000000000000100020106020001000100000507002b00100014020103000000070a0011020b000b0112002d00020000000000",
        abi: {
          address: "0x1",
          name: "chain_id",
          friends: ["0x1::genesis"],
          exposed_functions: [
            functionAbi("get", [], ["u8"]),
            functionAbi("initialize", ["&signer", "u8"], [], "friend"),
          ],
          structs: [structAbi("ChainId", ["key"], { name: "id", type: "u8" })],
        },
      },
    },
  ],
});
