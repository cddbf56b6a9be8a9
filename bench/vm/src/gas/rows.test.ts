import { opcodes } from "@ledger/move";
import { frameworkNatives } from "@ledger/vm/natives";
import { expect, test } from "vitest";
import { exceptions } from "./exceptions.ts";
import { judge } from "./judge.ts";
import type { GasRow } from "./row.ts";
import { gasRows } from "./rows.ts";
import { unmeasured } from "./unmeasured.ts";

const all = new Set<string>([...opcodes.flatMap((opcode) => opcode?.name ?? []), ...frameworkNatives.keys()]);
const covered = new Set(gasRows.flatMap(({ covers }) => covers));
const excused = unmeasured.flatMap(({ names }) => names);

test("every native and every instruction has a row, or a reason for having none", () => {
  expect([...all].filter((name) => !covered.has(name) && !excused.includes(name))).toEqual([]);
});

test("rows and lists name what there is, and nothing twice", () => {
  const named = [...covered, ...excused, ...exceptions.flatMap(({ names }) => names)];
  expect(named.filter((name) => !all.has(name))).toEqual([]);
  expect(excused.filter((name) => covered.has(name))).toEqual([]);
  const names = gasRows.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

const row: GasRow = { ...gasRows[0]!, covers: ["add"], sizes: [16, 256, 4096, 65_536], counts: false };

test("a row is over where it takes longer than others for its gas, or where that grows with the size", () => {
  expect(judge(row, [30, 5, 2, 2])).toMatchObject({ ratio: 30, isOver: true });
  expect(judge({ ...row, counts: true }, [30, 5, 2, 2])).toMatchObject({ ratio: 2, isOver: false });
  expect(judge(row, [1, 1, 3, 12])).toMatchObject({ growth: 0.5, isOver: true });
  expect(judge(row, [1, 1, 1, 4])).toMatchObject({ growth: 0.5, isOver: false });
});
