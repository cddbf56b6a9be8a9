import { type Ability, buildModule, type FunctionSpec, type ModuleSpec, type StructSpec } from "@ledger/move";
import { bytesToHex } from "@ledger/types";
import type { FeatureName } from "@ledger/vm";

/** A module that shall replace another, and whether it may. */
export interface CompatibilityCase {
  /** Name of the rule. */
  readonly rule: string;
  readonly what: string;
  readonly status: "accepted" | "BACKWARD_INCOMPATIBLE_MODULE_UPDATE";
  readonly older: Uint8Array;
  readonly newer: Uint8Array;
  /** The flags that are on. */
  readonly features: readonly FeatureName[];
  /** The day on mainnet whose timed rules hold; all of them when left out. */
  readonly day?: string;
}

type Row = readonly [what: string, isAccepted: boolean, older: Partial<ModuleSpec>, newer: Partial<ModuleSpec>];

/** Friends are as free to change as private functions. */
const today: readonly FeatureName[] = ["treatFriendAsPrivate"];

function rule(
  name: string,
  rows: readonly Row[],
  { features = today, day }: { readonly features?: readonly FeatureName[]; readonly day?: string } = {},
): CompatibilityCase[] {
  const build = (spec: Partial<ModuleSpec>) => buildModule({ address: "0xcafe", name: "m", ...spec });
  return rows.map(([what, isAccepted, older, newer]) => ({
    rule: name,
    what,
    status: isAccepted ? "accepted" : "BACKWARD_INCOMPATIBLE_MODULE_UPDATE",
    older: build(older),
    newer: build(newer),
    features,
    ...(day !== undefined && { day }),
  }));
}

const fieldsOf = (...names: readonly string[]) => names.map((name) => ({ name, type: "u64" }));
const struct = (spec: Partial<StructSpec> = {}): Partial<ModuleSpec> => ({
  structs: [{ name: "S", fields: fieldsOf("a"), ...spec }],
});
const fn = (spec: Partial<FunctionSpec>): Partial<ModuleSpec> => ({
  functions: [{ name: "f", code: [["ret"]], ...spec }],
});
const constrained = (...constraints: Ability[]) => ({ typeParams: [{ constraints }] });
const phantom = (isPhantom: boolean) => ({ typeParams: [{ phantom: isPhantom }] });
const variants = (...names: readonly string[]) => struct({ variants: names.map((name) => ({ name })) });
const open = { visibility: "public" } as const;
const friend = { visibility: "friend" } as const;
const entry = { entry: true } as const;
const persistent = { attributes: [{ kind: "persistent" }] } as const;
const unmarked = { ...open, attributes: [] } as const;

const structs: readonly CompatibilityCase[] = [
  ...rule("structs are there", [
    ["the same", true, struct(), struct()],
    ["one more", true, {}, struct()],
    ["gone", false, struct(), {}],
  ]),
  ...rule("abilities", [
    ["one more", true, struct({ abilities: ["drop"] }), struct({ abilities: ["copy", "drop"] })],
    ["one less", false, struct({ abilities: ["copy", "drop"] }), struct({ abilities: ["drop"] })],
  ]),
  ...rule("constraints of structs", [
    ["one less", true, struct(constrained("drop", "store")), struct(constrained("drop"))],
    ["one more", false, struct(constrained("drop")), struct(constrained("drop", "store"))],
  ]),
  ...rule("type parameters of structs", [
    ["as many", true, struct(constrained()), struct(constrained())],
    ["one more", false, struct(), struct(constrained())],
    ["one less", false, struct(constrained()), struct()],
  ]),
  ...rule("phantoms", [
    ["one more", true, struct(phantom(false)), struct(phantom(true))],
    ["one less", false, struct(phantom(true)), struct(phantom(false))],
  ]),
  ...rule("fields", [
    ["the same", true, struct({ fields: fieldsOf("a", "b") }), struct({ fields: fieldsOf("a", "b") })],
    ["another name", false, struct(), struct({ fields: fieldsOf("b") })],
    ["another type", false, struct(), struct({ fields: [{ name: "a", type: "u8" }] })],
    ["another order", false, struct({ fields: fieldsOf("a", "b") }), struct({ fields: fieldsOf("b", "a") })],
    ["one more", false, struct(), struct({ fields: fieldsOf("a", "b") })],
  ]),
  ...rule("enums", [
    ["a variant more at the end", true, variants("V"), variants("V", "W")],
    ["a variant more at the beginning", false, variants("V"), variants("W", "V")],
    ["a variant less", false, variants("V", "W"), variants("V")],
    ["out of a struct", false, struct(), variants("V")],
    ["a struct in its place", false, variants("V"), struct()],
  ]),
];

const functions: readonly CompatibilityCase[] = [
  ...rule("functions are there", [
    ["a public one that is gone", false, fn(open), {}],
    ["a private one that is gone", true, fn({}), {}],
    ["a friend's that is gone", true, fn(friend), {}],
    ["a private entry that is gone", false, fn(entry), {}],
    ["a persistent one that is gone", false, fn(persistent), {}],
  ]),
  ...rule("entries of friends", [
    ["gone", false, fn({ ...friend, ...entry }), {}],
    ["no entry any more", false, fn({ ...friend, ...entry }), fn(friend)],
    ["changed, no entry before", true, fn(friend), fn({ ...friend, params: ["u64"] })],
  ]),
  ...rule(
    "entries of friends, before they counted",
    [
      ["gone", true, fn({ ...friend, ...entry }), {}],
      ["a private entry that is gone", false, fn(entry), {}],
    ],
    { day: "2024-01-01" },
  ),
  ...rule("visibility", [
    ["a friend's becomes public", true, fn(friend), fn(open)],
    ["a friend's becomes private", true, fn(friend), fn({})],
    ["a public one becomes a friend's", false, fn(unmarked), fn(friend)],
    ["a public one becomes private", false, fn(unmarked), fn({})],
    ["a private entry becomes public", true, fn(entry), fn({ ...open, ...entry })],
  ]),
  ...rule("entry", [
    ["becomes one", true, fn(open), fn({ ...open, ...entry })],
    ["is none any more", false, fn({ ...open, ...entry }), fn(open)],
    ["a private one is none any more", false, fn(entry), fn({})],
  ]),
  ...rule("attributes", [
    ["becomes persistent", true, fn(unmarked), fn({ ...open, ...persistent })],
    ["is persistent no more", false, fn({ ...open, ...persistent }), fn(unmarked)],
    ["loses a lock", true, fn({ ...unmarked, attributes: [{ kind: "module_lock" }] }), fn(unmarked)],
  ]),
  ...rule("signatures", [
    ["the same", true, fn({ ...open, params: ["u64"] }), fn({ ...open, params: ["u64"] })],
    ["another parameter", false, fn({ ...open, params: ["u64"] }), fn({ ...open, params: ["u8"] })],
    ["a result more", false, fn(open), fn({ ...open, returns: ["u8"], code: [["ld_u8", 1], ["ret"]] })],
    ["a private one with another", true, fn({}), fn({ params: ["u8"] })],
    ["a private entry with another", false, fn(entry), fn({ ...entry, params: ["u8"] })],
  ]),
  ...rule("function types", [
    ["the same", true, fn({ ...open, params: ["|u64| has drop"] }), fn({ ...open, params: ["|u64| has drop"] })],
    [
      "of another ability",
      false,
      fn({ ...open, params: ["|u64| has drop"] }),
      fn({ ...open, params: ["|u64| has copy + drop"] }),
    ],
  ]),
  ...rule("constraints of functions", [
    ["one less", true, fn({ ...open, ...constrained("drop") }), fn({ ...open, ...constrained() })],
    ["one more", false, fn({ ...open, ...constrained() }), fn({ ...open, ...constrained("drop") })],
    ["a type parameter more", false, fn(open), fn({ ...open, ...constrained() })],
  ]),
];

const others: readonly CompatibilityCase[] = [
  ...rule("friends, where they do not count", [
    ["one less", true, { friends: ["0xcafe::other"] }, {}],
    ["a public function that is gone with it", false, { ...fn(open), friends: ["0xcafe::other"] }, {}],
  ]),
  ...rule(
    "friends, where they count",
    [
      ["one more", true, {}, { friends: ["0xcafe::other"] }],
      ["one less", false, { friends: ["0xcafe::other"] }, {}],
      ["a function of theirs that is gone", false, fn(friend), {}],
      ["a function of theirs that becomes private", false, fn(friend), fn({})],
      ["a function of theirs that becomes public", true, fn(friend), fn(open)],
    ],
    { features: [] },
  ),
  ...rule(
    "0x1::option",
    [
      ["anything", true, { address: "0x1", name: "option", ...struct() }, { address: "0x1", name: "option" }],
      ["of another name", false, { address: "0x1", name: "vector", ...struct() }, { address: "0x1", name: "vector" }],
    ],
    { features: [...today, "enumOption"] },
  ),
  ...rule(
    "0x1::option, once it is the framework's",
    [
      ["anything", false, { address: "0x1", name: "option", ...struct() }, { address: "0x1", name: "option" }],
      [
        "the same",
        true,
        { address: "0x1", name: "option", ...struct() },
        { address: "0x1", name: "option", ...struct() },
      ],
    ],
    { features: [...today, "enumOption", "frameworkOption"] },
  ),
];

/** Cases of every rule of compatibility, made by hand from the rules alone. */
export const compatibilityCases: readonly CompatibilityCase[] = [...structs, ...functions, ...others];

/** Cases as lines of JSON, bytes as hex: what other machines can be held to. */
export function compatibilityText(cases: readonly CompatibilityCase[]): string {
  return cases
    .map(
      ({ older, newer, ...rest }) =>
        `${JSON.stringify({ ...rest, older: bytesToHex(older), newer: bytesToHex(newer) })}\n`,
    )
    .join("");
}
