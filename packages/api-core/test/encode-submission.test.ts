import { createApi } from "@ledger/api-core";
import type { LedgerStore } from "@ledger/state-store";
import { bytesEqual, parseHex } from "@ledger/types";
import { describeVectors, laterRequests, type Network, newestNetwork, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { openGenesisStore } from "./support/genesis-store.ts";
import { moduleWrite } from "./support/module-store.ts";
import { withAnswers } from "./support/with-answers.ts";

interface GeneratedCase {
  readonly id: string;
  readonly rest: boolean;
  readonly chain_id: number;
  readonly network: Network | "tx_args_module" | null;
  readonly request: object;
  readonly expected: string;
}

interface GoldenCase {
  readonly id: string;
  readonly chain_id: number;
  readonly encode_submission_gives_this: boolean;
  readonly request: { readonly payload: { readonly function?: string } };
  readonly signing_message: string;
}

const stores = new Map<Network, LedgerStore>();

/** The genesis that has the called functions, under another chain id, with one more module. */
function openApi(network: Network, chainId: number, bytecode?: string) {
  const store = stores.get(network) ?? openGenesisStore(network);
  stores.set(network, store);
  const write = bytecode === undefined ? undefined : moduleWrite(parseHex(bytecode));
  return createApi({
    store: withAnswers(store, {
      summary: async () => ({ ...(await store.summary())!, chainId }),
      readState: (version, key) =>
        write !== undefined && bytesEqual(key, write.key)
          ? { bytes: write.value!, metadata: undefined, version }
          : store.readState(version, key),
    }),
  });
}

describeVectors("encode_submission", () => {
  const { cases } = readVectorJson<{ cases: GeneratedCase[] }>("signing/generated.json");
  const asked = cases.filter(({ id, rest }) => rest && !laterRequests.has(id));
  const groups = Map.groupBy(asked, ({ network, chain_id }) => `${network} ${chain_id}`);

  test.each([...groups.keys()])("generated requests on %s", async (group) => {
    const [first, ...rest] = groups.get(group)!;
    const { network, chain_id } = first!;
    const api =
      network === "tx_args_module"
        ? openApi(newestNetwork, chain_id, readTxArgsModule())
        : openApi(network === null || network === "devnet" ? newestNetwork : network, chain_id);
    for (const { id, request, expected } of [first!, ...rest]) {
      const response = await ask(api, "encode_submission", { body: request });
      expect([response.status, jsonOf(response)], id).toEqual([200, expected]);
    }
  });

  describe("published requests", () => {
    const goldens = readVectorJson<{ cases: GoldenCase[] }>("signing/golden_rest_transactions.json").cases;
    const framework = goldens.filter(
      ({ request, encode_submission_gives_this }) =>
        encode_submission_gives_this && (request.payload.function?.startsWith("0x1::") ?? true),
    );
    test.each(framework)("$id", async ({ chain_id, request, signing_message }) => {
      const response = await ask(openApi(newestNetwork, chain_id), "encode_submission", { body: request });
      expect([response.status, jsonOf(response)]).toEqual([200, signing_message]);
    });
  });
});

function readTxArgsModule(): string {
  return readVectorJson<{ bytecode: string }>("signing/tx_args_module.json").bytecode;
}
