import { createApi } from "@ledger/api-core";
import { bytes, map, string } from "@ledger/bcs";
import { describeNetworks, describeVectors, type Network, networks, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { ask, jsonOf, textOf } from "./support/ask.ts";
import { openGenesisStore } from "./support/genesis-store.ts";

interface BalanceCase {
  readonly network: string;
  readonly address: string;
  readonly asset_type: string;
  readonly balance: string;
}

interface TableCase {
  readonly network: Network;
  readonly handle: string;
  readonly body: unknown;
  readonly expected: unknown;
}

interface ModuleAbi {
  readonly address: string;
  readonly name: string;
}

interface ListedModule {
  readonly bytecode: string;
  readonly abi: ModuleAbi;
}

interface Facts {
  /** By account, in the order of their state keys. */
  readonly modules: readonly { readonly id: string; readonly state_key: string; readonly bytecode_bytes: number }[];
}

describeVectors("a node started from a published genesis", () => {
  describeNetworks(networks, (network) => {
    const api = createApi({ store: openGenesisStore(network) });

    test("tells every balance", async () => {
      const { cases } = readVectorJson<{ cases: BalanceCase[] }>("balances/genesis.json");
      for (const { address, asset_type, balance } of cases.filter((entry) => entry.network === network)) {
        const response = await ask(api, "get_account_balance", { params: { address, asset_type } });
        expect([response.status, textOf(response)], `${address} ${asset_type}`).toEqual([200, balance]);
        const bcs = await ask(api, "get_account_balance", {
          params: { address, asset_type },
          accept: "application/x-bcs",
        });
        expect(new DataView((bcs.body as Uint8Array).buffer).getBigUint64(0, true).toString()).toBe(balance);
      }
    });

    const { modules } = readVectorJson<Facts>(`genesis/${network}.facts.json`);
    const addresses = new Set(modules.map(({ id }) => id.split("::")[0] as string));
    const inAccount = (address: string) => modules.filter(({ id }) => id.startsWith(`${address}::`));

    test("lists every module of every account with its interface", async () => {
      const { cases } = readVectorJson<{ cases: ModuleAbi[] }>(`genesis/${network}.modules_abi.json`);
      const abis = new Map(cases.map((abi) => [`${abi.address}::${abi.name}`, abi]));
      for (const address of addresses) {
        const listed = jsonOf(await ask(api, "get_account_modules", { params: { address } })) as ListedModule[];
        expect(listed.map(({ bytecode }) => bytecode.length / 2 - 1)).toEqual(
          inAccount(address).map(({ bytecode_bytes }) => bytecode_bytes),
        );
        for (const [index, { id }] of inAccount(address).entries())
          expect(listed[index]?.abi, id).toEqual(abis.get(id));
        for (const { id } of inAccount(address)) abis.delete(id);
      }
      expect([...abis.keys()]).toEqual([]);
    });

    test("pages through modules by state key", async () => {
      const keys = inAccount("0x1").map(({ state_key }) => state_key);
      const listed: string[] = [];
      let start: string | undefined;
      do {
        const query = { limit: "7", ...(start !== undefined && { start }) };
        const response = await ask(api, "get_account_modules", { params: { address: "1" }, query });
        listed.push(...(jsonOf(response) as ListedModule[]).map(({ abi }) => `${abi.address}::${abi.name}`));
        start = response.headers["X-SVC-CURSOR"];
        expect(start).toBe(keys[listed.length]);
      } while (start !== undefined);
      expect(listed).toEqual(inAccount("0x1").map(({ id }) => id));
    });

    test("has nothing to list from a cursor outside the account", async () => {
      const table = `01${"00".repeat(32)}05`;
      const account = `00${"00".repeat(31)}0232${"01"}${"00".repeat(31)}01076163636f756e74074163636f756e7400`;
      for (const start of [table, account, account.replace("0232", "0032")]) {
        const response = await ask(api, "get_account_modules", { params: { address: "0x1" }, query: { start } });
        expect([response.status, jsonOf(response), response.headers["X-SVC-CURSOR"]]).toEqual([200, [], undefined]);
      }
    });

    test("gives modules in BCS by their id", async () => {
      const response = await ask(api, "get_account_modules", {
        params: { address: "0x1" },
        accept: "application/x-bcs",
      });
      expect(response.headers["Content-Type"]).toBe("application/x-bcs");
      const decoded = map(string, bytes).decode(response.body as Uint8Array);
      const sizes = Object.fromEntries([...decoded].map(([id, code]) => [id, code.length]));
      expect(sizes).toEqual(Object.fromEntries(inAccount("0x1").map(({ id, bytecode_bytes }) => [id, bytecode_bytes])));
    });

    test("answers table items", async () => {
      const { cases } = readVectorJson<{ cases: TableCase[] }>("tables/genesis_requests.json");
      for (const { handle, body, expected } of cases.filter((entry) => entry.network === network)) {
        const response = await ask(api, "get_table_item", { params: { table_handle: handle }, body });
        expect([response.status, jsonOf(response)]).toEqual([200, expected]);
      }
    });
  });
});
