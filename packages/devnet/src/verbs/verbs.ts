import type { Address } from "@ledger/types";
import { toAddress } from "../inputs/address.ts";
import type { Report } from "../network/execution-result.ts";
import type { Network, NetworkSnapshot } from "../network/network.ts";
import { LocalNetworkError } from "../refusal/network-error.ts";
import {
  address,
  amount,
  asset,
  blockCount,
  bytes,
  count,
  digits,
  type Field,
  flag,
  json,
  mining,
  moment,
  nothing,
  optional,
  seconds,
  signed,
  text,
} from "./field.ts";

type Values<F> = { readonly [Name in keyof F]: F[Name] extends Field<infer T> ? T : never };

/** Something that can be done with a network from elsewhere. */
interface Verb<F, R> {
  readonly input: F;
  readonly output: Field<R>;
  readonly run: (net: ServedNetwork, input: Values<F>) => Promise<R>;
}

/** A network as verbs need it. */
export interface VerbNetwork extends Network {
  /** The sequence number and the time for the next transaction of an account. */
  prepare(sender: Address): Promise<{ readonly sequenceNumber: bigint; readonly nowUsecs: bigint }>;
  /** Hands in a signed transaction. @param transaction - BCS, or the API's JSON */
  submit(transaction: unknown): Promise<Report>;
  /** The result of a transaction. */
  report(hash: string): Promise<Report | undefined>;
}

/** A network with the snapshots that were taken from elsewhere. */
export interface ServedNetwork {
  readonly net: VerbNetwork;
  readonly snapshots: Map<number, NetworkSnapshot>;
}

/** Snapshots that are kept, the newest: callers do not say when they no longer need one. */
const keptSnapshots = 10_000;

function verb<const F extends object, R>(input: F, output: Field<R>, run: Verb<F, R>["run"]): Verb<F, R> {
  return { input, output, run };
}

const prepared: Field<{ readonly sequenceNumber: bigint; readonly nowUsecs: bigint }> = {
  read: (value) => {
    const { sequence_number: number, now_usecs: now } = value as Readonly<Record<string, unknown>>;
    return { sequenceNumber: digits.read(number), nowUsecs: digits.read(now) };
  },
  write: ({ sequenceNumber, nowUsecs }) => ({ sequence_number: `${sequenceNumber}`, now_usecs: `${nowUsecs}` }),
};

const report = json as Field<Report>;

const present: Field<Date> = {
  read: (value) => {
    const { now_usecs: now } = value as Readonly<Record<string, unknown>>;
    return new Date(Number(digits.read(now) / 1_000n));
  },
  write: (now) => ({ now_usecs: `${BigInt(now.getTime()) * 1_000n}` }),
};

/** Every verb, by its name in the path. */
export const verbs = {
  fund: verb({ address, amount }, nothing, ({ net }, input) => net.fund(input.address, input.amount)),
  prepare: verb({ address }, prepared, ({ net }, input) => net.prepare(toAddress(input.address))),
  submit: verb({ transaction: signed }, report, ({ net }, { transaction }) => net.submit(transaction)),
  report: verb({ hash: text }, optional(report), ({ net }, { hash }) => net.report(hash)),
  now: verb({}, present, ({ net }) => net.time.now()),
  increase_time: verb({ seconds }, nothing, ({ net }, input) => net.time.increase(input.seconds)),
  increase_time_to: verb({ moment_usecs: moment }, nothing, ({ net }, input) =>
    net.time.increaseTo(input.moment_usecs),
  ),
  set_next_block_timestamp: verb({ moment_usecs: moment }, nothing, ({ net }, input) =>
    net.time.setNextBlockTimestamp(input.moment_usecs),
  ),
  mine: verb({ blocks: optional(blockCount) }, nothing, ({ net }, { blocks }) => net.mine(blocks)),
  get_mining: verb({}, mining, ({ net }) => net.getMining()),
  set_mining: verb({ mining }, nothing, ({ net }, input) => net.setMining(input.mining)),
  snapshot: verb({}, count, async ({ net, snapshots }) => {
    const [oldest = 0] = snapshots.keys();
    const id = oldest + snapshots.size;
    snapshots.set(id, await net.snapshot());
    if (snapshots.size > keptSnapshots) snapshots.delete(oldest);
    return id;
  }),
  restore: verb({ snapshot: count }, nothing, async ({ snapshots }, input) => {
    const snapshot = snapshots.get(input.snapshot);
    if (snapshot === undefined) throw new LocalNetworkError("not_found", "the snapshot does not exist, or is too old");
    await snapshot.restore();
  }),
  dump_state: verb({}, bytes, ({ net }) => net.dumpState()),
  load_state: verb({ state: bytes }, nothing, ({ net }, { state }) => net.loadState(state)),
  set_balance: verb({ address, amount, asset: optional(asset) }, nothing, ({ net }, input) =>
    net.setBalance(input.address, input.amount, input.asset),
  ),
  set_resource: verb({ address, type: text, value: optional(bytes) }, nothing, ({ net }, input) =>
    net.setResource(input.address, input.type, input.value),
  ),
  set_table_item: verb({ handle: address, key: bytes, value: optional(bytes) }, nothing, ({ net }, input) =>
    net.setTableItem(input.handle, input.key, input.value),
  ),
  set_module: verb({ address, name: text, bytecode: optional(bytes) }, nothing, ({ net }, input) =>
    net.setModule(input.address, input.name, input.bytecode),
  ),
  set_feature: verb({ feature: count, is_on: flag }, nothing, ({ net }, input) =>
    net.setFeature(input.feature, input.is_on),
  ),
  impersonate: verb({ address, any_key: optional(flag) }, nothing, async ({ net }, input) => {
    await net.impersonate(input.address, { anyKey: input.any_key });
  }),
  stop_impersonating: verb({ address }, nothing, ({ net }, input) => net.stopImpersonating(input.address)),
  auto_impersonate: verb({ is_on: flag }, nothing, ({ net }, input) => net.autoImpersonate(input.is_on)),
};

/** Name of a verb. */
export type VerbName = keyof typeof verbs;

/** The input of a verb. */
export type VerbInput<V extends VerbName> = Values<(typeof verbs)[V]["input"]>;

/** The output of a verb. */
export type VerbOutput<V extends VerbName> = (typeof verbs)[V] extends Verb<infer _, infer R> ? R : never;

/** The fields of a verb, without what they are of. */
export function fieldsOf(name: VerbName): Readonly<Record<string, Field<unknown>>> {
  return verbs[name].input as unknown as Readonly<Record<string, Field<unknown>>>;
}
