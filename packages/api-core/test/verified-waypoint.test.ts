import { createApi } from "@ledger/api-core";
import { createVerifiedFetch } from "@ledger/api-core/verified";
import { signLedgerInfo, validators } from "@ledger/sync/testing";
import {
  computeWaypoint,
  type EpochState,
  formatHex,
  formatWaypoint,
  LedgerInfoWithSignatures,
  parseAddress,
} from "@ledger/types";
import { decodeLedgerStep, LedgerStep, type VouchedRoot, waypoint } from "@ledger/verifier";
import { describe, expect, test } from "vitest";
import { ask, jsonOf } from "./support/ask.ts";
import { fetchOf } from "./support/fetch-of.ts";
import { ada, node, useProvedDemo } from "./support/verified.ts";

// The network's own word: validators that are made here sign for the demonstration's ledger.

const { store, api: plain } = await useProvedDemo();
const signedUrl = "https://signed.example/v1";

const epochOf = (epoch: bigint): EpochState => ({
  epoch,
  verifier: {
    validatorInfos: validators.map(({ publicKey, votingPower }, i) => ({
      ...{ address: parseAddress(`0x${i + 1}`), publicKey, votingPower },
    })),
  },
});

const { lastVersion } = (await store.findBlockByHeight(3n))!;
const head = (await store.summary())!.version;
const first = signLedgerInfo(await store.readRecord(lastVersion), 4n, epochOf(5n), []);
const second = signLedgerInfo(await store.readRecord(head), 5n, epochOf(6n), [0, 1, 3]);
const infos = [first, second].map((info) => LedgerInfoWithSignatures.encode(info));
const text = formatWaypoint(computeWaypoint(first.value.ledgerInfo));

const api = createApi({
  store,
  signed: {
    endingsSince: async (since, most) => {
      const wanted = infos.filter((_, i) => [lastVersion, head][i]! >= since);
      return { infos: wanted.slice(0, most), more: wanted.length > most };
    },
  },
});
const path = `${node}/accounts/${ada}/balance/0x1::aptos_coin::AptosCoin`;

describe("the route of signed ledger infos", () => {
  test("answers in JSON and BCS, from a version on", async () => {
    const all = await ask(api, "get_ledger_step", {});
    expect(jsonOf(all)).toEqual({ epoch_changes: infos.map(formatHex), more: false });
    const later = await ask(api, "get_ledger_step", {
      query: { since: String(lastVersion + 1n) },
      accept: "application/x-bcs",
    });
    expect(decodeLedgerStep(later.body as Uint8Array)).toEqual({
      epochChanges: [infos[1]],
      more: false,
      latest: undefined,
    });
  });

  test("is not found on a node that holds none", async () => {
    const answer = await ask(plain, "get_ledger_step", {});
    expect(answer.status).toBe(404);
    expect(jsonOf(answer)).toMatchObject({ message: expect.stringMatching(/^not_held/) as string });
  });
});

describe("a transport that trusts a waypoint", () => {
  test("answers from what the validators signed", async () => {
    const rests: VouchedRoot[] = [];
    const { fetch } = createVerifiedFetch({
      node,
      trust: waypoint(text, { signed: signedUrl, fetch: fetchOf(api) }),
      fetch: fetchOf(plain),
      onAnswer: (_, mark) => void (mark.verified && rests.push(mark.root)),
    });
    const expected = await fetchOf(plain)(path, { method: "GET", headers: {} });
    expect(await (await fetch(path)).text()).toBe(await new Response(expected.body as never).text());
    expect(rests).toMatchObject([{ ledgerVersion: head, restsOn: expect.stringContaining("epoch 6") as string }]);
  });

  test("refuses a root that fewer than two thirds signed, and another ledger's", async () => {
    const forgeries = [
      signLedgerInfo(await store.readRecord(head), 5n, epochOf(6n), [0, 1]),
      signLedgerInfo(await store.readRecord(lastVersion + 1n), 4n, epochOf(6n), [0, 1, 2]),
    ].map((info) => LedgerInfoWithSignatures.encode(info));
    for (const forged of forgeries) {
      const lie = fetchOf(api, (answer) => {
        if (answer.operation !== "get_ledger_step") return;
        const step = LedgerStep.encode({ epochChanges: [infos[0]!, forged], more: false, latest: undefined });
        answer.body = step as Uint8Array<ArrayBuffer>;
      });
      const { fetch } = createVerifiedFetch({
        node,
        trust: waypoint(text, { signed: signedUrl, fetch: lie }),
        fetch: fetchOf(plain),
      });
      await expect(fetch(path)).rejects.toMatchObject({ code: "not_verified", step: "signature" });
    }
  });

  test("takes a latest ledger info that ends no epoch", async () => {
    const latest = LedgerInfoWithSignatures.encode(
      signLedgerInfo(await store.readRecord(head), 5n, undefined, [1, 2, 3]),
    );
    const step = LedgerStep.encode({ epochChanges: [infos[0]!], more: false, latest });
    const trust = waypoint(text, {
      signed: signedUrl,
      fetch: async () => new Response(step as Uint8Array<ArrayBuffer>),
    });
    expect(await trust.root()).toMatchObject({ ledgerVersion: head });
  });
});
