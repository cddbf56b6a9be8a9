import { expect, test } from "vitest";
import type { HeadRow } from "../rows/head-row.ts";
import type { Query } from "../writing/transaction.ts";
import { beginOnShards } from "./fences.ts";

type Fence = Readonly<Record<"shard" | "step" | "previous", number>>;

/** Begins a write where the servers have kept these. @returns what is sent, by the first word of each statement */
async function begin(fences: readonly Fence[], step: number, ended?: number): Promise<readonly string[]> {
  const sent: string[] = [];
  const query = (async (text: string, values: readonly number[]) => {
    const [verb] = text.split(" ", 1);
    sent.push(verb!);
    if (verb === "update") return fences.filter((fence) => fence.step >= values[1]!).map(({ shard }) => ({ shard }));
    return verb === "select" ? fences : [];
  }) as Query;
  await beginOnShards(query, { step, shards: fences.length - 1, version: 7, base_version: null } as HeadRow, ended);
  return sent;
}

const fencesOf = (...rows: readonly (readonly [step: number, previous: number])[]): readonly Fence[] =>
  rows.map(([step, previous], shard) => ({ shard, step, previous }));

test("a write that follows one that all have kept begins by one statement", async () => {
  expect(await begin(fencesOf([20, 18], [20, 18]), 25, 20)).toEqual(["update"]);
});

test("what some have kept of a write is removed, whatever the lease has counted since", async () => {
  for (const step of [20, 21, 40]) {
    expect(await begin(fencesOf([20, 18], [21, 20], [20, 18]), step)).toEqual(["select", "delete", "update"]);
  }
});

test("a shard that was replaced between two writes by a server that lacks the last one is refused", async () => {
  const fences = fencesOf([20, 18], [20, 18], [18, 15]);
  await expect(begin(fences, 25, 20)).rejects.toThrow("shard 2 lacks writes");
  await expect(begin(fences, 25)).rejects.toThrow("shard 2 lacks writes");
});

test("a head that lacks two writes is refused, whatever the lease has counted since", async () => {
  for (const step of [20, 23, 40]) {
    await expect(begin(fencesOf([20, 18], [22, 21], [22, 21]), step)).rejects.toThrow("it was replaced too early");
  }
});
