import { u64 } from "@ledger/bcs";
import { Random } from "@ledger/random";
import {
  type Address,
  aptMetadataAddress,
  bytesToHex,
  deriveGenesis,
  encodeStateKey,
  formatCanonicalTypeTag,
  formatHex,
  type LedgerRecord,
  mapKey,
  parseStructTag,
  parseTypeTag,
  primaryStoreAddress,
  resourceGroupKey,
  resourceKey,
  type StateKey,
  type WriteOp,
  type WriteSet,
  writeOpData,
} from "@ledger/types";
import { runBlockPrologue } from "../../src/block/block-prologue.ts";
import {
  type BlockEntry,
  coreResourcesAddress,
  type ExecutedBlock,
  executeUserTransaction,
  outputOf,
  sequenceNumberOf,
} from "../../src/index.ts";
import { FeeStatement } from "../../src/transaction/epilogue.ts";
import { entry } from "../support/local-chain.ts";
import { actor, signed } from "./cast.ts";
import { coinFacts, describeKey } from "./coins.ts";
import { type Planned, Playwright } from "./plan.ts";
import { type BlockSource, RecordedChain } from "./recorded-chain.ts";

/** How much is played. */
export interface PropertyOptions {
  /** BCS of the genesis transaction of a test network whose core account has the key named `core resources`. */
  readonly genesis: Uint8Array;
  readonly seed: string;
  /** Transactions. */
  readonly count: number;
  /** Share of the blocks that are executed a second time, on a state that answers late. */
  readonly replayed: number;
}

/** What was found. */
export interface PropertyReport {
  readonly done: number;
  readonly findings: readonly string[];
  /** How often each kind of transaction ended how. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly simulated: number;
  readonly replayedBlocks: number;
  /** Milliseconds. */
  readonly slowestBlock: number;
  /** Epochs that ended while it was played, in blocks that hold no transaction. */
  readonly epochs: number;
}

const objectGroup = parseStructTag("0x1::object::ObjectGroup");
const coinStore = parseStructTag("0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>");
/** Seconds of an epoch; after so many blocks the chain pauses for as long, so that one ends. */
const epochSecs = 7_200n;
const blocksToPause = 10;
const feeStatement = "0x1::transaction_fee::FeeStatement";

/** Plays random transactions, and holds what becomes of them against a small model of coins and against the rules. */
export async function runProperties(options: PropertyOptions): Promise<PropertyReport> {
  const { genesis, seed, count, replayed } = options;
  const random = new Random(seed);
  const chain = new RecordedChain(genesis);
  const ledger = new Ledger(genesis);
  const playwright = new Playwright(random, (address) => ledger.balanceOf(address));
  const findings: string[] = [];
  const outcomes = new Map<string, number>();
  const sources: { readonly source: BlockSource; readonly records: readonly LedgerRecord[] }[] = [];
  let done = 0;
  let simulated = 0;
  let slowestBlock = 0;
  let epochs = 0;

  const core = actor("core resources", coreResourcesAddress);
  await play([]);
  await play(await funding());

  while (done < count && findings.length < 20) {
    if (sources.length % blocksToPause === 0) chain.nowSecs += epochSecs;
    const planned = Array.from({ length: 1 + random.below(20) }, () => playwright.next(chain.nowSecs + 1n));
    const before = performance.now();
    await play(planned);
    slowestBlock = Math.max(slowestBlock, performance.now() - before);
    playwright.settle();
    done += planned.length;
  }

  const again = new RecordedChain(genesis, true);
  const repeated = sources.slice(0, Math.ceil(sources.length * replayed));
  for (const [height, { source, records }] of repeated.entries()) {
    const made = (await again.remake(source)).records;
    const isSame = made.length === records.length && made.every((record, i) => sameRecord(record, records[i]!));
    if (!isSame) {
      findings.push(`block ${height} comes out otherwise when it is executed again`);
      break;
    }
  }
  return { done, findings, outcomes, simulated, replayedBlocks: repeated.length, slowestBlock, epochs };

  async function funding(): Promise<Planned[]> {
    let sequenceNumber = await sequenceNumberOf(coreResourcesAddress, chain.state);
    return playwright.actors.map(({ address }) => {
      const amount = 100_000_000_000n;
      const terms = { sequenceNumber: sequenceNumber++, expirationTimestampSecs: chain.nowSecs + 60n };
      const payload = entry("0x1::aptos_account::transfer", [address, u64.encode(amount)]);
      return {
        kind: "funding",
        transaction: signed(core, payload, terms),
        expected: "success",
        effects: [{ from: coreResourcesAddress, to: address, amount }],
        payer: coreResourcesAddress,
      };
    });
  }

  /** Makes a block of what was planned, and looks at what it did. */
  async function play(planned: readonly Planned[]): Promise<void> {
    const simulation = planned.length > 0 ? await simulate(planned[0]!) : undefined;
    const { block, source, records } = await chain.block(planned.map(({ transaction }) => transaction));
    sources.push({ source, records });
    const discarded = new Map(block.discarded.map(({ transaction, reason }) => [transaction, reason]));
    const entries = new Map(
      block.entries.flatMap((made) =>
        made.transaction.kind === "UserTransaction" ? [[made.transaction.value, made] as const] : [],
      ),
    );
    ledger.apply(block.entries[0]!);
    if (block.entries.length === 1) {
      // It ended the epoch: what was planned waits for the next one.
      epochs += 1;
      if (block.postponed.length !== planned.length || block.discarded.length > 0) {
        findings.push(
          `a block that ends an epoch postpones ${block.postponed.length} of ${planned.length} transactions`,
        );
      }
      if (planned.length > 0) await play(planned);
      return;
    }
    if (simulation !== undefined) compareSimulation(planned[0]!, simulation, block);
    for (const plan of planned) {
      const reason = discarded.get(plan.transaction);
      const made = entries.get(plan.transaction);
      // One that comes twice in a block is in both.
      const isKept = made !== undefined && !(plan.expected === "discard" && reason !== undefined);
      const outcome = isKept ? made.output.status.kind : `discarded ${reason?.status}`;
      const title = `${plan.kind}: ${outcome}`;
      outcomes.set(title, (outcomes.get(title) ?? 0) + 1);
      if (!meets(plan.expected, isKept ? made : undefined)) {
        findings.push(`${title}, expected ${plan.expected} ${reason?.message ?? ""}`);
        playwright.setSequence(
          plan.transaction.rawTxn.sender,
          await sequenceNumberOf(plan.transaction.rawTxn.sender, chain.state),
        );
      }
      if (isKept) findings.push(...ledger.check(plan, made));
    }
    for (const made of block.entries.slice(1)) if (made.transaction.kind !== "UserTransaction") ledger.apply(made);
  }

  /** The first transaction of the next block, simulated where it will be executed. */
  async function simulate({ transaction }: Planned) {
    const context = await chain.executor.context();
    const metadata = chain.peekMetadata();
    const prologue = await runBlockPrologue(context, chain.state, { kind: "BlockMetadata", value: metadata });
    const place = { isSimulation: true, transactionIndex: 1 };
    return executeUserTransaction(context, prologue.over(chain.state), transaction, place);
  }

  function compareSimulation(
    { kind, transaction, expected }: Planned,
    simulation: Awaited<ReturnType<typeof executeUserTransaction>>,
    { entries }: ExecutedBlock,
  ): void {
    const made = entries.find(
      (one) => one.transaction.kind === "UserTransaction" && one.transaction.value === transaction,
    );
    // Signatures are not verified in a simulation.
    if (kind === "forged") return;
    simulated += 1;
    if (made === undefined || simulation.kind === "discarded") {
      if ((made === undefined) !== (simulation.kind === "discarded")) {
        findings.push(`${kind} (${expected}) is ${simulation.kind} when simulated, and not when executed`);
      }
      return;
    }
    const output = outputOf(simulation.changeSet, simulation);
    if (output.gasUsed !== made.output.gasUsed) {
      findings.push(`${kind}: ${output.gasUsed} gas when simulated, ${made.output.gasUsed} when executed`);
    }
    if (JSON.stringify(describe(output)) !== JSON.stringify(describe(made.output))) {
      findings.push(`${kind}: a simulation does something else than the execution`);
    }
  }
}

function describe({ writeSet, events, status }: BlockEntry["output"]): unknown {
  const writes = [...writesOf(writeSet)]
    .map(([key, op]) => [bytesToHex(encodeStateKey(key)), op.kind, hexOf(op)])
    .sort();
  return {
    writes,
    events: events.map(({ value }) => [formatCanonicalTypeTag(value.typeTag), formatHex(value.data)]),
    status: status.kind,
  };
}

function writesOf(writeSet: WriteSet): ReadonlyMap<StateKey, WriteOp> {
  if (writeSet.kind !== "V0") throw new Error("not a form of write set that is made here");
  return writeSet.value;
}

function hexOf(op: WriteOp): string {
  const value = writeOpData(op);
  return value === undefined ? "" : bytesToHex(value);
}

function meets(expected: Planned["expected"], made: BlockEntry | undefined): boolean {
  if (made === undefined) return expected === "discard";
  const isSuccess = made.output.status.kind === "Success";
  return expected === "kept" || expected === (isSuccess ? "success" : "failure");
}

function sameRecord(a: LedgerRecord, b: LedgerRecord): boolean {
  return (["transaction", "info", "events", "writeSet", "accumulatorRoot"] as const).every(
    (part) => bytesToHex(a[part]!) === bytesToHex(b[part]!),
  );
}

/** Coins by the items that hold them, followed write by write, and by owner in a model that knows fees and transfers only. */
class Ledger {
  readonly #items = new Map<string, bigint>();
  readonly #model = new Map<string, bigint>();
  #supply = 0n;

  constructor(genesis: Uint8Array) {
    for (const { key, value } of deriveGenesis(genesis).writes) {
      const { balance, supply } = coinFacts(key, value);
      this.#items.set(mapKey(key), balance);
      this.#supply = supply ?? this.#supply;
    }
  }

  /** What the state's items say. */
  balanceOf(address: Address): bigint {
    const store = resourceGroupKey(primaryStoreAddress(address, aptMetadataAddress), objectGroup);
    return (this.#items.get(mapKey(store)) ?? 0n) + (this.#items.get(mapKey(resourceKey(address, coinStore))) ?? 0n);
  }

  /** Follows what was written. @returns how the sum of all balances, and the supply, changed */
  apply({ output }: BlockEntry): { readonly balances: bigint; readonly supply: bigint; readonly keys: Uint8Array[] } {
    let balances = 0n;
    const before = this.#supply;
    const keys: Uint8Array[] = [];
    for (const [stateKey, op] of writesOf(output.writeSet)) {
      const key = encodeStateKey(stateKey);
      keys.push(key);
      const { balance, supply } = coinFacts(key, writeOpData(op));
      const id = mapKey(key);
      balances += balance - (this.#items.get(id) ?? 0n);
      this.#items.set(id, balance);
      this.#supply = supply ?? this.#supply;
    }
    return { balances, supply: this.#supply - before, keys };
  }

  /** What is wrong with a committed transaction. */
  check(plan: Planned, made: BlockEntry): string[] {
    const findings: string[] = [];
    const { kind, transaction, effects, payer, onSuccess } = plan;
    const { output } = made;
    const { maxGasAmount, gasUnitPrice, sender } = transaction.rawTxn;
    const isSuccess = output.status.kind === "Success";
    const touched = [payer, ...effects.flatMap(({ from, to }) => [from, to])];
    for (const address of touched) {
      const id = bytesToHex(address);
      if (!this.#model.has(id)) this.#model.set(id, this.balanceOf(address));
    }
    const { balances, supply, keys } = this.apply(made);
    const last = output.events.at(-1);
    if (
      last === undefined ||
      formatCanonicalTypeTag(last.value.typeTag) !== formatCanonicalTypeTag(parseTypeTag(feeStatement))
    ) {
      return [`${kind}: the last event is no fee statement`];
    }
    const fee = FeeStatement.decode(last.value.data);
    const paid = output.gasUsed * gasUnitPrice - fee.storageFeeRefundOctas;
    if (output.gasUsed > maxGasAmount) findings.push(`${kind}: ${output.gasUsed} gas of at most ${maxGasAmount}`);
    if (fee.totalChargeGasUnits !== output.gasUsed) findings.push(`${kind}: the fee statement tells of other gas`);
    if (balances !== supply) findings.push(`${kind}: balances change by ${balances}, the supply by ${supply}`);
    if (supply !== -paid) findings.push(`${kind}: the supply changes by ${supply}, the fee is ${paid}`);
    this.#add(payer, -paid);
    if (isSuccess) {
      for (const { from, to, amount, isOptional } of effects) {
        if (isOptional && this.#model.get(bytesToHex(from))! < amount) continue;
        this.#add(from, -amount);
        this.#add(to, amount);
      }
      onSuccess?.(keys.map(describeKey));
    } else findings.push(...wrongTraces(plan, keys, output, sender));
    for (const address of touched) {
      const [model, real] = [this.#model.get(bytesToHex(address))!, this.balanceOf(address)];
      if (model !== real) {
        findings.push(`${kind}: ${formatHex(address)} has ${real}, and should have ${model}`);
        this.#model.set(bytesToHex(address), real);
      }
    }
    return findings;
  }

  #add(address: Address, amount: bigint): void {
    const id = bytesToHex(address);
    this.#model.set(id, this.#model.get(id)! + amount);
  }
}

/** What a failed transaction may leave: its fee, its sequence number or nonce, and the sender's account. */
function wrongTraces(
  { kind, payer, transaction }: Planned,
  keys: readonly Uint8Array[],
  output: BlockEntry["output"],
  sender: Address,
): string[] {
  const findings: string[] = [];
  const allowed = new Set([
    `${formatHex(primaryStoreAddress(payer, aptMetadataAddress))} 0x1::object::ObjectGroup`,
    `${formatHex(payer)} 0x1::coin::CoinStore<0x1::aptos_coin::AptosCoin>`,
    `${formatHex(aptMetadataAddress)} 0x1::object::ObjectGroup`,
    `${formatHex(sender)} 0x1::account::Account`,
  ]);
  const isOrderless = transaction.rawTxn.payload.kind === "Payload";
  for (const text of keys.map(describeKey)) {
    if (!allowed.has(text) && !(isOrderless && text.startsWith("table"))) {
      findings.push(`${kind}: failed, and wrote ${text}`);
    }
  }
  const events = output.events.map(({ value }) => formatCanonicalTypeTag(value.typeTag));
  if (events.length !== 1) findings.push(`${kind}: failed, and emitted ${events.join(", ")}`);
  return findings;
}
