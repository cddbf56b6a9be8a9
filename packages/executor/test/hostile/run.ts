import { BcsError, u64 } from "@ledger/bcs";
import { Random } from "@ledger/random";
import { type Address, RawTransaction, SignedTransaction, TypesError } from "@ledger/types";
import { sequenceNumberOf } from "../../src/index.ts";
import {
  type Actor,
  actor,
  callCounter,
  executeMultisig,
  orderless,
  signed,
  sponsored,
  type Terms,
  together,
  transfers,
  twoSigners,
} from "../property/cast.ts";
import { RecordedChain } from "../property/recorded-chain.ts";
import { counterModule, publish } from "../support/counter-package.ts";
import { entry } from "../support/local-chain.ts";
import { hostileBytecode, hostileModules } from "./modules.ts";

/** How long is attacked. */
export interface HostileOptions {
  /** BCS of the genesis of a test network. */
  readonly genesis: Uint8Array;
  readonly core: Actor;
  readonly seed: string;
  /** Changed transactions and modules. */
  readonly count: number;
}

/** What came of it. */
export interface HostileReport {
  readonly done: number;
  readonly findings: readonly string[];
  readonly outcomes: ReadonlyMap<string, number>;
  /** Processor time of the block that took longest, milliseconds. */
  readonly slowestBlock: number;
  readonly slowest: string;
}

/** Most processor time that a block of one hostile transaction may take: its gas runs out long before. */
const maxBlockMs = 10_000;
const maxGas = 2_000_000n;

/** Attacks a chain; after every attack it has to take an honest transaction. */
export async function runHostile({ genesis, core, seed, count }: HostileOptions): Promise<HostileReport> {
  const random = new Random(seed);
  const chain = new RecordedChain(genesis);
  const honest = actor("honest");
  const attackers = [actor("attacker"), actor("accomplice")] as const;
  const [attacker] = attackers;
  const findings: string[] = [];
  const outcomes = new Map<string, number>();
  let done = 0;
  let slowestBlock = 0;
  let slowest = "";

  await chain.block([]);
  const first = await sequenceNumberOf(core.address, chain.state);
  const funded = [honest, ...attackers];
  const { block: funding } = await chain.block(
    funded.map(({ address }, index) => {
      const terms = { sequenceNumber: first + BigInt(index), expirationTimestampSecs: chain.nowSecs + 60n };
      return signed(core, entry("0x1::aptos_account::transfer", [address, u64.encode(10n ** 15n)]), terms);
    }),
  );
  if (funding.discarded.length > 0) throw new Error(funding.discarded[0]!.reason.message);

  for (const module of hostileModules) {
    const owner = actor(`owner of: ${module.name}`);
    await fund(owner.address);
    await attack(`publish: ${module.name}`, async () =>
      signed(owner, publish(hostileBytecode(module, owner.address)), await terms(owner, maxGas)),
    );
    if (module.onPublication) continue;
    await attack(module.name, async () =>
      signed(attacker, entry(`${hex(owner.address)}::counter::run`, []), await terms(attacker, maxGas)),
    );
  }
  while (done < count && findings.length < 20) {
    await attack("changed transaction", changedTransaction);
    await attack("changed payload, signed", changedPayload);
    await attack("changed module", changedModule);
    await attack("a call of what was published", async () =>
      signed(attacker, callCounter(attacker, random.pick(["bump", "fail", "spin"])), await terms(attacker, 1_000n)),
    );
  }
  return { done, findings, outcomes, slowestBlock, slowest };

  async function terms(sender: Actor, maxGasAmount = 20_000n): Promise<Terms> {
    const sequenceNumber = await sequenceNumberOf(sender.address, chain.state);
    return { sequenceNumber, expirationTimestampSecs: chain.nowSecs + 50n, maxGasAmount };
  }

  async function fund(address: Address): Promise<void> {
    const payload = transfers[0]!(address, 10n ** 12n);
    await chain.block([signed(attacker, payload, await terms(attacker))]);
  }

  /** Puts an attack and an honest transfer into one block. */
  async function attack(kind: string, make: () => Promise<SignedTransaction | undefined>): Promise<void> {
    done += 1;
    const transaction = await make();
    if (transaction === undefined) {
      tally(`${kind}: does not decode`);
      return;
    }
    const transfer = signed(honest, transfers[0]!(attacker.address, 1n), await terms(honest));
    const before = process.cpuUsage();
    try {
      let { block } = await chain.block([transaction, transfer]);
      // One that ends an epoch holds none: they wait for the next.
      if (block.entries.length === 1) ({ block } = await chain.block(block.postponed));
      const took = process.cpuUsage(before);
      const ms = (took.user + took.system) / 1_000;
      if (ms > slowestBlock) [slowestBlock, slowest] = [ms, kind];
      if (ms > maxBlockMs) findings.push(`${kind}: a block of ${ms.toFixed(0)} ms`);
      const last = block.entries.findLast((made) => made.transaction.kind === "UserTransaction");
      const isThrough =
        last?.transaction.kind === "UserTransaction" &&
        last.transaction.value === transfer &&
        last.output.status.kind === "Success";
      if (!isThrough) findings.push(`${kind}: the honest transaction after it did not get through`);
      const [refused] = block.discarded;
      const made = block.entries.length > 3 ? block.entries[1] : undefined;
      tally(`${kind}: ${refused === undefined ? made?.output.status.kind : `discarded ${refused.reason.status}`}`);
    } catch (error) {
      findings.push(`${kind}: ${error instanceof Error ? (error.stack ?? error.message) : `${error}`}`);
    }
  }

  function tally(title: string): void {
    outcomes.set(title, (outcomes.get(title) ?? 0) + 1);
  }

  async function template(): Promise<SignedTransaction> {
    const [sender, other] = attackers;
    const own = await terms(sender);
    const payload = random.pick(transfers)(other.address, 5n);
    switch (random.below(7)) {
      case 0:
        return sponsored(sender, other, payload, own);
      case 1:
        return together(sender, other, twoSigners, own);
      case 2:
        return orderless(sender, payload, BigInt(random.below(1 << 30)), own);
      case 3:
        return signed(sender, executeMultisig(other.address), own);
      case 4:
        return signed(sender, publish(counterModule(sender.address, 3)), own);
      default:
        return signed(sender, payload, own);
    }
  }

  /** A transaction as somebody on the way might change it. */
  async function changedTransaction(): Promise<SignedTransaction | undefined> {
    const encoded = SignedTransaction.encode(await template());
    return tryDecode(() => SignedTransaction.decode(changed(encoded)));
  }

  /** A transaction that its sender made up. */
  async function changedPayload(): Promise<SignedTransaction | undefined> {
    const { rawTxn } = await template();
    const mutated = tryDecode(() => RawTransaction.decode(changed(RawTransaction.encode(rawTxn))));
    if (mutated === undefined) return undefined;
    const { sequenceNumber, chainId, expirationTimestampSecs } = rawTxn;
    const maxGasAmount = mutated.maxGasAmount > maxGas ? maxGas : mutated.maxGasAmount;
    return signed(attacker, mutated.payload, { sequenceNumber, chainId, expirationTimestampSecs, maxGasAmount });
  }

  async function changedModule(): Promise<SignedTransaction> {
    const bytecode = changed(counterModule(attacker.address, 1 + random.below(9)));
    return signed(attacker, publish(bytecode), await terms(attacker, 200_000n));
  }

  function changed(original: Uint8Array): Uint8Array {
    let bytes = original.slice();
    for (let times = 1 + random.below(3); times > 0; times--) {
      const at = random.below(bytes.length);
      switch (random.below(5)) {
        case 0:
          bytes[at]! ^= 1 << random.below(8);
          break;
        case 1:
          bytes[at] = random.pick([0, 1, 0x7f, 0x80, 0xff]);
          break;
        case 2:
          bytes = bytes.slice(0, at + 1);
          break;
        case 3:
          bytes = Uint8Array.from([
            ...bytes.subarray(0, at),
            ...random.bytes(1 + random.below(4)),
            ...bytes.subarray(at),
          ]);
          break;
        default:
          bytes = Uint8Array.from([...bytes.subarray(0, at), ...bytes.subarray(at + 1 + random.below(4))]);
      }
      if (bytes.length === 0) return Uint8Array.of(0);
    }
    return bytes;
  }
}

function hex(address: Address): string {
  return `0x${Buffer.from(address).toString("hex")}`;
}

function tryDecode<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch (error) {
    if (error instanceof BcsError || error instanceof TypesError) return undefined;
    throw error;
  }
}
