import { createApi } from "@ledger/api-core";
import { bytes, map } from "@ledger/bcs";
import { formatStructTag, StructTag } from "@ledger/types";
import { describeNetworks, describeVectors, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { openGenesisStore } from "./support/genesis-store.ts";

type Values = Readonly<Record<string, unknown>>;

interface DecodedState {
  /** Address → struct tag → value. */
  readonly resources: Readonly<Record<string, Values>>;
  /** `address|container` → member tag → value. */
  readonly resource_groups: Readonly<Record<string, Values>>;
  readonly table_items: Readonly<
    Record<string, readonly { key_type: string; value_type: string; key: unknown; value: unknown }[]>
  >;
}

interface Resource {
  readonly type: string;
  readonly data: unknown;
}

describeVectors("the decoded state of a published genesis", () => {
  describeNetworks(["mainnet", "testnet", "devnet", "devnet-2025-11"], (network) => {
    const api = createApi({ store: openGenesisStore(network) });
    const state = readVectorJson<DecodedState>(`genesis/${network}.resources.json`);
    const addresses = new Set([
      ...Object.keys(state.resources),
      ...Object.keys(state.resource_groups).map((key) => key.split("|")[0] as string),
    ]);
    const expectedOf = (address: string): Record<string, unknown> =>
      Object.assign(
        { ...state.resources[address] },
        ...Object.entries(state.resource_groups)
          .filter(([key]) => key.startsWith(`${address}|`))
          .map(([, members]) => members),
      );

    test("every resource is listed, members of groups too", async () => {
      for (const address of addresses) {
        const listed = jsonOf(await ask(api, "get_account_resources", { params: { address } })) as Resource[];
        expect(Object.fromEntries(listed.map(({ type, data }) => [type, data])), address).toEqual(expectedOf(address));
      }
    });

    test("in pages of two state items the same are found", async () => {
      const found: Resource[] = [];
      let start: string | undefined;
      do {
        const query = { limit: "2", ...(start !== undefined && { start }) };
        const response = await ask(api, "get_account_resources", { params: { address: "0x1" }, query });
        expect(response.status).toBe(200);
        found.push(...(jsonOf(response) as Resource[]));
        start = response.headers["X-SVC-CURSOR"];
      } while (start !== undefined);
      const whole = jsonOf(await ask(api, "get_account_resources", { params: { address: "0x1" } }));
      expect(found).toEqual(whole);
    });

    test("in BCS they come as one map", async () => {
      const response = await ask(api, "get_account_resources", {
        params: { address: "0x1" },
        accept: "application/x-bcs",
      });
      const decoded = map(StructTag, bytes).decode(response.body as Uint8Array);
      expect([...decoded.keys()].map(formatStructTag).sort()).toEqual(Object.keys(expectedOf("0x1")).sort());
    });

    test("every resource is found by itself", async () => {
      for (const address of [...addresses].slice(0, 12)) {
        for (const [resource_type, data] of Object.entries(expectedOf(address))) {
          const response = await ask(api, "get_account_resource", { params: { address, resource_type } });
          expect([response.status, jsonOf(response)]).toEqual([200, { type: resource_type, data }]);
        }
      }
    });

    test("every table item is found by its key", async () => {
      for (const [table_handle, items] of Object.entries(state.table_items)) {
        for (const { key_type, value_type, key, value } of items) {
          const body = { key_type, value_type, key };
          const response = await ask(api, "get_table_item", { params: { table_handle }, body });
          expect([response.status, jsonOf(response)]).toEqual([200, value]);
        }
      }
    });

    test("genesis is shown as a transaction with all its changes", async () => {
      const response = await ask(api, "get_transaction_by_version", { params: { txn_version: "0" } });
      const { type, changes, hash } = jsonOf(response) as { type: string; hash: string; changes: { type: string }[] };
      expect(type).toBe("genesis_transaction");
      const facts = readVectorJson<{ transaction_hash: string; write_ops: Record<string, number> }>(
        `genesis/${network}.facts.json`,
      );
      expect(hash).toBe(facts.transaction_hash);
      const count = (kind: string) => changes.filter((change) => change.type === kind).length;
      expect(count("write_module")).toBe(facts.write_ops.module);
      expect(count("write_table_item")).toBe(facts.write_ops.table_item ?? 0);
    });
  });
});
