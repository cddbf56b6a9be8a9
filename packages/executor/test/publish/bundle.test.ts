import { bytes, u64, vector } from "@ledger/bcs";
import { buildModule, type ModuleSpec } from "@ledger/move";
import {
  type Address,
  formatAddressLong,
  frameworkAddress,
  PackageMetadata,
  type TransactionPayload,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { createEnvironment, Features, feature, voidContext } from "@ledger/vm";
import { beforeAll, expect, test } from "vitest";
import { publishRequested } from "../../src/publish/publish.ts";
import { ExecutorSession } from "../../src/session/executor-session.ts";
import { account, entry, LocalChain } from "../support/local-chain.ts";
import { statusOf } from "./crafted.ts";

const alice = account("alice");
const ours = formatAddressLong(alice.address);

/** A module by its name, at the address of the publisher. */
type Named = readonly [name: string, bytes: Uint8Array];

const named = (name: string, spec: Partial<ModuleSpec> = {}): Named => [
  name,
  buildModule({
    address: ours,
    name,
    functions: [{ name: "go", visibility: "public", code: [["ret"]] }],
    ...spec,
  }),
];

const native = (isEntry: boolean, address = ours): Named =>
  named("natives", { address, functions: [{ name: "go", visibility: "public", native: true, entry: isEntry }] });

/** A local is read before it has a value. */
const unset: ModuleSpec["functions"] = [{ name: "go", locals: ["u8"], code: [["move_loc", 0], ["pop"], ["ret"]] }];
/** An operand is of the wrong type. */
const mistyped: ModuleSpec["functions"] = [{ name: "go", code: [["ld_u8", 1], ["abort"]] }];

const befriending = (name: string): Named => named("has_friend", { friends: [`${ours}::${name}`] });

/** Packages are called like the modules in them, but the one that has `base`: it is upgraded. */
function packageOf(modules: readonly Named[]): readonly [metadata: Uint8Array, code: Uint8Array] {
  const names = modules.map(([name]) => name);
  const metadata = PackageMetadata.encode({
    name: names.includes("base") ? "base" : names.join(),
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: new Uint8Array(),
    modules: names.map((name) => ({
      name,
      source: new Uint8Array(),
      sourceMap: new Uint8Array(),
      extension: undefined,
    })),
    dependencies: [],
    extension: undefined,
  });
  return [bytes.encode(metadata), vector(bytes).encode(modules.map(([, code]) => code))];
}

// Specification, verifier 10, verifier 11, execution 2.8.
describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  beforeAll(async () => {
    chain = await LocalChain.start();
    await succeed(chain.core, entry("0x1::aptos_account::transfer", [alice.address, u64.encode(10n ** 12n)]));
    for (const name of ["base", "kept"]) {
      await succeed(alice, entry("0x1::code::publish_package_txn", packageOf([named(name)])));
    }
  });

  async function succeed(sender: typeof alice, payload: TransactionPayload): Promise<void> {
    const { entries } = await chain.block(await chain.sign(sender, payload));
    expect(entries[1]!.output.status).toEqual({ kind: "Success" });
  }

  /** The status that a publication ends in; undefined where it succeeds. */
  async function publishing(
    modules: readonly Named[],
    { owner = alice.address, isLazy = true }: { readonly owner?: Address; readonly isLazy?: boolean } = {},
  ): Promise<string | undefined> {
    const { environment, ...context } = await chain.executor.context();
    const { chainId, gas, features } = environment;
    const flags = Array.from({ length: 128 }, (_, flag) => flag).filter((flag) => features.has(flag));
    const changed = createEnvironment({
      chainId,
      gas,
      lastReconfigurationTime: chain.timestampUsecs,
      features: Features.of(flags.filter((flag) => isLazy || flag !== feature.lazyLoading)),
    });
    const session = new ExecutorSession(
      { ...context, environment: changed, codeEra: undefined },
      { state: chain.state, identity: voidContext },
    );
    const args = [{ signer: owner }, ...packageOf(modules)];
    expect(await session.callSystem({ module: "code", name: "publish_package_txn", args })).toBeUndefined();
    return statusOf(() => publishRequested(session));
  }

  test("has native functions at the ledger's own addresses only, and they are no entries", async () => {
    expect(await publishing([native(false)])).toBe("USER_DEFINED_NATIVE_NOT_ALLOWED");
    const atFramework = { owner: frameworkAddress };
    expect(await publishing([native(true, "0x1")], atFramework)).toBe("USER_DEFINED_NATIVE_NOT_ALLOWED");
    expect(await publishing([native(false, "0x1")], atFramework)).toBeUndefined();
  });

  test("has no native structs anywhere", async () => {
    const structs = [{ name: "Native", native: true }];
    expect(await publishing([named("natives", { structs })])).toBe("MISSING_DEPENDENCY");
    expect(await publishing([named("natives", { structs, address: "0x1" })], { owner: frameworkAddress })).toBe(
      "MISSING_DEPENDENCY",
    );
  });

  test("belongs to who publishes it", async () => {
    expect(await publishing([named("foreign", { address: "0xcafe" })])).toBe("MODULE_ADDRESS_DOES_NOT_MATCH_SENDER");
  });

  test("has its friends with it, where modules are loaded lazily", async () => {
    expect(await publishing([befriending("kept")])).toBe("FRIEND_NOT_FOUND_IN_MODULE_BUNDLE");
    expect(await publishing([befriending("friend"), named("friend")])).toBeUndefined();
  });

  test("has friends that are there, where they are loaded ahead", async () => {
    const isLazy = false;
    expect(await publishing([befriending("nowhere")], { isLazy })).toBe("LINKER_ERROR");
    expect(await publishing([befriending("kept")], { isLazy })).toBeUndefined();
    expect(await publishing([befriending("friend"), named("friend")], { isLazy })).toBeUndefined();
  });

  test("is verified in the order of names", async () => {
    const [a, b] = [named("aa", { functions: unset }), named("bb", { functions: mistyped })];
    expect(await publishing([b, a])).toBe("MOVELOC_UNAVAILABLE_ERROR");
    expect(await publishing([b])).toBe("ABORT_TYPE_MISMATCH_ERROR");
  });

  test("is compatible before it is verified", async () => {
    const smaller = named("base", { functions: [] });
    expect(await publishing([named("aa", { functions: unset }), smaller])).toBe("BACKWARD_INCOMPATIBLE_MODULE_UPDATE");
  });

  test("is linked with the newest versions of its modules", async () => {
    const more = `${ours}::base::more`;
    const caller = named("aa", {
      imports: { functions: [{ function: more }] },
      functions: [{ name: "go", code: [["call", more], ["ret"]] }],
    });
    const newer = named("base", {
      functions: ["go", "more"].map((name) => ({ name, visibility: "public" as const, code: [["ret"]] as const })),
    });
    expect(await publishing([caller, newer])).toBeUndefined();
    expect(await publishing([caller, named("base")])).toBe("LOOKUP_FAILED");
  });
});
