import {
  attributeKinds,
  compilationMetadata,
  compilationMetadataKey,
  metadataKeyV0,
  metadataKeyV1,
  metadataV1,
} from "@ledger/move";
import type { FeatureName } from "@ledger/vm";
import { describe, expect, test } from "vitest";
import { checkMetadata } from "../../src/publish/check-metadata.ts";
import { checkStability } from "../../src/publish/check-stability.ts";
import { rulesWith } from "../support/rules.ts";
import { type Attributes, allRules, bundled, statusOf } from "./crafted.ts";

const refusal = "CONSTRAINT_NOT_SATISFIED";
const { legacyView, view, resourceGroup, resourceGroupMember, event, randomness } = attributeKinds;
const emptyV1 = metadataV1.encode({ errorMap: new Map(), structAttributes: new Map(), functionAttributes: new Map() });
const emptyV0 = Uint8Array.of(0);
const stable = compilationMetadata.encode({ unstable: false, compilerVersion: "2.0", languageVersion: "2.1" });
const unstable = compilationMetadata.encode({ unstable: true, compilerVersion: "2.0", languageVersion: "2.1" });

describe("metadata entries", () => {
  type Entry = readonly [key: string, value: Uint8Array];
  const cases: readonly (readonly [string, string | undefined, readonly Entry[]])[] = [
    ["none", undefined, []],
    [
      "all that there are",
      undefined,
      [
        [metadataKeyV1, emptyV1],
        [compilationMetadataKey, stable],
      ],
    ],
    ["the older form", undefined, [[metadataKeyV0, emptyV0]]],
    ["an unknown key", refusal, [["aptos::metadata_v2", emptyV1]]],
    ["a long key that begins like a known one", refusal, [[`${compilationMetadataKey}_`, stable]]],
    ["a name that every object has", refusal, [["constructor", emptyV1]]],
    [
      "both forms of the error map",
      refusal,
      [
        [metadataKeyV1, emptyV1],
        [metadataKeyV0, emptyV0],
      ],
    ],
    [
      "the same key twice",
      refusal,
      [
        [compilationMetadataKey, stable],
        [compilationMetadataKey, stable],
      ],
    ],
    ["a value with a byte too much", refusal, [[metadataKeyV1, Uint8Array.of(...emptyV1, 0)]]],
    ["an empty value", refusal, [[compilationMetadataKey, new Uint8Array()]]],
  ];
  test.for(cases)("%s", async ([, status, entries]) => {
    const { module } = bundled({ metadata: entries.map(([key, value]) => ({ key, value })) });
    expect(await statusOf(() => checkMetadata(module, allRules))).toBe(status);
    // The form of entries came with resource groups.
    expect(await statusOf(() => checkMetadata(module, rulesWith([])))).toBeUndefined();
  });
});

describe("attributes", () => {
  const functions = [
    { name: "answer", returns: ["u64"] },
    { name: "act", visibility: "public", entry: true },
    { name: "draw", entry: true },
    { name: "draw_as_friend", visibility: "friend", entry: true },
    { name: "plain" },
  ] as const;
  const structs = [
    { name: "Group", fields: [{ name: "dummy", type: "bool" }] },
    {
      name: "Wide",
      fields: [
        { name: "a", type: "bool" },
        { name: "b", type: "bool" },
      ],
    },
    { name: "Able", abilities: ["drop"], fields: [{ name: "dummy", type: "bool" }] },
    { name: "Generic", typeParams: [{ phantom: true }], fields: [{ name: "dummy", type: "bool" }] },
    { name: "Choice", variants: [{ name: "One", fields: [{ name: "a", type: "bool" }] }] },
    { name: "Member", abilities: ["key"], fields: [{ name: "value", type: "u64" }] },
  ] as const;
  const onFunction = (name: string, kind: number, ...args: string[]): Attributes => ({
    functions: { [name]: [{ kind, args }] },
  });
  const onStruct = (name: string, kind: number, ...args: string[]): Attributes => ({
    structs: { [name]: [{ kind, args }] },
  });
  const group = "0xcafe::crafted::Group";
  const cases: readonly (readonly [string, string | undefined, Attributes])[] = [
    ["a view with results", undefined, onFunction("answer", view)],
    ["a view by the number of old compilers", undefined, onFunction("answer", legacyView)],
    ["a view without results", refusal, onFunction("act", view)],
    ["a view that is not there", refusal, onFunction("nothing", view)],
    ["randomness of a private entry function", undefined, onFunction("draw", randomness, "100")],
    ["randomness of an entry function for friends", undefined, onFunction("draw_as_friend", randomness)],
    ["randomness of a public entry function", refusal, onFunction("act", randomness)],
    ["randomness of a function that is no entry", refusal, onFunction("plain", randomness)],
    ["randomness of a function that is not there", refusal, onFunction("nothing", randomness)],
    ["a struct's attribute on a function", refusal, onFunction("answer", event)],
    ["an unknown attribute of a function", refusal, onFunction("answer", 6)],
    [
      "a second attribute that is wrong",
      refusal,
      {
        functions: {
          answer: [
            { kind: view, args: [] },
            { kind: 9, args: [] },
          ],
        },
      },
    ],
    ["a container", undefined, onStruct("Group", resourceGroup, "global")],
    ["a container of a scope that does not exist", refusal, onStruct("Group", resourceGroup, "world")],
    ["a container without a scope", refusal, onStruct("Group", resourceGroup)],
    ["a container of two fields", refusal, onStruct("Wide", resourceGroup, "global")],
    ["a container with an ability", refusal, onStruct("Able", resourceGroup, "global")],
    ["a generic container", refusal, onStruct("Generic", resourceGroup, "global")],
    ["an enum as a container", refusal, onStruct("Choice", resourceGroup, "global")],
    ["a container that is not there", refusal, onStruct("Nothing", resourceGroup, "global")],
    ["a member", undefined, onStruct("Member", resourceGroupMember, group)],
    ["a member of what is no type", refusal, onStruct("Member", resourceGroupMember, "Group")],
    ["a member of nothing", refusal, onStruct("Member", resourceGroupMember)],
    ["a member that is not stored under accounts", refusal, onStruct("Able", resourceGroupMember, group)],
    ["a member that is not there", refusal, onStruct("Nothing", resourceGroupMember, group)],
    ["an event", undefined, onStruct("Able", event)],
    ["an event that is not there", undefined, onStruct("Nothing", event)],
    ["a function's attribute on a struct", refusal, onStruct("Member", view)],
    ["an unknown attribute of a struct", refusal, onStruct("Member", 250)],
  ];
  test.for(cases)("%s", async ([, status, attributes]) => {
    const { module } = bundled({ functions, structs }, attributes);
    expect(await statusOf(() => checkMetadata(module, allRules))).toBe(status);
  });

  test("exist only once their features are enabled", async () => {
    const check = (attributes: Attributes, ...flags: FeatureName[]) =>
      statusOf(() => checkMetadata(bundled({ functions, structs }, attributes).module, rulesWith(flags)));
    expect(await check(onStruct("Group", resourceGroup, "global"), "moduleEvent")).toBe(refusal);
    expect(await check(onStruct("Member", resourceGroupMember, group))).toBe(refusal);
    expect(await check(onStruct("Able", event), "resourceGroups")).toBe(refusal);
    expect(await check(onStruct("Able", event), "moduleEvent")).toBeUndefined();
  });

  test("of version 5 do not count", async () => {
    const { module } = bundled(
      { functions, structs: structs.filter(({ name }) => name !== "Choice"), version: 5 },
      onFunction("plain", 77),
    );
    expect(module.version).toBe(5);
    expect(await statusOf(() => checkMetadata(module, allRules))).toBeUndefined();
  });
});

describe("unstable code", () => {
  test.for([
    ["on the main network", "UNSTABLE_BYTECODE_REJECTED", 1, unstable],
    ["elsewhere", undefined, 2, unstable],
    ["that is stable, on the main network", undefined, 1, stable],
    ["that does not say, on the main network", undefined, 1, Uint8Array.of(7)],
  ] as const)("%s", async ([, status, chainId, value]) => {
    const { module } = bundled({ metadata: [{ key: compilationMetadataKey, value }] });
    expect(await statusOf(() => checkStability(module, chainId))).toBe(status);
  });
});
