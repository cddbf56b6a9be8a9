import type { Ability, FunctionSpec, ModuleSpec, StructSpec } from "@ledger/move";
import { describe, expect, test } from "vitest";
import { checkCompatibility, checkUpgrade } from "../../src/publish/check-compatibility.ts";
import { moduleInterface } from "../../src/publish/module-interface.ts";
import { rulesWith } from "../support/rules.ts";
import { bundled, statusOf } from "./crafted.ts";

const refusal = "BACKWARD_INCOMPATIBLE_MODULE_UPDATE";
const today = { friendsArePrivate: true, entryFunctionsCount: true };

/** The status of replacing a module by another. */
function upgrade(older: Partial<ModuleSpec>, newer: Partial<ModuleSpec>, rules = today): Promise<string | undefined> {
  const of = (spec: Partial<ModuleSpec>) => moduleInterface(bundled(spec).module);
  return statusOf(() => checkCompatibility(of(older), of(newer), rules));
}

const struct = (spec: Partial<StructSpec>): Partial<ModuleSpec> => ({
  structs: [{ name: "S", fields: [{ name: "a", type: "u64" }], ...spec }],
});
const fn = (spec: Partial<FunctionSpec>): Partial<ModuleSpec> => ({
  functions: [{ name: "f", code: [["ret"]], ...spec }],
});
const constrained = (...constraints: Ability[]) => ({ typeParams: [{ constraints }] });

describe("a struct", () => {
  test.for<[what: string, status: string | undefined, older: Partial<StructSpec>, newer: Partial<StructSpec>]>([
    ["gets abilities", undefined, { abilities: ["drop"] }, { abilities: ["copy", "drop"] }],
    ["loses an ability", refusal, { abilities: ["copy", "drop"] }, { abilities: ["drop"] }],
    ["loses a constraint", undefined, constrained("drop", "store"), constrained("drop")],
    ["gets a constraint", refusal, constrained("drop"), constrained("drop", "store")],
    ["gets a type parameter", refusal, {}, { typeParams: [{}] }],
    ["gets a phantom", undefined, { typeParams: [{}] }, { typeParams: [{ phantom: true }] }],
    ["loses a phantom", refusal, { typeParams: [{ phantom: true }] }, { typeParams: [{}] }],
    ["has another field", refusal, {}, { fields: [{ name: "b", type: "u64" }] }],
    ["gets a field", refusal, {}, { fields: [...["a", "b"].map((name) => ({ name, type: "u64" }))] }],
    ["becomes an enum", refusal, {}, { variants: [{ name: "V" }] }],
    ["gets a variant", undefined, { variants: [{ name: "V" }] }, { variants: [{ name: "V" }, { name: "W" }] }],
    ["gets a variant first", refusal, { variants: [{ name: "V" }] }, { variants: [{ name: "W" }, { name: "V" }] }],
  ])("that %s", async ([, status, older, newer]) => {
    expect(await upgrade(struct(older), struct(newer))).toBe(status);
  });

  test("that is gone", async () => {
    expect(await upgrade(struct({}), {})).toBe(refusal);
  });
});

describe("a function", () => {
  const open = { visibility: "public" } as const;
  const friend = { visibility: "friend" } as const;
  test.for<[what: string, status: string | undefined, older: Partial<FunctionSpec>, newer: Partial<FunctionSpec>]>([
    [
      "that is public loses a constraint",
      undefined,
      { ...open, ...constrained("drop") },
      { ...open, ...constrained() },
    ],
    ["that is public gets a constraint", refusal, { ...open, ...constrained() }, { ...open, ...constrained("drop") }],
    ["that is public gets a parameter", refusal, open, { ...open, params: ["u64"] }],
    ["that is public becomes a friend's", refusal, open, friend],
    ["that is a friend's becomes private", undefined, friend, {}],
    ["that is a friend's becomes public", undefined, friend, open],
    ["that is private changes", undefined, {}, { params: ["u64"] }],
    ["that is an entry changes", refusal, { entry: true }, { entry: true, params: ["u64"] }],
    ["that is an entry is none any more", refusal, { entry: true }, {}],
    ["that is an entry becomes public", undefined, { entry: true }, { ...open, entry: true }],
    ["that is persistent changes", refusal, { attributes: [{ kind: "persistent" }] }, { params: ["u64"] }],
    ["loses a lock", undefined, { ...open, attributes: [{ kind: "module_lock" }] }, { ...open, attributes: [] }],
  ])("%s", async ([, status, older, newer]) => {
    expect(await upgrade(fn(older), fn(newer))).toBe(status);
  });

  test("that is gone", async () => {
    expect(await upgrade(fn(open), {})).toBe(refusal);
    expect(await upgrade(fn({}), {})).toBe(undefined);
    expect(await upgrade(fn(friend), {})).toBe(undefined);
    expect(await upgrade(fn({ entry: true }), {}, { ...today, entryFunctionsCount: false })).toBe(refusal);
    expect(await upgrade(fn({ ...friend, entry: true }), {})).toBe(refusal);
    expect(await upgrade(fn({ ...friend, entry: true }), {}, { ...today, entryFunctionsCount: false })).toBe(undefined);
  });
});

test("friends count where they are not private", async () => {
  const counting = { ...today, friendsArePrivate: false };
  const befriended = { friends: ["0xcafe::other"] };
  expect(await upgrade(befriended, {})).toBe(undefined);
  expect(await upgrade(befriended, {}, counting)).toBe(refusal);
  expect(await upgrade({}, befriended, counting)).toBe(undefined);
  expect(await upgrade(fn({ visibility: "friend" }), fn({}), counting)).toBe(refusal);
});

test("0x1::option may become anything while ledgers run one of their own", async () => {
  const replace = (name: string, ...features: Parameters<typeof rulesWith>[0]) => {
    const of = (type: string) => ({ address: "0x1", name, structs: [{ name: "S", fields: [{ name: "a", type }] }] });
    return statusOf(() => checkUpgrade(bundled(of("u8"), {}, bundled(of("u64"))), rulesWith(features)));
  };
  expect(await replace("option", "enumOption")).toBe(undefined);
  expect(await replace("option", "enumOption", "frameworkOption")).toBe(refusal);
  expect(await replace("option")).toBe(refusal);
  expect(await replace("vector", "enumOption")).toBe(refusal);
});
