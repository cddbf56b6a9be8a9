import {
  attributeKinds,
  buildScript,
  decodeModule,
  decodeScript,
  encodeModule,
  type InstructionSpec,
} from "@ledger/move";
import { checkDecodedModule } from "@ledger/vm";
import { describe, expect, test } from "vitest";
import { checkEvents, checkScriptEvents } from "../../src/publish/check-events.ts";
import { type Attributes, bundled, statusOf } from "./crafted.ts";

const refusal = "EVENT_METADATA_VALIDATION_ERROR";
const emit = {
  function: "0x1::event::emit",
  typeParams: [{ constraints: ["drop", "store"] }],
  params: ["T0"],
} as const;
const structs = [
  { name: "Sold", abilities: ["drop", "store"], fields: [{ name: "price", type: "u64" }] },
  {
    name: "Box",
    abilities: ["drop", "store"],
    typeParams: [{ phantom: true }],
    fields: [{ name: "price", type: "u64" }],
  },
] as const;
const marked = { structs: { Sold: [{ kind: attributeKinds.event, args: [] }] } };

/** A module that emits a type. */
function emitting(type: string, attributes: Attributes = marked, name = "0x1::event::emit") {
  const code: InstructionSpec[] = [["move_loc", 0], ["call_generic", name, type], ["ret"]];
  return bundled(
    {
      structs,
      imports: { functions: [{ ...emit, function: name }] },
      functions: [{ name: "run", typeParams: [{ constraints: ["drop", "store"] }], params: [type], code }],
    },
    attributes,
  );
}

describe("emissions", () => {
  const own = "0xcafe::crafted::Sold";
  const box = "0xcafe::crafted::Box<u8>";
  const cases: readonly (readonly [string, string | undefined, ReturnType<typeof emitting>])[] = [
    ["of an event of the module", undefined, emitting(own)],
    ["of a generic event of the module", undefined, emitting(box, { structs: { Box: marked.structs.Sold } })],
    ["of a struct that is no event", refusal, emitting(own, {})],
    [
      "of a struct whose attribute is another one",
      refusal,
      emitting(own, { structs: { Sold: [{ kind: 3, args: [] }] } }),
    ],
    ["of a struct of another module", refusal, emitting("0x1::coin::Sold")],
    ["of a number", refusal, emitting("u64")],
    ["of a type parameter", refusal, emitting("T0")],
    ["by a function of the same name elsewhere", undefined, emitting("u64", {}, "0x2::event::emit")],
    ["by another function of the module of events", undefined, emitting("u64", {}, "0x1::event::emitted")],
  ];
  test.for(cases)("%s", async ([, status, module]) => {
    expect(await statusOf(() => checkEvents(module))).toBe(status);
  });

  test("of an instantiation that is not there are part of the code's form", async () => {
    const module = decodeModule(emitting("u64").bytes);
    const cut = decodeModule(encodeModule({ ...module, functionInstantiations: [] }));
    expect(await statusOf(() => checkDecodedModule(cut))).toBe("CODE_DESERIALIZATION_ERROR");
  });
});

describe("events of an older version", () => {
  const before = bundled({ structs }, marked);
  test.for([
    ["stay", undefined, marked],
    ["become more", undefined, { structs: { Sold: marked.structs.Sold, Box: marked.structs.Sold } }],
    ["are gone", refusal, {}],
    ["are marked twice", refusal, { structs: { Sold: [...marked.structs.Sold, ...marked.structs.Sold] } }],
  ] as const)("%s", async ([, status, attributes]) => {
    expect(await statusOf(() => checkEvents(bundled({ structs }, attributes, before)))).toBe(status);
  });
});

test("a script emits none", async () => {
  const script = (type: string, name: string) =>
    decodeScript(
      buildScript({
        imports: { functions: [{ ...emit, function: name }] },
        code: [["ld_u64", 1], ["call_generic", name, type], ["ret"]],
      }),
    );
  expect(await statusOf(() => checkScriptEvents(script("u64", "0x1::event::emit")))).toBe(
    "INVALID_OPERATION_IN_SCRIPT",
  );
  expect(await statusOf(() => checkScriptEvents(script("u64", "0x1::event::other")))).toBeUndefined();
});
