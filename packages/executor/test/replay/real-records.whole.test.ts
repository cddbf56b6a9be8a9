import { buildModule, type JsonValue } from "@ledger/move";
import {
  authenticationKey,
  type BlockMetadata,
  concatBytes,
  derivedObjectAddress,
  FunctionInfo,
  formatHex,
  formatTypeTag,
  frameworkAddress,
  frameworkKey,
  frameworkTag,
  GasScheduleV2,
  type HashValue,
  moduleKey,
  type ProviderJwks,
  parseAddress,
  parseHex,
  resourceKey,
  StateStorageUsage,
  StateValueMetadata,
  ValidatorSet,
} from "@ledger/types";
import { describeVectors, type Network } from "@ledger/vectors";
import { expect, test } from "vitest";
import { runBlockPrologue } from "../../src/block/block-prologue.ts";
import { runValidatorTransaction } from "../../src/block/validator-transaction.ts";
import { outputOf } from "../../src/index.ts";
import { findings, readRealRecord } from "../support/real-record.ts";
import {
  executeReal,
  hasRecordedHash,
  type PreparedState,
  type RealExecution,
  type StateChoices,
  signedOf,
  stateBefore,
} from "../support/real-state.ts";
import { putLinkedModules, stageBefore } from "../support/staged-code.ts";

// 23 real transactions, executed on what follows from their own records. None of these inputs was made here.

interface RealCase extends StateChoices, RealExecution {
  readonly name: string;
  /** True where the code of the state emits events that the network's did not. */
  readonly hasMoreEvents?: boolean;
  /** What does not come out as it was recorded, and why; nothing where all of it does. */
  readonly differs?: readonly string[];
  /** The first thing that does not, for a transaction that does not get so far. */
  readonly fails?: string;
  readonly why?: string;
}

/** Framework code of early 2024 emits events of modules besides those of handles, which the network's did not yet. */
const newerEvents = { hasMoreEvents: true } as const;
/** Of before fee statements, deposits and module events. */
const of2023 = { 19: false, 26: false, 27: false, 28: false, 30: false, 37: false, 57: false } as const;
/** Of before deposits and events of modules in place of those of handles. */
const of2024 = { 19: false, 28: false, 57: false } as const;

const cafeCollection = parseAddress("0x139e21974cb4ee185b95708bebd571d77cec25e51df5ebd242712ed09bda8ca4");

const cases: readonly RealCase[] = [
  {
    name: "mainnet-118489",
    network: "mainnet",
    async prepare(state) {
      const pool = parseAddress("0xd60280852b50c341b22bba06562a817293d7b834eac251e7600b25d8bdd9efa3");
      const { num_votes: votes } = state.real.record.events[0]!.data;
      await state.change(pool, "0x1::stake::StakePool", (json) => ({
        ...json,
        delegated_voter: state.real.record.transaction.sender,
        active: { value: votes! },
        // Longer than the proposal.
        locked_until_secs: "1667000000",
      }));
    },
  },
  {
    name: "mainnet-84023785",
    network: "mainnet",
    async prepare(state) {
      // What is claimed is what was offered.
      state.put(state.keyOf(6), parseHex(state.real.record.writes[5]!.value_bcs!));
    },
  },
  {
    name: "mainnet-103958588",
    network: "mainnet",
    async prepare(state) {
      // Of the coin's module only the name of the type counts.
      const address = "0xfbab9fb68bd2103925317b6a540baa20087b1e7a7a4eb90badee04abb6b5a16f";
      state.put(
        moduleKey(parseAddress(address), "blt"),
        buildModule({ address, name: "blt", structs: [{ name: "Blt" }] }),
      );
    },
  },
  {
    name: "mainnet-121508544",
    network: "randomnet",
    features: of2023,
    ...newerEvents,
    accounts: ["0x9992e47f48fde53ecd1212e9935ec600895b7a9e98862c28e3c87bab4685b402"],
    values: { "0/inactive/value": "101732689660870" },
    async prepare(state) {
      const staker = "0x2da110e539c20482ba9893968c55c9f07452d703c692c2e422626889b63b4fee";
      const operator = "0x9992e47f48fde53ecd1212e9935ec600895b7a9e98862c28e3c87bab4685b402";
      await state.change(parseAddress(staker), "0x1::staking_contract::Store", (json) => {
        const shares = [
          [operator, "208180797545"],
          [staker, "101524508863325"],
        ] as const;
        const contracts = json.staking_contracts as { data: { key: string; value: Record<string, JsonValue> }[] };
        const [contract] = contracts.data;
        const pool = contract!.value.distribution_pool as Record<string, JsonValue>;
        contract!.value.distribution_pool = {
          ...pool,
          shareholders: shares.map(([shareholder]) => shareholder),
          shares: { data: shares.map(([key, value]) => ({ key, value })) },
          total_coins: "101732689660870",
          total_shares: "101732689660870",
        };
        return json;
      });
    },
  },
  {
    name: "mainnet-124094774",
    network: "randomnet",
    features: of2023,
    ...newerEvents,
    accounts: ["0xd081e2f4a2f162e04214acb3723f81d279e70ae67096883ee8ec353c772e2a8e"],
    values: {
      "3/active/value": "2002000000",
      "4/active_shares/total_coins": "2002000000",
      "4/active_shares/total_shares": "20020000000000000000000000",
      "4/active_shares/shares/length": "2",
    },
    async prepare(state) {
      const pool = "0xd081e2f4a2f162e04214acb3723f81d279e70ae67096883ee8ec353c772e2a8e";
      const key = resourceKey(parseAddress(pool), frameworkTag("stake", "OwnerCapability"));
      await state.putJson(key, "0x1::stake::OwnerCapability", { pool_address: pool });
    },
  },
  {
    name: "mainnet-144201980",
    network: "randomnet",
    features: of2023,
    ...newerEvents,
    differs: [
      "event 0",
      "write 3 is not made",
      "a write of 0x00586090511013ee2881c271028a6a964895f705d4d6ba556bf5362ffe01f66b7435020000000000000000000000000000000000000000000000000000000000000001066f626a6563740b4f626a65637447726f757000",
    ],
    why: "the address of a new token follows from the account's counter in May 2023, and from the transaction in January 2024",
  },
  {
    name: "mainnet-145959468",
    network: "randomnet",
    features: of2023,
    ...newerEvents,
    values: {
      "5/description": "Undefined",
      "5/name": "Abby",
      "5/uri": "https://slack-files.com/T032LMSJ0T0-F058JALVABC-32bc77fbd0",
    },
    async prepare(state) {
      // Its collection, as another transaction of the vectors has left it.
      const { record } = readRealRecord("mainnet-144201980");
      const members = record.changes.filter(({ write, kind }) => write === 0 && kind === "group_member");
      const byType = members.map(({ type, value_bcs: value }) => [type!, parseHex(value!)] as const);
      await state.putGroup(cafeCollection, Object.fromEntries(byType));
    },
  },
  { name: "testnet-769222973", network: "randomnet", features: of2024 },
  { name: "mainnet-407418623", network: "previewnet3", features: of2024 },
  { name: "mainnet-464961735", network: "previewnet3", features: of2024, ...newerEvents },
  {
    name: "mainnet-551057865",
    network: "previewnet3",
    features: of2024,
    ...newerEvents,
    accounts: ["0xe5c4c66f0be99a9eb312c283a164edf30073533aea9cdf6134e8075610ef0ae9"],
  },
  {
    name: "mainnet-578366445",
    network: "previewnet3",
    features: { 57: false },
    ...newerEvents,
    async prepare(state) {
      // The token that is burnt, as one of that collection is made. What it refunds is what it was paid for.
      const { data } = state.real.record.events[0]!;
      const token = data.token!;
      const none = { vec: [] };
      const handle = (number: string) => ({ counter: "0", guid: { id: { addr: token, creation_num: number } } });
      const deposit = { deposit: 75_160n, creationTimeUsecs: 1n };
      const metadata = StateValueMetadata.encode({ kind: "V0", value: deposit });
      await state.putGroup(
        parseAddress(token),
        {
          "0x1::object::ObjectCore": {
            guid_creation_num: "1125899906842626",
            owner: data.previous_owner!,
            allow_ungated_transfer: true,
            transfer_events: handle("1125899906842624"),
          },
          "0x4::token::Token": {
            collection: { inner: data.collection! },
            index: data.index!,
            description: "",
            name: "",
            uri: "",
            mutation_events: handle("1125899906842625"),
          },
          "0x4::aptos_token::AptosToken": {
            burn_ref: { vec: [{ inner: { vec: [{ self: token }] }, self: none }] },
            transfer_ref: none,
            mutator_ref: none,
            property_mutator_ref: { self: token },
          },
          "0x4::property_map::PropertyMap": { inner: { data: [] } },
        },
        metadata,
      );
    },
  },
  { name: "mainnet-976087151", network: "previewnet3", features: of2024, ...newerEvents, isSimulation: true },
  {
    name: "mainnet-1803170308",
    network: "previewnet3",
    features: of2024,
    ...newerEvents,
    isSimulation: true,
    accounts: [
      "0xf64be4e22ec7371e3f5e9c750ed132bb72548fc283c5ec0fa3acefd81f62a147",
      "0x3ebea1734adeb250e957bc0d91b24e5f7e061c36b06602f6399108aba6209aea",
    ],
  },
  {
    name: "mainnet-2200077673",
    network: "previewnet3",
    features: of2024,
    ...newerEvents,
    async prepare(state) {
      // The key before is the one that signed.
      const { rawTxn, authenticator } = await signedOf(state.real, state.overlay);
      if (authenticator.kind !== "SingleSender") throw new Error("it has one signer");
      const authentication_key = formatHex(authenticationKey(authenticator.value.sender)!);
      await state.change(rawTxn.sender, "0x1::account::Account", (json) => ({ ...json, authentication_key }));
    },
  },
  {
    name: "testnet-6616059810",
    network: "devnet-2025-11",
    // Of before accounts of other chains' keys: what was signed is a digest of the message alone.
    features: { ...of2024, 64: false, 65: false, 88: false, 90: false },
    fails: "UNEXPECTED_ERROR_FROM_KNOWN_MOVE_FUNCTION: aborted with code 393239",
    why: "it is authenticated; but code of February 2025 is not in the vectors, and that of November takes the fee from a fungible store",
    async prepare(state) {
      // Its function is not in the vectors. This one lets anybody in.
      const address = "0x2224bfd56ed53e05b4a32820fe61b88c06c9b25d767a4759a1d758a1ef92759c";
      const info = { moduleAddress: parseAddress(address), moduleName: "authenticator", functionName: "authenticate" };
      state.put(moduleKey(info.moduleAddress, info.moduleName), lettingIn(address));
      const functions = concatBytes(Uint8Array.of(0, 0, 1), FunctionInfo.encode(info), Uint8Array.of(1));
      const sender = parseAddress(state.real.record.transaction.sender);
      await state.putGroup(derivedObjectAddress(sender, parseAddress("0xa")), {
        "0x1::account_abstraction::DispatchableAuthenticator": functions,
      });
    },
  },
  { name: "testnet-6617300504", network: "previewnet3", features: of2024, ...newerEvents, absent: [2] },
  {
    name: "testnet-7243926737",
    network: "devnet-2025-11",
    async prepare(state) {
      // A module that emits its arguments, as the event says that the real one does.
      const address = "0x772189834e21c5cc0dd31b9a1cfe8a78051f52b45647a0059c1515ce599d49d3";
      state.put(moduleKey(parseAddress(address), "signed_integers"), signedIntegers(address));
    },
  },
  {
    name: "devnet-455382",
    network: "devnet-2025-11",
    // The ciphertext was not published: what its sender signed is not known.
    isVerified: true,
    async prepare(state) {
      const key = frameworkKey("gas_schedule", "GasScheduleV2");
      const schedule = GasScheduleV2.decode((await state.overlay.get(key))!.bytes);
      const entries = schedule.entries.map((entry) =>
        entry.key === "txn.maximum_number_of_gas_units" ? { ...entry, value: 20_000_000n } : entry,
      );
      state.put(key, GasScheduleV2.encode({ ...schedule, entries }));
    },
  },
  {
    name: "devnet-133807428",
    network: "devnet",
    // Made when the package was: a currency, and two resources.
    absent: [8, 9, 10, 11, 61, 62, 63],
    async prepare(state) {
      // The table had a bucket more than modules: 39 are deleted.
      const handle = parseAddress("0x7f08e22653e9f44069cd56e77aea52e0a3fd7c629ff39cb8946f156467c4fd13");
      const publisher = parseAddress(state.real.record.transaction.sender);
      const { storage_fee_refund_octas: refund } = state.real.record.events[2]!.data;
      await stageBefore(state, { publisher, count: 38, handle, deposit: BigInt(refund!) });
      putLinkedModules(state);
      // The supply of coins is an integer in the genesis, and was an aggregator in the network.
      const supply = {
        handle: "0x1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca",
        key: "0x0619dc29a0aac8fa146714058e8dd6d2d0f3bdf5f6331907bf91f3acd81e6935",
        limit: `${2n ** 128n - 1n}`,
      };
      await state.change(frameworkAddress, "0x1::coin::CoinInfo<0x1::aptos_coin::AptosCoin>", (json) => ({
        ...json,
        supply: { vec: [{ aggregator: { vec: [supply] }, integer: { vec: [] } }] },
      }));
      // What is refunded is minted as coins, which become the fungible asset: the vectors' rule counts it in both supplies.
      state.put(state.keyOf(55), parseHex(state.real.record.writes[55]!.value_bcs!));
    },
  },
];

function lettingIn(address: string): Uint8Array {
  const authData = "0x1::auth_data::AbstractionAuthData";
  return buildModule({
    address,
    name: "authenticator",
    imports: { structs: [{ type: authData, abilities: ["copy", "drop"] }] },
    functions: [
      {
        name: "authenticate",
        visibility: "public",
        params: ["signer", authData],
        returns: ["signer"],
        code: [["move_loc", 0], ["ret"]],
      },
    ],
  });
}

function signedIntegers(address: string): Uint8Array {
  const params = ["i8", "i64", "i128", "i256", "i32"];
  const event = `${address}::signed_integers::MyEvent`;
  return buildModule({
    address,
    name: "signed_integers",
    structs: [
      {
        name: "MyEvent",
        abilities: ["drop", "store"],
        attributes: ["event"],
        fields: params.map((type, index) => ({ name: "abcde"[index]!, type })),
      },
    ],
    imports: {
      functions: [{ function: "0x1::event::emit", typeParams: [{ constraints: ["drop", "store"] }], params: ["T0"] }],
    },
    functions: [
      {
        name: "emit_event",
        visibility: "public",
        entry: true,
        params,
        code: [
          ...params.map((_, index) => ["move_loc", index] as const),
          ["pack", "MyEvent"],
          ["call_generic", "0x1::event::emit", event],
          ["ret"],
        ],
      },
    ],
  });
}

describeVectors("execution/real/rules.json", () => {
  test.each(cases)("$name", async ({ differs = [], fails, why, ...choices }) => {
    const real = readRealRecord(choices.name);
    const state = await stateBefore(real, choices);
    const output = await executeReal(state, choices).catch((error: Error) => error.message);
    const found = typeof output === "string" ? [output] : findings(real, output, choices.hasMoreEvents);
    if (fails === undefined) expect(found).toEqual(differs);
    else expect(found[0]).toBe(fails);
    // What does not fit has a reason.
    expect(why !== undefined).toBe(found.length > 0);
  });

  test("requests that are put together of their members have the hashes that their networks recorded", async () => {
    for (const choices of cases) {
      const real = readRealRecord(choices.name);
      if (real.record.transaction.payload.type === "encrypted_payload") continue;
      const state = await stateBefore(real, choices);
      expect([choices.name, hasRecordedHash(real, await signedOf(real, state.overlay))]).toEqual([choices.name, true]);
    }
  });

  test("mainnet-513424821: the metadata of a block", async () => {
    const real = readRealRecord("mainnet-513424821");
    const { transaction, epoch, timestamp_usecs: time } = real.record;
    const members = transaction as unknown as Readonly<
      Record<"id" | "round" | "proposer" | "previous_block_votes_bitvec", string>
    >;
    const state = await stateBefore(real, {
      network: "previewnet3" satisfies Network,
      features: of2024,
      // The proposer may have any index: each gives the same.
      values: { "1/validators/0/successful_proposals": "24", "2/microseconds": `${BigInt(time) - 1n}` },
      prepare: (prepared) => addProposer(prepared, members.proposer, BigInt(epoch)),
    });
    const metadata: BlockMetadata = {
      id: parseHex(members.id) as HashValue,
      epoch: BigInt(epoch),
      round: BigInt(members.round),
      proposer: parseAddress(members.proposer),
      failedProposerIndices: [],
      previousBlockVotesBitvec: parseHex(members.previous_block_votes_bitvec),
      timestampUsecs: BigInt(time),
    };
    const start = { kind: "BlockMetadata", value: metadata } as const;
    const output = outputOf(await runBlockPrologue(await contextOf(state), state.overlay, start));
    expect(findings(real, output)).toEqual([]);
  });

  test("mainnet-554229017: provider keys, without the signature, which was not published", async () => {
    const real = readRealRecord("mainnet-554229017");
    const { update } = real.record.transaction as unknown as { readonly update: JwksUpdate };
    const state = await stateBefore(real, { network: "previewnet3", features: of2024 });
    const value = {
      update: {
        issuer: parseHex(update.issuer),
        version: BigInt(update.version),
        jwks: update.jwks.map(({ variant }) => ({
          variant: { typeName: variant.type_name, data: parseHex(variant.data) },
        })),
      } satisfies ProviderJwks,
      multiSig: { validatorBitmask: new Uint8Array(), signature: undefined },
    };
    const context = await contextOf(state);
    const changes = await runValidatorTransaction(context, state.overlay, { kind: "ObservedJWKUpdate", value }, true);
    expect(findings(real, outputOf(changes))).toEqual([]);
  });

  test("testnet-5523474016: the end of a key generation, with the epoch", async () => {
    const real = readRealRecord("testnet-5523474016");
    const { transcript, epoch, author } = real.record.transaction as unknown as Readonly<
      Record<"transcript" | "epoch" | "author", string>
    >;
    const state = await stateBefore(real, {
      network: "devnet-2025-11",
      values: { "0/last_completed": { vec: [] }, "4/last_reconfiguration_time": "1722204138000000" },
      async prepare(prepared) {
        // The session that is completed now was in progress, without its transcript.
        const { data } = real.record.changes[0] as unknown as {
          readonly data: { readonly last_completed: DkgSessions };
        };
        const [session] = data.last_completed.vec;
        await prepared.change(frameworkAddress, "0x1::dkg::DKGState", (json) => ({
          ...json,
          in_progress: { vec: [{ ...session, transcript: "0x" }] },
        }));
      },
    });
    const value = {
      metadata: { epoch: BigInt(epoch), author: parseAddress(author) },
      transcriptBytes: parseHex(transcript),
    };
    const context = await contextOf(state);
    const changes = await runValidatorTransaction(context, state.overlay, { kind: "DKGResult", value });
    const found = findings(real, outputOf(changes));
    // Nobody has earned anything, so no coins are made. What each pool earned depends on proposals of the epoch, the validator set on that, and prices of storage on a state that is not known.
    const pools = Array.from({ length: 19 }, (_, index) => 6 + 2 * index);
    const differing = new Set([1, 3, ...pools, 44]);
    const equal = [...real.record.writes.keys()].filter(
      (index) => !found.some((text) => text === `write ${index}` || text.startsWith(`write ${index} is`)),
    );
    expect(equal).toEqual([...real.record.writes.keys()].filter((index) => !differing.has(index)));
    const tags = outputOf(changes).events.map(({ value }) => formatTypeTag(value.typeTag));
    expect(tags).toContain("0x1::reconfiguration::NewEpochEvent");
  });
});

interface DkgSessions {
  readonly vec: readonly Readonly<Record<string, JsonValue>>[];
}

interface JwksUpdate {
  readonly issuer: string;
  readonly version: string;
  readonly jwks: readonly { readonly variant: { readonly type_name: string; readonly data: string } }[];
}

async function contextOf({ vm, overlay }: PreparedState) {
  return { vm, environment: await vm.readEnvironment(overlay), usage: undefined };
}

/** Makes a validator of the genesis the proposer of a record, with the index 0. */
async function addProposer(state: PreparedState, proposer: string, epoch: bigint): Promise<void> {
  const usage = StateStorageUsage.encode({ epoch, items: 0n, bytes: 0n });
  state.put(frameworkKey("state_storage", "StateStorageUsage"), usage);
  const key = frameworkKey("stake", "ValidatorSet");
  const set = ValidatorSet.decode((await state.overlay.get(key))!.bytes);
  const first = set.activeValidators.find(({ config }) => config.validatorIndex === 0n)!;
  const others = set.activeValidators.filter((validator) => validator !== first);
  const address = parseAddress(proposer);
  state.put(key, ValidatorSet.encode({ ...set, activeValidators: [{ ...first, address }, ...others] }));
  for (const name of ["StakePool", "ValidatorConfig"]) {
    const tag = frameworkTag("stake", name);
    const item = await state.overlay.get(resourceKey(first.address, tag));
    state.put(resourceKey(address, tag), item!.bytes);
  }
}
