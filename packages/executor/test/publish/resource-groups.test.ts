import { attributeKinds } from "@ledger/move";
import { moduleKey } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { Overlay } from "../../src/index.ts";
import type { BundledModule } from "../../src/publish/bundle.ts";
import { checkResourceGroups } from "../../src/publish/check-resource-groups.ts";
import { rulesWith } from "../support/rules.ts";
import { type Attributes, allRules, bundled, statusOf } from "./crafted.ts";

const refusal = "CONSTRAINT_NOT_SATISFIED";
const structs = [
  { name: "Group", fields: [{ name: "dummy", type: "bool" }] },
  { name: "Other", fields: [{ name: "dummy", type: "bool" }] },
  { name: "Member", abilities: ["key"], fields: [{ name: "value", type: "u64" }] },
] as const;

const scoped = (scope: string) => [{ kind: attributeKinds.resourceGroup, args: [scope] }];
const memberOf = (container: string) => [{ kind: attributeKinds.resourceGroupMember, args: [container] }];

/** A module with all three structs. */
function groups(
  attributes: Attributes["structs"],
  older?: BundledModule,
  place: Partial<BundledPlace> = {},
): BundledModule {
  return bundled({ structs, ...place }, { structs: attributes ?? {} }, older);
}

interface BundledPlace {
  readonly address: string;
  readonly name: string;
}

/** What the check says of a bundle, where other modules are published already. */
function check(bundle: readonly BundledModule[], published: readonly BundledModule[] = [], features = allRules) {
  const state = new Overlay();
  for (const { address, name, bytes } of published)
    state.write({ key: moduleKey(address, name), value: bytes, metadata: undefined });
  return statusOf(() => checkResourceGroups(bundle, state, features));
}

describe("new members", () => {
  const own = "0xcafe::crafted::Group";
  test.for([
    ["of their own module, of any scope", undefined, "module_", "0xcafe", "crafted"],
    ["of another module of the account", undefined, "address", "0xcafe", "other"],
    ["of a module that the container is for alone", refusal, "module_", "0xcafe", "other"],
    ["of another account", undefined, "global", "0xbeef", "other"],
    ["of another account, at a container for one account", refusal, "address", "0xbeef", "crafted"],
    ["of another account, with the same name of the module", refusal, "module_", "0xbeef", "crafted"],
  ] as const)("%s", async ([, status, scope, address, name]) => {
    const isOwn = address === "0xcafe" && name === "crafted";
    const container = groups({ Group: scoped(scope), ...(isOwn && { Member: memberOf(own) }) });
    const member = groups({ Member: memberOf(own) }, undefined, { address, name });
    const bundle = isOwn ? [container] : [member];
    expect(await check(bundle, [container]), "published").toBe(status);
    expect(await check(isOwn ? bundle : [member, container]), "in the same bundle").toBe(status);
  });

  test("of containers that are none, or are not there, are refused", async () => {
    const container = groups({ Group: scoped("global") });
    for (const name of ["0xcafe::crafted::Other", "0xcafe::crafted::Nothing", "0xdead::crafted::Group"]) {
      const member = groups({ Member: memberOf(name) }, undefined, { address: "0xbeef", name: "other" });
      expect(await check([member], [container]), name).toBe(refusal);
    }
  });

  test("see the container as the bundle makes it", async () => {
    const closed = groups({ Group: scoped("module_") });
    const opened = groups({ Group: scoped("global") }, closed);
    const member = groups({ Member: memberOf(own) }, undefined, { address: "0xbeef", name: "other" });
    expect(await check([member], [closed])).toBe(refusal);
    expect(await check([opened, member], [closed])).toBeUndefined();
  });

  test("have one group, and groups one scope", async () => {
    expect(await check([groups({ Group: [...scoped("global"), ...scoped("global")] })])).toBe(refusal);
    const both = groups({ Group: scoped("global"), Member: [...memberOf(own), ...memberOf(own)] });
    expect(await check([both])).toBe(refusal);
  });
});

describe("an upgrade", () => {
  const inGroup = { Group: scoped("address"), Other: scoped("address"), Member: memberOf("0xcafe::crafted::Group") };
  const before = groups(inGroup);
  type Change = Attributes["structs"];
  const cases: readonly (readonly [string, string | undefined, Change])[] = [
    ["keeps everything", undefined, inGroup],
    ["writes the same container another way", undefined, { ...inGroup, Member: memberOf("0x000cafe::crafted::Group") }],
    ["opens a group", undefined, { ...inGroup, Group: scoped("global") }],
    ["narrows a group", refusal, { ...inGroup, Group: scoped("module_") }],
    ["takes a group away", refusal, { Other: scoped("address"), Member: inGroup.Member }],
    ["takes a member out", refusal, { Group: scoped("address"), Other: scoped("address") }],
    ["moves a member", refusal, { ...inGroup, Member: memberOf("0xcafe::crafted::Other") }],
  ];
  test.for(cases)("%s", async ([, status, change]) => {
    expect(await check([groups(change, before)], [before])).toBe(status);
  });

  test("makes no member or container of a struct that may be stored already", async () => {
    const outside = groups({ Group: scoped("global") });
    const joins = groups({ Group: scoped("global"), Member: memberOf("0xcafe::crafted::Group") }, outside);
    const founds = groups({ Group: scoped("global"), Other: scoped("global") }, outside);
    const older = rulesWith(["resourceGroups"]);
    for (const upgrade of [joins, founds]) {
      expect(await check([upgrade], [outside])).toBe(refusal);
      expect(await check([upgrade], [outside], older)).toBeUndefined();
    }
  });

  test("of a module without metadata is not held to that", async () => {
    const silent = bundled({ structs, metadata: [] });
    const joins = groups({ Group: scoped("global"), Member: memberOf("0xcafe::crafted::Group") }, silent);
    expect(await check([joins], [silent])).toBeUndefined();
  });

  test("adds new structs to groups", async () => {
    const small = bundled({ structs: structs.slice(0, 1) }, { structs: { Group: scoped("global") } });
    const grown = groups({ Group: scoped("global"), Member: memberOf("0xcafe::crafted::Group") }, small);
    expect(await check([grown], [small])).toBeUndefined();
  });
});
