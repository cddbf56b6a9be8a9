import { createMoveCache, type JsonValue, MoveView } from "@ledger/move";
import {
  AccountResource,
  type Address,
  bytesToHex,
  ChainIdResource,
  Configuration,
  CurrentTimeMicroseconds,
  deriveGenesis,
  frameworkKey,
  frameworkTag,
  hashTransaction,
  hexToBytes,
  moduleKey,
  parseAddress,
  parseEntryFunctionId,
  parseHex,
  parseTypeTag,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  SignedTransaction,
  type StateView,
  type StructTag,
  statelessAccount,
  Transaction,
  type TransactionPayload,
} from "@ledger/types";
import { type Network, readVectorBytes } from "@ledger/vectors";
import { gasScale, type LedgerGasMeter, MoveVm, type VmEnvironment } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";
import { editChange, executeUserTransaction, featureEdit, type Output, Overlay, outputOf } from "../../src/index.ts";
import { FeeStatement } from "../../src/transaction/epilogue.ts";
import {
  type RealChange,
  type RealRecord,
  type RealRequest,
  readAuthenticator,
  type ValueBefore,
} from "./real-record.ts";

// The state before a real transaction: what follows from its record, on the genesis of a network whose code is of about that date.

/** The choices that a record leaves open. */
export interface StateChoices {
  /** Its genesis brings code and configuration. */
  readonly network: Network;
  /** Flags that were otherwise at the time, by their numbers. */
  readonly features?: Readonly<Record<number, boolean>>;
  /** Changes of items that were not there. */
  readonly absent?: readonly number[];
  /** Values before the transaction by `CHANGE/PATH`; they come before those of the vectors. */
  readonly values?: Readonly<Record<string, JsonValue>>;
  /** Accounts that exist, and were not written. */
  readonly accounts?: readonly string[];
  /** Adds what was read and not written. */
  readonly prepare?: (state: PreparedState) => Promise<void>;
}

const chainIds: Readonly<Record<string, number | undefined>> = { mainnet: 1, testnet: 2 };
const objectGroup = frameworkTag("object", "ObjectGroup");
const caches = new Map<Network, { readonly writes: ReturnType<typeof deriveGenesis>["writes"]; readonly vm: MoveVm }>();

function genesisOf(network: Network) {
  const known = caches.get(network);
  if (known !== undefined) return known;
  const { writes } = deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
  const made = { writes, vm: new MoveVm({ natives: frameworkNatives }) };
  caches.set(network, made);
  return made;
}

/** A state that is being put together. */
export class PreparedState {
  readonly overlay: Overlay;
  readonly vm: MoveVm;
  readonly real: RealRecord;

  constructor(real: RealRecord, network: Network) {
    const { writes, vm } = genesisOf(network);
    this.overlay = Overlay.of(writes);
    this.vm = vm;
    this.real = real;
  }

  /** Its types, as the code is now. */
  get view(): MoveView {
    return viewOf(this.overlay);
  }

  put(key: Uint8Array, value: Uint8Array | undefined, metadata?: Uint8Array): void {
    this.overlay.write({ key, value, metadata });
  }

  /** Puts a value that is given as JSON. */
  async putJson(key: Uint8Array, type: string, json: JsonValue): Promise<void> {
    this.put(key, await this.view.encodeFromJson(parseTypeTag(type), json));
  }

  /** Changes a stored resource by its JSON. */
  async change(address: Address, type: string, change: (json: Record<string, JsonValue>) => object): Promise<void> {
    const tag = parseTypeTag(type);
    if (tag.kind !== "Struct") throw new Error(`${type} is no struct`);
    const key = resourceKey(address, tag.value);
    const json = await this.view.decodeToJson(tag, (await this.overlay.get(key))!.bytes);
    await this.putJson(key, type, change(json as Record<string, JsonValue>) as JsonValue);
  }

  /** Puts resources of an address into one item. @param members - by type */
  async putGroup(address: Address, members: Readonly<Record<string, JsonValue | Uint8Array>>, metadata?: Uint8Array) {
    const entries: [StructTag, Uint8Array][] = [];
    for (const [type, value] of Object.entries(members)) {
      const tag = parseTypeTag(type);
      if (tag.kind !== "Struct") throw new Error(`${type} is no struct`);
      entries.push([tag.value, value instanceof Uint8Array ? value : await this.view.encodeFromJson(tag, value)]);
    }
    this.put(resourceGroupKey(address, objectGroup), ResourceGroup.encode(new Map(entries)), metadata);
  }

  /** Encoded state key of a write of the record. */
  keyOf(write: number): Uint8Array {
    return hexToBytes(this.real.record.writes[write]!.state_key.replace(/^0x/, ""));
  }
}

/** Puts together the state before a real transaction. */
export async function stateBefore(real: RealRecord, choices: StateChoices): Promise<PreparedState> {
  const prepared = new PreparedState(real, choices.network);
  const { overlay: state } = prepared;
  for (const [feature, isOn] of Object.entries(choices.features ?? {})) {
    const change = await editChange(state, await featureEdit(state, Number(feature), isOn));
    if (change !== undefined) prepared.put(change.key, change.value);
  }
  const { network, epoch, timestamp_usecs: time, kind } = real.record;
  // A block's metadata sets the time; everything else runs at it.
  const microseconds = BigInt(time) - (kind === "block_metadata" ? 1n : 0n);
  prepared.put(frameworkKey("timestamp", "CurrentTimeMicroseconds"), CurrentTimeMicroseconds.encode({ microseconds }));
  const configurationKey = frameworkKey("reconfiguration", "Configuration");
  const configuration = Configuration.decode((await state.get(configurationKey))!.bytes);
  const since = { epoch: BigInt(epoch), lastReconfigurationTime: microseconds - 1_000_000n };
  prepared.put(configurationKey, Configuration.encode({ ...configuration, ...since }));
  await putBefore(prepared, choices);
  for (const account of choices.accounts ?? []) addAccount(prepared, parseAddress(account));
  await choices.prepare?.(prepared);
  const chainId = kind === "user" ? (await signedOf(real, state)).rawTxn.chainId : (chainIds[network] ?? 0);
  prepared.put(frameworkKey("chain_id", "ChainId"), ChainIdResource.encode({ id: chainId }));
  return prepared;
}

/** Gives an address an account. */
function addAccount(prepared: PreparedState, address: Address): void {
  const key = resourceKey(address, frameworkTag("account", "Account"));
  prepared.put(key, AccountResource.encode(statelessAccount(address)));
}

/** Puts what the changes of the record were made of. */
async function putBefore(
  prepared: PreparedState,
  { values: chosen = {}, absent = [] }: Pick<StateChoices, "values" | "absent">,
): Promise<void> {
  const { record, before } = prepared.real;
  for (const [write, { op, value_bcs: value }] of record.writes.entries()) {
    const parts = record.changes.flatMap((change, index) => (change.write === write ? [{ change, index }] : []));
    const facts = parts.map(({ change, index }) => ({
      change,
      fact: withChosen(before.find((one) => one.change === index)!, chosen),
    }));
    const isNew = facts.every(({ fact }) => fact.existed === false || absent.includes(fact.change));
    if (op === "delete" || isNew) continue;
    const [{ change, fact } = { change: undefined, fact: undefined }] = facts;
    if (change === undefined) throw new Error(`no change is of write ${write}`);
    if (change.kind === "module") continue;
    if (change.kind !== "group_member") {
      if (value === null) continue;
      prepared.put(prepared.keyOf(write), await valueBefore(prepared.view, change, parseHex(value), fact));
      continue;
    }
    const members: [StructTag, Uint8Array][] = [];
    for (const member of facts) {
      if (member.change.value_bcs == null) continue;
      const bytes = parseHex(member.change.value_bcs);
      const tag = parseTypeTag(member.change.type!);
      if (tag.kind !== "Struct") throw new Error(`${member.change.type} is no struct`);
      members.push([tag.value, await valueBefore(prepared.view, member.change, bytes, member.fact)]);
    }
    prepared.put(prepared.keyOf(write), ResourceGroup.encode(new Map(members)));
  }
}

function withChosen(fact: ValueBefore, chosen: Readonly<Record<string, JsonValue>>): ValueBefore {
  const own = Object.entries(chosen).flatMap(([path, value]) => {
    const [change, ...rest] = path.split("/");
    return Number(change) === fact.change ? [[rest.join("/"), value] as const] : [];
  });
  return { ...fact, before: { ...fact.before, ...Object.fromEntries(own) } };
}

async function valueBefore(
  view: MoveView,
  change: RealChange,
  after: Uint8Array,
  fact: ValueBefore,
): Promise<Uint8Array> {
  const type = parseTypeTag((change.kind === "table_item" ? change.value_type : change.type)!);
  const words: readonly (JsonValue | undefined)[] = [undefined, "unknown", "assumed equal"];
  if (!words.includes(fact.value_before)) return view.encodeFromJson(type, fact.value_before!);
  // A path with words after it is a choice, which has to be made.
  const edits = Object.entries(fact.before).filter(([path, value]) => !path.includes(" ") && !/ /.test(`${value}`));
  if (edits.length === 0) return after;
  const json = await view.decodeToJson(type, after);
  for (const [path, value] of edits) setAt(json, path.split("/"), value);
  return view.encodeFromJson(type, json);
}

function setAt(json: JsonValue, [first, ...rest]: readonly string[], value: JsonValue): void {
  const holder = json as Record<string, JsonValue>;
  if (first === undefined || holder[first] === undefined) throw new Error(`there is no ${first}`);
  if (rest.length === 0) holder[first] = value;
  else setAt(holder[first], rest, value);
}

function viewOf(state: StateView): MoveView {
  const findModule = async (address: Address, name: string) => (await state.get(moduleKey(address, name)))?.bytes;
  return new MoveView({ findModule }, createMoveCache());
}

/** The transaction of a record: as it was signed, or put together of its members. */
export async function signedOf(real: RealRecord, state: StateView): Promise<SignedTransaction> {
  const { transaction: request, network } = real.record;
  if (request.signed_txn_bcs !== null) return SignedTransaction.decode(parseHex(request.signed_txn_bcs));
  const signed = {
    rawTxn: {
      sender: parseAddress(request.sender),
      sequenceNumber: BigInt(request.sequence_number),
      payload: await payloadOf(request, viewOf(state)),
      maxGasAmount: BigInt(request.max_gas_amount),
      gasUnitPrice: BigInt(request.gas_unit_price),
      expirationTimestampSecs: BigInt(request.expiration_timestamp_secs),
      chainId: chainIds[network] ?? 0,
    },
    authenticator: readAuthenticator(request.signature),
  };
  // The chain id of a network that was made again since is found by the transaction's hash.
  const ids = Array.from({ length: 256 }, (_, id) => ({ ...signed, rawTxn: { ...signed.rawTxn, chainId: id } }));
  return chainIds[network] ? signed : (ids.find((one) => hasRecordedHash(real, one)) ?? signed);
}

async function payloadOf({ payload: whole }: RealRequest, view: MoveView): Promise<TransactionPayload> {
  const payload = whole.payload ?? whole;
  const typeArgs = payload.type_arguments.map((text) => parseTypeTag(text));
  if (payload.code !== undefined) {
    const code = parseHex(payload.code.bytecode);
    return {
      kind: "Script",
      value: { code, typeArgs, args: await view.encodeScriptArguments(code, typeArgs, payload.arguments) },
    };
  }
  const id = parseEntryFunctionId(payload.function);
  const args = await view.encodeEntryFunction(id, typeArgs, payload.arguments);
  return {
    kind: "EntryFunction",
    value: { module: { address: id.address, name: id.module }, function: id.name, typeArgs, args },
  };
}

/** True if a transaction has the hash that its network recorded. */
export function hasRecordedHash({ record }: RealRecord, value: SignedTransaction): boolean {
  return (
    `0x${bytesToHex(hashTransaction(Transaction.encode({ kind: "UserTransaction", value })))}` === record.info.hash
  );
}

/** How a real user transaction is executed. */
export interface RealExecution {
  /** True where its gas is what the code and the schedule of the state make it; else it is what was recorded. */
  readonly ownGas?: boolean | undefined;
  /** True where the proofs in its signatures cannot be verified. */
  readonly isVerified?: boolean | undefined;
  /** True where keys of keyless accounts are not known: nothing of the signers is proved then. */
  readonly isSimulation?: boolean | undefined;
}

/** Executes a real user transaction. @throws Error when it is not kept */
export async function executeReal(
  { overlay: state, vm, real }: PreparedState,
  { ownGas = false, isVerified, isSimulation = false }: RealExecution,
): Promise<Output> {
  const environment = await vm.readEnvironment(state);
  const signed = await signedOf(real, state);
  const observer = ownGas ? undefined : new RecordedGas(real, signed, environment);
  const place = { isSimulation, isRecorded: true, transactionIndex: 0, isVerified, observer };
  const outcome = await executeUserTransaction({ vm, environment, usage: undefined }, state, signed, place);
  if (outcome.kind !== "kept") throw new Error(`${outcome.status}: ${outcome.message}`);
  return outputOf(outcome.changeSet, outcome);
}

/** Lets a transaction pay what its network recorded: the schedule of that day is not that of the state. */
class RecordedGas {
  readonly tracer = { enter: () => undefined, leave: () => undefined, segment: () => undefined };
  readonly #counters: Readonly<Record<"balance" | "executionGas" | "ioGas" | "storageFee", number>>;

  constructor({ record }: RealRecord, { rawTxn }: SignedTransaction, { gas }: VmEnvironment) {
    const statement = record.events.find(({ type }) => type === "0x1::transaction_fee::FeeStatement")?.data_bcs;
    const parts = statement ? FeeStatement.decode(parseHex(statement)) : undefined;
    const used = BigInt(record.info.gas_used);
    const scale = gasScale(gas);
    this.#counters = {
      balance: Number(rawTxn.maxGasAmount - used) * scale,
      executionGas: Number(parts?.executionGasUnits ?? 0n) * scale,
      ioGas: Number(parts?.ioGasUnits ?? 0n) * scale,
      storageFee: Number(parts?.storageFeeOctas ?? 0n),
    };
  }

  begin(meter: Pick<LedgerGasMeter, "usedGas">): void {
    // The meter goes by its own fields; these are what is read off it at the end.
    for (const [name, value] of Object.entries(this.#counters))
      Object.defineProperty(meter, name, { get: () => value });
  }

  session(): void {}
  charge(): void {}
  end(): void {}
}
