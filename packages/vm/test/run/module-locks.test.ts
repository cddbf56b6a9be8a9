import { buildModule, type FunctionSpec, type ModuleSpec } from "@ledger/move";
import { parseEntryFunctionId } from "@ledger/types";
import { expect, test } from "vitest";
import { callFunction, createEnvironment, Features, feature, type VmError } from "../../src/index.ts";
import { open } from "../verify/crafted.ts";

const action = "||() has drop";

/** A public function that does nothing, in a module of 0xbad. */
const idle: FunctionSpec = { name: "idle", visibility: "public", code: [["ret"]] };

function named(name: string, spec: Partial<ModuleSpec>): readonly [string, Uint8Array] {
  return [name, buildModule({ address: "0xbad", name, version: 8, ...spec })];
}

/** Calls a function value while it is locked. */
const locking = named("locking", {
  functions: [
    idle,
    {
      name: "with",
      visibility: "public",
      params: [action],
      attributes: [{ kind: "persistent" }, { kind: "module_lock" }],
      code: [["move_loc", 0], ["call_closure", action], ["ret"]],
    },
  ],
});

/** Has functions that go back to the locked module, to itself, and to neither. */
function acting(code: FunctionSpec["code"] & {}): readonly [string, Uint8Array] {
  return named("acting", {
    imports: {
      functions: [{ function: "0xbad::locking::with", params: [action] }, { function: "0xbad::locking::idle" }],
    },
    functions: [
      { name: "act", visibility: "public", code },
      {
        name: "run",
        visibility: "public",
        code: [["pack_closure", "act", 0n], ["call", "0xbad::locking::with"], ["ret"]],
      },
    ],
  });
}

const outer = named("outer", {
  imports: { functions: [{ function: "0xbad::locking::with", params: [action] }, { function: "0xbad::acting::act" }] },
  functions: [
    {
      name: "run",
      visibility: "public",
      code: [["pack_closure", "0xbad::acting::act", 0n], ["call", "0xbad::locking::with"], ["ret"]],
    },
  ],
});

async function failure(id: string, acts: readonly [string, Uint8Array]): Promise<VmError | undefined> {
  const modules = new Map([locking, acts, outer]);
  const session = open(new Uint8Array(), (name) => {
    const bytes = modules.get(name);
    return bytes && { bytes };
  });
  const outcome = await callFunction(session, parseEntryFunctionId(id), [], []);
  return outcome.kind === "failed" ? outcome.error : undefined;
}

const back = acting([["call", "0xbad::locking::idle"], ["ret"]]);

test("a module that is locked is not entered again: the error names the module that waits, and no instruction", async () => {
  expect(await failure("0xbad::outer::run", acting([["ret"]]))).toBeUndefined();
  const error = await failure("0xbad::outer::run", back);
  expect(error).toMatchObject({ status: "RUNTIME_DISPATCH_ERROR", module: { name: "locking" }, location: undefined });
});

test("nor is one that called what locks", async () => {
  const error = await failure("0xbad::acting::run", acting([["ret"]]));
  expect(error).toMatchObject({ status: "RUNTIME_DISPATCH_ERROR", module: { name: "acting" }, location: undefined });
});

/** Calls a function of another module, which calls one of this module. */
function circle(code: FunctionSpec["code"] & {}, locks = false): ReadonlyMap<string, Uint8Array> {
  const attributes = locks ? ([{ kind: "persistent" }, { kind: "module_lock" }] as const) : [];
  return new Map([
    named("first", {
      structs: [{ name: "Counter", abilities: ["key"], fields: [{ name: "value", type: "u64" }] }],
      imports: { functions: [{ function: "0xbad::second::go" }] },
      functions: [
        { name: "run", visibility: "public", attributes, code: [["call", "0xbad::second::go"], ["ret"]] },
        { name: "again", visibility: "public", code },
      ],
    }),
    named("second", {
      imports: { functions: [{ function: "0xbad::first::again" }] },
      functions: [{ name: "go", visibility: "public", code: [["call", "0xbad::first::again"], ["ret"]] }],
    }),
  ]);
}

test("modules in a circle, where the ledger loads lazily, may call one another, and the second time touch nothing", async () => {
  const environment = createEnvironment({ features: Features.of([feature.lazyLoading, feature.functionValues]) });
  const run = async (modules: ReadonlyMap<string, Uint8Array>): Promise<string> => {
    const find = (name: string) => {
      const bytes = modules.get(name);
      return bytes && { bytes };
    };
    const session = open(new Uint8Array(), find, environment);
    const outcome = await callFunction(session, parseEntryFunctionId("0xbad::first::run"), [], []);
    return outcome.kind === "failed" ? outcome.error.status : "returned";
  };
  const exists = [["ld_const", "address", new Uint8Array(32)], ["exists", "Counter"], ["pop"], ["ret"]] as const;
  expect(await run(circle([["ret"]]))).toBe("returned");
  expect(await run(circle(exists))).toBe("RUNTIME_DISPATCH_ERROR");
  expect(await run(circle([["ret"]], true))).toBe("RUNTIME_DISPATCH_ERROR");
});
