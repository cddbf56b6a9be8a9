import { createValidators, StrangerLedger, typedHash, waypointOf, writeBackup } from "@ledger/stranger";
import { describe, expect, test } from "vitest";
import { decodeLedgerStep, LedgerStep, maxEpochChanges, type NodeFetch, waypoint } from "../src/index.ts";

// Validators, epochs and signatures are made by a writer that shares no code with the reader.

const validators = createValidators(4);
const ledger = new StrangerLedger({ seed: 34, blocksPerEpoch: 3, validators }).grow(13);
const ends = ledger.blocks.filter(({ nextValidators }) => nextValidators !== undefined);
const waypointAt = (index: number): string =>
  waypointOf(ledger, ends[index]!, (body) => typedHash("Ledger2WaypointConverter", body));
const genesis = waypointAt(0);
const newest = ends.at(-1)!;

/** The signed ledger infos of the ends of epochs, in their order: framed by their lengths, high byte first. */
function readInfos(): Uint8Array[] {
  const files = writeBackup(ledger, { validators, ranges: [[0n, newest.last]] });
  const chunk = files.get("epoch_ending_0-ab12/0-.chunk")!;
  const infos: Uint8Array[] = [];
  for (let at = 0; at < chunk.length; ) {
    const end = at + 4 + new DataView(chunk.buffer, chunk.byteOffset + at).getUint32(0);
    infos.push(chunk.slice(at + 4, end));
    at = end;
  }
  return infos;
}
const infos = readInfos();

/** A node that holds some of the ends, and says how it is asked. */
function holding(held: readonly Uint8Array[] = infos, most = maxEpochChanges) {
  const asked: bigint[] = [];
  const fetch: NodeFetch = async (url) => {
    const since = BigInt(new URL(url).searchParams.get("since")!);
    asked.push(since);
    const wanted = held.filter((_, i) => ends[i] === undefined || ends[i].last >= since);
    const step = { epochChanges: wanted.slice(0, most), more: wanted.length > most, latest: undefined };
    return new Response(LedgerStep.encode(step) as Uint8Array<ArrayBuffer>);
  };
  return { asked, fetch };
}
const signed = "https://signed.example/v1";
const rootOf = (version: bigint) => ledger.records[Number(version)]!.accumulatorRoot;

describe("a waypoint and signed epochs", () => {
  test.each([0, 1, ends.length - 2])("lead from the end of epoch %i to the newest root", async (from) => {
    const trust = waypoint(waypointAt(from), { signed, ...holding() });
    const root = await trust.root();
    expect(root.ledgerVersion).toBe(newest.last);
    expect(root.accumulatorRoot).toEqual(rootOf(newest.last));
    expect(root.timestampUsecs).toBe(newest.timeUsecs);
    expect(root.restsOn).toContain(waypointAt(from));
  });

  test("are followed in steps, where a node cuts its list, and not again", async () => {
    const node = holding(infos, 2);
    const trust = waypoint(genesis, { signed, ...node });
    await Promise.all([trust.root(), trust.root()]);
    expect(node.asked.length).toBe(Math.ceil(infos.length / 2));
    await trust.root();
    expect(node.asked.length).toBe(Math.ceil(infos.length / 2) + 1);
    expect(node.asked.at(-1)).toBe(newest.last + 1n);
  });

  test("are followed for as long as one question may take, and from there on by the next", async () => {
    const node = holding(infos, 1);
    const trust = waypoint(genesis, { signed, ...node, followMs: 0 });
    for (let asked = 1; asked < infos.length; asked++) {
      await expect(trust.root()).rejects.toThrow(/and there are more: ask again/);
      expect(node.asked.length).toBe(asked);
    }
    expect((await trust.root()).ledgerVersion).toBe(newest.last);
  });

  test("give an older root where the version is bounded", async () => {
    const trust = waypoint(genesis, { signed, ...holding() });
    const older = ends.at(-2)!;
    expect((await trust.root(newest.last - 1n)).accumulatorRoot).toEqual(rootOf(older.last));
  });

  test("are kept from one visit to the next", async () => {
    let saved: Uint8Array | undefined;
    const store = {
      load: () => saved,
      save(state: Uint8Array) {
        saved = state;
      },
    };
    await waypoint(genesis, { signed, store, ...holding(infos.slice(0, -1)) }).root();
    expect(saved).toBeDefined();
    const later = holding();
    const root = await waypoint(genesis, { signed, store, ...later }).root();
    expect(root.ledgerVersion).toBe(newest.last);
    expect(later.asked).toEqual([ends.at(-2)!.last + 1n]);
    // What began with another waypoint, or is no state, is not used.
    const other = holding();
    await waypoint(waypointAt(1), { signed, store, ...other }).root();
    saved = Uint8Array.of(1, 2, 3);
    await waypoint(genesis, { signed, store, ...other }).root();
    expect(other.asked).toEqual([ends[1]!.last, 0n]);
  });

  test("are refused with another waypoint, or none of these epochs", async () => {
    const wrong = genesis.replace(/.$/, (digit) => (digit === "0" ? "1" : "0"));
    await expect(waypoint(wrong, { signed, ...holding() }).root()).rejects.toMatchObject({ step: "signature" });
    await expect(waypoint(genesis, { signed, ...holding(infos.slice(1)) }).root()).rejects.toMatchObject({
      step: "signature",
    });
    await expect(waypoint(genesis, { signed, ...holding([]) }).root()).rejects.toMatchObject({ step: "age" });
    expect(() => waypoint("0:12", { signed })).toThrow(expect.objectContaining({ code: "invalid_waypoint" }));
  });

  test("are refused at the epoch that nobody signed for; what came before is kept", async () => {
    const forged = infos.with(2, infos[2]!.with(-1, infos[2]!.at(-1)! ^ 1));
    const node = holding(forged);
    const trust = waypoint(genesis, { signed, ...node });
    await expect(trust.root()).rejects.toMatchObject({ code: "not_verified", step: "signature" });
    await expect(trust.root()).rejects.toMatchObject({ step: "signature" });
    expect(node.asked).toEqual([0n, ends[1]!.last + 1n]);
    // One left out: the next is of an epoch whose validators are not known.
    const gap = infos.filter((_, i) => i !== 2);
    const skipping: NodeFetch = async () =>
      new Response(LedgerStep.encode({ epochChanges: gap, more: false, latest: undefined }) as Uint8Array<ArrayBuffer>);
    await expect(waypoint(genesis, { signed, fetch: skipping }).root()).rejects.toMatchObject({ step: "signature" });
  });

  test("every changed bit of a ledger info is refused", async () => {
    for (let at = 0; at < infos[1]!.length; at += 61) {
      const forged = [infos[0]!, infos[1]!.with(at, infos[1]!.at(at)! ^ (1 << (at % 8)))];
      const fetch: NodeFetch = async () =>
        new Response(
          LedgerStep.encode({ epochChanges: forged, more: false, latest: undefined }) as Uint8Array<ArrayBuffer>,
        );
      const outcome = waypoint(genesis, { signed, fetch }).root();
      // A version below what is known is passed over: nothing of it is trusted.
      const root = await outcome.catch((error: unknown) => error);
      if (root instanceof Error) expect(root).toMatchObject({ step: "signature" });
      else expect(root).toMatchObject({ ledgerVersion: 0n });
    }
  });

  test("a node that never comes to an end is left", async () => {
    const fetch: NodeFetch = async () =>
      new Response(LedgerStep.encode({ epochChanges: [], more: true, latest: undefined }) as Uint8Array<ArrayBuffer>);
    await expect(waypoint(genesis, { signed, fetch }).root()).rejects.toMatchObject({ step: "signature" });
    const missing: NodeFetch = async () => new Response("{}", { status: 404 });
    await expect(waypoint(genesis, { signed, fetch: missing }).root()).rejects.toMatchObject({ step: "signature" });
  });

  test("a step of more bytes than nodes send is not read", async () => {
    const step = { epochChanges: [...infos, new Uint8Array(5 << 20)], more: false, latest: undefined };
    const fetch: NodeFetch = async () => new Response(LedgerStep.encode(step) as Uint8Array<ArrayBuffer>);
    const state = waypoint(genesis, { signed, fetch }).root();
    await expect(state).rejects.toMatchObject({ step: "request", message: expect.stringContaining("4194304 bytes") });
  });

  test("a step with more ends than one may have is not read", () => {
    const many = LedgerStep.encode({ epochChanges: [], more: false, latest: undefined }).slice();
    many[0] = maxEpochChanges + 1;
    expect(() => decodeLedgerStep(many)).toThrow(expect.objectContaining({ step: "signature" }));
  });
});
