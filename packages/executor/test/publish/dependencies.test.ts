import { bytes, u64, vector } from "@ledger/bcs";
import { buildModule, type ModuleSpec } from "@ledger/move";
import {
  type Address,
  formatAddressLong,
  frameworkKey,
  GasScheduleV2,
  PackageMetadata,
  type TransactionPayload,
} from "@ledger/types";
import { describeVectors } from "@ledger/vectors";
import { createEnvironment, Features, feature, GasSchedule } from "@ledger/vm";
import { beforeEach, describe, expect, test } from "vitest";
import { executeUserTransaction } from "../../src/index.ts";
import { type Account, account, entry, LocalChain } from "../support/local-chain.ts";

const alice = account("alice");
const bob = account("bob");
const [ours, theirs] = [formatAddressLong(alice.address), formatAddressLong(bob.address)];

const call = (fn: string): Pick<ModuleSpec, "imports" | "functions"> => ({
  imports: { functions: [{ function: fn }] },
  functions: [{ name: "go", visibility: "public", code: [["call", fn], ["ret"]] }],
});
const base = buildModule({
  address: ours,
  name: "base",
  functions: [{ name: "go", visibility: "public", code: [["ret"]] }],
});
const middle = buildModule({ address: ours, name: "middle", ...call(`${ours}::base::go`) });
const top = buildModule({ address: theirs, name: "top", ...call(`${ours}::middle::go`) });
/** Lacks the function that the published version has. */
const smallerTop = buildModule({
  address: theirs,
  name: "top",
  imports: { functions: [{ function: `${ours}::middle::go` }] },
  functions: [{ name: "other", code: [["call", `${ours}::middle::go`], ["ret"]] }],
});

function publish(
  names: readonly string[],
  modules: readonly Uint8Array[],
  owners: readonly Address[],
): TransactionPayload {
  const metadata = PackageMetadata.encode({
    name: names.join(),
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
    dependencies: owners.map((owner) => ({ account: owner, packageName: "base,middle" })),
    extension: undefined,
  });
  return entry("0x1::code::publish_package_txn", [bytes.encode(metadata), vector(bytes).encode(modules)]);
}

describeVectors("genesis/devnet-2025-11.genesis.blob", () => {
  let chain: LocalChain;
  beforeEach(async () => {
    chain = await LocalChain.start();
    for (const { address } of [alice, bob]) {
      await succeed(chain.core, entry("0x1::aptos_account::transfer", [address, u64.encode(10n ** 12n)]));
    }
    await succeed(alice, publish(["base", "middle"], [base, middle], []));
  });

  async function succeed(sender: Account, payload: TransactionPayload): Promise<void> {
    const { entries, discarded } = await chain.block(await chain.sign(sender, payload));
    expect(discarded).toEqual([]);
    expect(entries[1]!.output.status).toEqual({ kind: "Success" });
  }

  /** Gas units of a transaction, by the price of a byte of the modules that it uses. */
  async function gasOf(sender: Account, payload: TransactionPayload, isLazy: boolean, perByte: bigint) {
    const { environment, ...context } = await chain.executor.context();
    const schedule = await chain.state.get(frameworkKey("gas_schedule", "GasScheduleV2"));
    const stored = GasScheduleV2.decode(schedule!.bytes);
    const changed: Readonly<Record<string, bigint>> = {
      "txn.dependency_per_module": 0n,
      "txn.dependency_per_byte": perByte,
      "txn.max_execution_gas": 10n ** 13n,
    };
    const entries = stored.entries.map(({ key, value }) => ({ key, value: changed[key] ?? value }));
    const flags = Array.from({ length: 128 }, (_, flag) => flag).filter((flag) => environment.features.has(flag));
    const { chainId } = environment;
    const changedEnvironment = createEnvironment({
      chainId,
      lastReconfigurationTime: chain.timestampUsecs,
      features: Features.of(flags.filter((flag) => isLazy || flag !== feature.lazyLoading)),
      gas: new GasSchedule({ featureVersion: stored.featureVersion, entries }),
    });
    const { rawTxn } = await chain.sign(sender, payload);
    const nobody = { kind: "NoAccountAuthenticator" } as const;
    const outcome = await executeUserTransaction(
      { ...context, environment: changedEnvironment, codeEra: undefined },
      chain.state,
      { rawTxn, authenticator: { kind: "SingleSender", value: { sender: nobody } } },
      { isSimulation: true, transactionIndex: 0 },
    );
    if (outcome.kind !== "kept") throw new Error(`${outcome.status}: ${outcome.message}`);
    return { status: outcome.status, gasUsed: Number(outcome.gasUsed) };
  }

  /** Bytes of modules that a transaction pays for: a byte costs as much as a gas unit. */
  async function paidBytes(sender: Account, payload: TransactionPayload, isLazy: boolean) {
    const [free, paid] = [await gasOf(sender, payload, isLazy, 0n), await gasOf(sender, payload, isLazy, 1_000_000n)];
    expect(paid.status).toEqual(free.status);
    return { status: paid.status, bytes: paid.gasUsed - free.gasUsed };
  }

  // Specification, execution 2.8, execution 5.7: special addresses cost nothing.
  describe("a package pays for its modules and", () => {
    const success = { kind: "Success" };
    const first = () => publish(["top"], [top], [alice.address]);

    test("for those that they name, where modules are loaded at first use", async () => {
      expect(await paidBytes(bob, first(), true)).toEqual({ status: success, bytes: top.length + middle.length });
    });

    test("for all that these lead to, where they are loaded ahead", async () => {
      const bytes = top.length + middle.length + base.length;
      expect(await paidBytes(bob, first(), false)).toEqual({ status: success, bytes });
    });

    test("for the versions that they replace, also when they may not", async () => {
      await succeed(bob, first());
      const smaller = publish(["top"], [smallerTop], [alice.address]);
      // BACKWARD_INCOMPATIBLE_MODULE_UPDATE
      const status = { kind: "MiscellaneousError", value: 1096n };
      const bytes = top.length + smallerTop.length + middle.length;
      expect(await paidBytes(bob, smaller, true)).toEqual({ status, bytes });
      expect(await paidBytes(bob, smaller, false)).toEqual({ status, bytes: bytes + base.length });
    });
  });
});
