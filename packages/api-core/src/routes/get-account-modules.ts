import { bytes, map, string } from "@ledger/bcs";
import { formatAddress, formatCursor } from "@ledger/types";
import Type from "typebox";
import { resolveVersion } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import { listAccountState } from "../ledger/account-state.ts";
import { moduleIdOf } from "../ledger/module-item.ts";
import { ModulePage } from "../ledger/module-pages.ts";
import { MoveModuleBytecodeSchema } from "../schemas/move-module.ts";
import { functionAbi, structAbi } from "./examples/abi-parts.ts";
import { addressParameter, cursorParameter, ledgerVersionParameter, limitParameter, pageLimit } from "./parameters.ts";

const ModulesBcs = map(string, bytes);

/** `GET /accounts/{address}/modules`: the modules of an account with their interfaces, page by page. */
export const getAccountModules = defineRoute({
  id: "get_account_modules",
  method: "GET",
  path: "/accounts/{address}/modules",
  tag: "Accounts",
  summary: "Get account modules",
  description:
    "Returns the bytecode of all modules of an account with the interface that is in it, ordered by name length, then " +
    "by name. An account without modules has none: that is not an error.",
  params: { address: addressParameter },
  query: { ledger_version: ledgerVersionParameter, start: cursorParameter, limit: limitParameter },
  cache: "state",
  work: "bulk",
  paged: true,
  handle: async ({ params, query }, { ledger, store, config, code }) => {
    const version = resolveVersion(ledger, query.ledger_version);
    const limit = pageLimit(query.limit, config.pageSizes.modules);
    const { start } = query;
    const read = () => listAccountState(store, params.address, { version, start, limit, pathKind: "code" });
    const since = ledger.lastModuleVersion;
    // From the newest module write on, all versions have the same modules.
    const page =
      version < since
        ? new ModulePage(await read())
        : await code.pages.find(
            `${since} ${formatAddress(params.address)} ${start && formatCursor(start)} ${limit}`,
            read,
          );
    return {
      value: page,
      cursor: page.next && formatCursor(page.next),
      // No module of any account has changed since.
      validator: `m${ledger.lastModuleVersion}`,
    };
  },
  reply: {
    description: "The modules of this page. The cursor header is there when more follow.",
    json: {
      schema: Type.Array(MoveModuleBytecodeSchema),
      encode: (page, { code }) => page.json(code.items),
    },
    bcs: {
      description: "Map from module id text to bytecode.",
      encode: ({ entries }) => ModulesBcs.encode(new Map(entries.map((entry) => [moduleIdOf(entry.key), entry.bytes]))),
    },
  },
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "mainnet",
      summary: "The first module of the framework",
      params: { address: "0x1" },
      query: { limit: "1" },
      reply: [
        {
          bytecode:
            "0xa11ceb0b050000000c010006020604030a30043a0605403607765e08d4012006f4011410880287010a8f03060c950392010da704020000000100020003070000040001000005020100000602030000070104000008000100020607030100010a080800020b070a010002080b0c01000506070608060207080005000206080005010101080002070a050605010502060a0900060900010304070a050605010302010302070a0900030109000361636c056572726f7206766563746f720341434c036164640f6173736572745f636f6e7461696e7308636f6e7461696e7305656d7074790672656d6f7665046c69737410696e76616c69645f617267756d656e7408696e6465785f6f6600000000000000000000000000000000000000000000000000000000000000010308000000000000000003080100000000000000126170746f733a3a6d657461646174615f7630730200000000000000000845434f4e5441494e255468652041434c20616c726561647920636f6e7461696e732074686520616464726573732e01000000000000000c454e4f545f434f4e5441494e255468652041434c20646f6573206e6f7420636f6e7461696e2074686520616464726573732e000201090a050001000005150a000f000e010c030c020b022e0b0338002003100b000107001106270b000f000b014406020101000001080b000b01110203070701110627020201000001050b0010000e01380002030100000103400600000000000000001200020401000009180a000f000e010c030c020b022e0b0338010c050c040b0403120b000107011106270b000f000b0538020102000000",
          abi: {
            address: "0x1",
            name: "acl",
            friends: [],
            exposed_functions: [
              functionAbi("add", ["&mut 0x1::acl::ACL", "address"]),
              functionAbi("assert_contains", ["&0x1::acl::ACL", "address"]),
              functionAbi("contains", ["&0x1::acl::ACL", "address"], ["bool"]),
              functionAbi("empty", [], ["0x1::acl::ACL"]),
              functionAbi("remove", ["&mut 0x1::acl::ACL", "address"]),
            ],
            structs: [structAbi("ACL", ["copy", "drop", "store"], { name: "list", type: "vector<address>" })],
          },
        },
      ],
    },
  ],
});
