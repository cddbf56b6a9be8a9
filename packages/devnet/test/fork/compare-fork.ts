import { createApi, createRouteTable } from "@ledger/api-core";
import { u64, u128, vector } from "@ledger/bcs";
import { balanceEdits, resourceEdit } from "@ledger/executor";
import { shopAccount } from "@ledger/local-chain";
import { openFork } from "@ledger/sync/fork";
import {
  AccountResource,
  aptMetadataAddress,
  bytesEqual,
  bytesToHex,
  ContractEvent,
  deriveGenesis,
  ed25519AuthenticationKey,
  encodeStateKey,
  FungibleStore,
  findGroupMember,
  formatCanonicalTypeTag,
  frameworkTag,
  type LedgerRecord,
  parseStructTag,
  ResourceGroup,
  resourceGroupKey,
  type StructTag,
  statelessAccount,
  structTagsEqual,
  Transaction,
  TransactionInfo,
  WriteSet,
  writeOpData,
  writesOf,
} from "@ledger/types";
import { Workload } from "@ledger/workload";
import { answerRequest } from "../../src/network/api-fetch.ts";
import { NetworkClock } from "../../src/network/clock.ts";
import { findForkedGroup } from "../../src/network/local-fork.ts";
import { NetworkChain } from "../../src/network/network-chain.ts";
import { NetworkRules } from "../../src/network/network-rules.ts";
import { serve, type Upstream } from "../support/serve.ts";

/** How a comparison is made. */
export interface ComparisonOptions {
  /** BCS of the genesis transaction. */
  readonly genesis: Uint8Array;
  readonly seed: string;
  /** Blocks before the fork point. */
  readonly blocks: number;
  /** Transactions after it. */
  readonly count: number;
  /** What the upstream serves. */
  readonly answer: Upstream["answer"];
  /** Whether what it leaves out may show: metadata of state values, and what follows of it. */
  readonly isReduced: boolean;
}

/** What was compared. */
export interface ComparisonReport {
  readonly transactions: number;
  readonly failed: number;
  readonly findings: readonly string[];
  /** Transactions of which the original gives fees back that the fork does not know of. */
  readonly withoutRefund: number;
  /** Transactions that pay again for bytes for which the item has a deposit that the fork does not know of. */
  readonly withoutDeposit: number;
  readonly requests: number;
}

const groupTag = frameworkTag("object", "ObjectGroup");
const storeTag = frameworkTag("fungible_asset", "FungibleStore");
const supplyTag = frameworkTag("fungible_asset", "ConcurrentSupply");
const accountTag = frameworkTag("account", "Account");
const feeStatement = "0x1::transaction_fee::FeeStatement";
const supplyKey = bytesToHex(resourceGroupKey(aptMetadataAddress, groupTag));
const events = vector(ContractEvent);

/** Runs a chain of its own, forks it over HTTP, and does the same to both: whatever differs is a finding. */
export async function compareFork(options: ComparisonOptions): Promise<ComparisonReport> {
  const { genesis, seed, blocks, count, answer, isReduced } = options;
  const start = BigInt(Date.parse("2026-03-01T00:00:00Z")) * 1_000n;
  const clock = new NetworkClock(start);
  const original = await NetworkChain.begin(clock, new NetworkRules(clock, undefined), undefined, genesis);
  const { chainId } = deriveGenesis(genesis);
  await prepareShop(original);
  const workload = new Workload({ chainId, cafe: shopAccount, seed });
  const next = () =>
    workload.nextTransactions({ state: original.state, timestampUsecs: original.timestampUsecs + 1_000_000n });
  for (let block = 0; block < blocks; block++) {
    for (const transaction of await next()) await original.submit(transaction);
    await original.makeBlock();
  }
  const { store, vm } = original;
  const api = createApi({ store, vm });
  const endpoints = { api, routes: createRouteTable(api.routes), services: {} };
  using node = await serve({ fetch: (input, init) => answerRequest(endpoints, new Request(input, init)) }, answer);
  const source = await openFork({ url: node.url, findGroup: findForkedGroup });
  const forkClock = new NetworkClock(original.timestampUsecs);
  const fork = await NetworkChain.fork(forkClock, new NetworkRules(forkClock, undefined), source);
  const findings: string[] = [];
  const comparison = isReduced ? new ReducedComparison() : new ExactComparison();
  comparison.compare(await original.makeBlock(), fork.history(), findings);

  let transactions = 0;
  let failed = 0;
  while (transactions < count && findings.length < 20) {
    for (const transaction of await next()) {
      const [here, there] = [await original.submit(transaction), await fork.submit(transaction)];
      if (JSON.stringify(here) !== JSON.stringify(there))
        findings.push(`the original says ${JSON.stringify(here)}, the fork ${JSON.stringify(there)}`);
    }
    const made = await original.makeBlock();
    comparison.compare(made, await fork.makeBlock(), findings);
    const users = made.filter(isUsers);
    transactions += users.length;
    failed += users.filter(({ info }) => TransactionInfo.decode(info).value.status.kind !== "Success").length;
  }
  const { withoutRefund, withoutDeposit } = comparison;
  return { transactions, failed, findings, withoutRefund, withoutDeposit, requests: node.questions.length };
}

/** The account that the workload begins with is one of local networks. */
async function prepareShop(chain: NetworkChain): Promise<void> {
  const { address, publicKey } = shopAccount;
  const account = { ...statelessAccount(address), authenticationKey: ed25519AuthenticationKey(publicKey) };
  const balance = { owner: address, asset: aptMetadataAddress, amount: 100_000_000_000_000_000n };
  await chain.makeBlock([
    await resourceEdit(chain.state, address, accountTag, AccountResource.encode(account)),
    ...(await balanceEdits(chain.vm, chain.state, balance)),
  ]);
}

function isUsers({ transaction }: LedgerRecord): boolean {
  return Transaction.decode(transaction).kind === "UserTransaction";
}

/** What each of two blocks says about every transaction, but for the block's own name. */
class ExactComparison {
  /** Transactions of which the original gives fees back that the fork does not know of. */
  withoutRefund = 0;
  /** Transactions that pay again for bytes for which the item has a deposit that the fork does not know of. */
  withoutDeposit = 0;

  compare(here: readonly LedgerRecord[], there: readonly LedgerRecord[], findings: string[]): void {
    if (here.length !== there.length) {
      findings.push(`a block of ${here.length} transactions has ${there.length} on the fork`);
      return;
    }
    const [id, otherId] = [blockId(here[0]!), blockId(there[0]!)];
    for (const [index, record] of here.entries()) {
      const other = there[index]!;
      if (isUsers(record)) {
        if (!bytesEqual(record.transaction, other.transaction))
          findings.push(`version ${record.version}: another order`);
        else this.compareUser(record, other, findings);
        continue;
      }
      for (const part of ["events", "writeSet"] as const) {
        const [a, b] = [bytesToHex(record[part]).replaceAll(id, ""), bytesToHex(other[part]).replaceAll(otherId, "")];
        if (!this.isSameOfBlock(a, b)) findings.push(`version ${record.version}: ${part} of the block's own differ`);
      }
    }
  }

  protected isSameOfBlock(a: string, b: string): boolean {
    return a === b;
  }

  protected compareUser(record: LedgerRecord, other: LedgerRecord, findings: string[]): void {
    const [info, otherInfo] = [TransactionInfo.decode(record.info).value, TransactionInfo.decode(other.info).value];
    if (info.gasUsed !== otherInfo.gasUsed)
      findings.push(`version ${record.version}: ${info.gasUsed} gas, ${otherInfo.gasUsed} on the fork`);
    if (info.status.kind !== otherInfo.status.kind)
      findings.push(`version ${record.version}: ${info.status.kind}, ${otherInfo.status.kind} on the fork`);
    for (const part of ["events", "writeSet"] as const) {
      if (!bytesEqual(record[part], other[part])) findings.push(`version ${record.version}: ${part} differ`);
    }
  }
}

/**
 * As {@link ExactComparison}, but for what a node without metadata cannot tell: writes may have other metadata; deposits of items of
 * before the fork point are not given back, and are paid again when an item grows that was larger once; and by that much balances of
 * the chain's own coin and its supply differ.
 */
class ReducedComparison extends ExactComparison {
  /** Octas that everybody has paid more on the fork. */
  #paidMore = 0n;

  protected override isSameOfBlock(): boolean {
    // Its writes are of values with metadata too.
    return true;
  }

  protected override compareUser(record: LedgerRecord, other: LedgerRecord, findings: string[]): void {
    const fault = (text: string): unknown => findings.push(`version ${record.version}: ${text}`);
    const [info, otherInfo] = [TransactionInfo.decode(record.info).value, TransactionInfo.decode(other.info).value];
    if (info.status.kind !== otherInfo.status.kind) fault(`${info.status.kind}, ${otherInfo.status.kind} on the fork`);
    const before = this.withoutRefund;
    const [emitted, otherEmitted] = [events.decode(record.events), events.decode(other.events)];
    if (emitted.length !== otherEmitted.length) return void fault("another number of events");
    for (const [i, event] of emitted.entries()) {
      const [a, b] = [event.value, otherEmitted[i]!.value];
      const isFee =
        formatCanonicalTypeTag(a.typeTag) ===
        formatCanonicalTypeTag({ kind: "Struct", value: parseStructTag(feeStatement) });
      if (isFee) this.#compareFees(record, readFee(a.data), readFee(b.data), fault);
      else if (!bytesEqual(a.data, b.data)) fault(`event ${i} differs`);
    }
    this.#compareWrites(record.writeSet, other.writeSet, before < this.withoutRefund, fault);
  }

  /** Time costs the same; storage may cost more, and less may be given back. */
  #compareFees(record: LedgerRecord, here: Fee, there: Fee, fault: (text: string) => unknown): void {
    if (here.execution !== there.execution || here.io !== there.io)
      fault("another price of execution, reads and writes");
    if (there.storage < here.storage) fault("storage costs less on the fork");
    if (there.refund > here.refund) fault("the fork gives more back");
    if (there.storage > here.storage) this.withoutDeposit += 1;
    if (there.refund < here.refund) this.withoutRefund += 1;
    const transaction = Transaction.decode(record.transaction);
    const price = transaction.kind === "UserTransaction" ? transaction.value.rawTxn.gasUnitPrice : 0n;
    this.#paidMore += (there.total - here.total) * price + here.refund - there.refund;
  }

  /** @param isWithoutRefund - what is given back beyond the fee is minted, which counts in the supply of the paired coin */
  #compareWrites(
    here: Uint8Array,
    there: Uint8Array,
    isWithoutRefund: boolean,
    fault: (text: string) => unknown,
  ): void {
    const others = new Map(
      [...writesOf(WriteSet.decode(there))].map(([key, op]) => [bytesToHex(encodeStateKey(key)), op]),
    );
    const own = [...writesOf(WriteSet.decode(here))];
    const most = isWithoutRefund ? others.size + 1 : others.size;
    if (own.length > most || own.length < others.size) fault(`${own.length} writes, ${others.size} on the fork`);
    for (const [key, op] of own) {
      const id = bytesToHex(encodeStateKey(key));
      const other = others.get(id);
      if (other === undefined && isWithoutRefund && key.kind === "TableItem") continue;
      if (other === undefined) {
        fault(`${id} is not written on the fork (${op.kind})`);
        continue;
      }
      if (plainKind(op.kind) !== plainKind(other.kind)) fault(`${id}: ${op.kind}, ${other.kind} on the fork`);
      const [a, b] = [writeOpData(op), writeOpData(other)];
      if (a === undefined || b === undefined || bytesEqual(a, b)) continue;
      if (id === supplyKey) {
        const missing = supplyOf(a) - supplyOf(b);
        if (missing !== this.#paidMore) fault(`the supply differs by ${missing}, not by ${this.#paidMore}`);
      } else if (!isSameButBalance(a, b)) fault(`${id} differs by more than a balance`);
    }
  }
}

/** What a transaction paid. */
type Fee = ReturnType<typeof readFee>;

/** @see 0x1::transaction_fee::FeeStatement */
function readFee(data: Uint8Array) {
  const [total, execution, io, storage, refund] = [0, 8, 16, 24, 32].map((at) => u64.decode(data.slice(at, at + 8)));
  return { total: total!, execution: execution!, io: io!, storage: storage!, refund: refund! };
}

function plainKind(kind: string): string {
  return kind.replace("WithMetadata", "");
}

function supplyOf(group: Uint8Array): bigint {
  const member = findGroupMember(ResourceGroup.decode(group), supplyTag);
  return u128.decode(member!.subarray(0, 16));
}

function isSameButBalance(a: Uint8Array, b: Uint8Array): boolean {
  try {
    return bytesToHex(withoutBalance(a)) === bytesToHex(withoutBalance(b));
  } catch {
    return false;
  }
}

function withoutBalance(group: Uint8Array): Uint8Array {
  const members = [...ResourceGroup.decode(group)].map(([tag, value]): [StructTag, Uint8Array] => {
    if (!structTagsEqual(tag, storeTag)) return [tag, value];
    const store = FungibleStore.decode(value);
    const isCoin = bytesEqual(store.metadata, aptMetadataAddress);
    return [tag, FungibleStore.encode(isCoin ? { ...store, balance: 0n } : store)];
  });
  return ResourceGroup.encode(new Map(members));
}

function blockId({ transaction }: LedgerRecord): string {
  const first = Transaction.decode(transaction);
  if (first.kind !== "BlockMetadata") throw new Error("a block begins with its metadata");
  return bytesToHex(first.value.id);
}
