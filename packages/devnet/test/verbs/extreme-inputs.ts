import type { Random } from "@ledger/random";
import { bytesToHex, frameworkTag, moduleKey, parseAddress, resourceKey, type StateView } from "@ledger/types";
import type { VerbName } from "../../src/verbs/verbs.ts";

/** What inputs are made of that fit a network, or nearly do. */
export interface InputSources {
  readonly state: StateView;
  /** Time of the network, microseconds. */
  readonly nowUsecs: bigint;
  /** Snapshots that were taken. */
  readonly snapshots: readonly number[];
  /** Dumped networks, as hex: whole ones and broken ones. */
  readonly dumps: readonly string[];
  /** A transaction as hex that the network takes, or took. */
  readonly signed: readonly string[];
}

type Pick = <T>(choices: readonly T[]) => T;

const u64 = 2n ** 64n;
/** The members of JSON that no verb expects. */
const strange: readonly unknown[] = [
  null,
  undefined,
  -1,
  0.5,
  "",
  "x",
  [],
  {},
  true,
  1e308,
  "0x",
  "-1",
  "1".repeat(400),
];
const addresses = ["0x1", "0x0", "0xa", "0xb0b", "0xa550c18", `0x${"f".repeat(64)}`, "0x3", "0x123"];
const amounts = [0n, 1n, 10n ** 8n, 2n ** 53n + 1n, u64 / 2n, u64 - 1n, u64, 2n ** 128n].map((amount) => `${amount}`);
const seconds = [0, 1, 61, 7_201, 86_400, 10_000_000_000, 2 ** 53 - 1, 2 ** 53, 8_640_000_000_000, 1e20];
const counts = [0, 1, 2, 3, 100_001, 2 ** 32 - 1, 2 ** 32];
const resources = [
  ["timestamp", "CurrentTimeMicroseconds"],
  ["block", "BlockResource"],
  ["reconfiguration", "Configuration"],
  ["stake", "ValidatorSet"],
  ["stake", "ValidatorPerformance"],
  ["chain_id", "ChainId"],
  ["gas_schedule", "GasScheduleV2"],
  ["features", "Features"],
  ["staking_config", "StakingConfig"],
  ["state_storage", "StateStorageUsage"],
  ["account", "Account"],
  ["storage_gas", "StorageGas"],
] as const;
const modules = ["block", "transaction_validation", "aptos_account", "coin", "timestamp", "account", "voting", "error"];

/** Draws a verb and its input: mostly one that fits, at times with an extreme or a strange member. */
export async function drawCall(
  random: Random,
  sources: InputSources,
): Promise<{ readonly verb: VerbName; readonly body: Readonly<Record<string, unknown>> }> {
  const pick: Pick = (choices) => choices[random.below(choices.length)]!;
  const verb = pick(Object.keys(makers) as VerbName[]);
  const body = { ...(await makers[verb](pick, random, sources)) } as Record<string, unknown>;
  const members = Object.keys(body);
  if (members.length > 0 && random.below(6) === 0) body[pick(members)] = pick(strange);
  if (random.below(30) === 0) body.more = 1;
  return { verb, body };
}

type Maker = (pick: Pick, random: Random, sources: InputSources) => Promise<object> | object;

const moment: Maker = (pick, _, { nowUsecs }) => {
  const ahead = [1n, 1_000_000n, 61_000_000n, 86_400_000_000n].map((usecs) => nowUsecs + usecs);
  const far = [2n ** 53n - 1n, 2n ** 53n + 1n, 9_007_199_200_000_000n, BigInt(Date.UTC(9999, 0)) * 1_000n];
  const beyond = [far[3]! + 1n, u64 / 2n, u64 - 1n, u64, 0n];
  return { moment_usecs: `${pick([...ahead, ...ahead, ...far, ...beyond])}` };
};

const makers: Readonly<Record<VerbName, Maker>> = {
  fund: (pick) => ({ address: pick(addresses), amount: pick(amounts) }),
  prepare: (pick) => ({ address: pick(addresses) }),
  submit: (pick, _, { signed }) => ({ transaction: pick([...signed, ...strange]) }),
  report: (pick) => ({ hash: pick(["0x", `0x${"1".repeat(64)}`, "x"]) }),
  now: () => ({}),
  increase_time: (pick) => ({ seconds: pick(seconds) }),
  increase_time_to: moment,
  set_next_block_timestamp: moment,
  mine: (pick) => ({ blocks: pick(counts) }),
  get_mining: () => ({}),
  set_mining: (pick) => ({
    mining: pick([
      "auto",
      "manual",
      { interval_ms: 2 ** 31 - 1 },
      { interval_ms: 2 ** 31 },
      { interval_ms: 1e9, auto: true },
      { interval_ms: 0 },
    ]),
  }),
  snapshot: () => ({}),
  restore: (pick, _, { snapshots }) => ({ snapshot: pick([...snapshots, ...counts]) }),
  dump_state: () => ({}),
  load_state: (pick, _, { dumps }) => ({ state: pick([...dumps, "0x", "0x1f8b"]) }),
  set_balance: (pick) => ({
    address: pick(addresses),
    amount: pick(amounts),
    asset: pick([undefined, "0xa", "0xb", "0x1::aptos_coin::AptosCoin", "0x1::a::B"]),
  }),
  set_resource: async (pick, random, { state }) => {
    const [module, name] = pick(resources);
    const address = pick(["0x1", "0x1", "0xb0b"]);
    const held = await state.get(resourceKey(parseAddress("0x1"), frameworkTag(module, name)));
    const value = changed(random, held?.bytes ?? new Uint8Array(8));
    return { address, type: pick([`0x1::${module}::${name}`, `0x1::${module}::${name}`, "0x1::a::B", "B"]), value };
  },
  set_table_item: (pick) => ({
    handle: pick(addresses),
    key: pick(["0x", "0x01"]),
    value: pick(["0x", "0xff", undefined]),
  }),
  set_module: async (pick, random, { state }) => {
    const name = pick(modules);
    const held = await state.get(moduleKey(parseAddress("0x1"), name));
    const bytecode = random.below(3) === 0 ? `0x${bytesToHex(held!.bytes)}` : changed(random, held!.bytes);
    return { address: pick(["0x1", "0x1", "0xb0b"]), name: pick([name, name, "other"]), bytecode };
  },
  set_feature: (pick, random) => ({
    feature: pick([random.below(120), 65_535, 65_536, 2 ** 32]),
    is_on: pick([true, false]),
  }),
  impersonate: (pick) => ({ address: pick(addresses), any_key: pick([undefined, true, false]) }),
  stop_impersonating: (pick) => ({ address: pick(addresses) }),
  auto_impersonate: (pick) => ({ is_on: pick([true, false]) }),
};

/** A value as hex with some of its bytes changed, cut or repeated; or nothing. */
function changed(random: Random, value: Uint8Array): string | undefined {
  const bytes = value.slice();
  const way = random.below(6);
  if (way === 0) return undefined;
  if (way === 1) return `0x${bytesToHex(bytes.subarray(0, random.below(bytes.length + 1)))}`;
  if (way === 2) return `0x${bytesToHex(bytes.fill(0xff))}`;
  if (way === 3) return `0x${bytesToHex(bytes)}00`;
  for (let count = 1 + random.below(3); count > 0 && bytes.length > 0; count--)
    bytes[random.below(bytes.length)] = way === 4 ? 0xff : random.below(256);
  return `0x${bytesToHex(bytes)}`;
}
