import { bytes, map, string } from "@ledger/bcs";
import { formatAddress, formatCursor } from "@ledger/types";
import Type from "typebox";
import { resolveVersion } from "../contract/context.ts";
import { defineRoute } from "../contract/route.ts";
import { moduleIdOf } from "../json/module-item.ts";
import { ModulePage } from "../json/module-pages.ts";
import { MoveModuleBytecodeSchema } from "../schemas/move-module.ts";
import {
  addressParameter,
  cursorParameter,
  ledgerVersionParameter,
  limitParameter,
  listAccountState,
  pageLimit,
} from "./parameters.ts";

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
  examples: [{ ledger: "mainnet", summary: "The shortest names", params: { address: "0x1" }, query: { limit: "3" } }],
});
