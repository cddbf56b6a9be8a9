import { string, u64 } from "@ledger/bcs";
import { coreAccount, type LocalAccount, localAccounts, readLocalGenesis, shopAccount } from "@ledger/local-chain";
import { buildScript } from "@ledger/move";
import { Random } from "@ledger/random";
import {
  type Address,
  formatAddress,
  frameworkAddress,
  frameworkKey,
  functionCall,
  type LedgerRecord,
  moduleKey,
  parseAddress,
  SignedTransaction,
  type TransactionPayload,
} from "@ledger/types";
import { feature } from "@ledger/vm";
import { Workload } from "@ledger/workload";
import { MixedCast } from "./cast.ts";
import { encrypted, scheduleWithDecryption } from "./encrypted.ts";
import { addedModule, changeRules, endEpoch, upgradeFramework } from "./governance.ts";
import { LargePackages } from "./large-packages.ts";
import { MixedChain } from "./mixed-chain.ts";
import { emptyModule, mixedModule, password, publish } from "./modules.ts";

/** How much is made. */
export interface MixedOptions {
  /** Least versions. */
  readonly versions: number;
  readonly seed: number;
}

/** Transactions of a block besides those of the workload, at most. */
const mostPerBlock = 16;
/** Blocks between two ends of an epoch by time. */
const blocksPerEpoch = 150;
const epochSecs = 7_300n;
/** Blocks of the beginning: modules are published, functions named. */
const beginning = 3;

/**
 * Makes a ledger of mixed load, block by block: the demonstration's errands, transfers in several forms, orderless ones and scripts,
 * aborts, transactions that run out of gas or call what does not exist, publications, at once and in pieces, functions that draw by the
 * seed of the block, accounts with a function of their own, with identities, several keys and changing keys, encrypted payloads as ledgers
 * record them, ends of epochs by time and by governance, rules that governance changes, and an upgrade of the framework by governance
 * halfway.
 */
export async function* makeMixedBlocks({ versions, seed }: MixedOptions): AsyncGenerator<readonly LedgerRecord[]> {
  const genesis = await readLocalGenesis();
  const chain = new MixedChain(genesis);
  const random = new Random(seed);
  const workload = new Workload({ chainId: 4, cafe: shopAccount, seed: `mixed ${seed}` });
  yield [chain.genesis];
  let made = 1;
  // Time begins with the first block, and ends the epoch of genesis with the second: without a seed, which would wait for keys.
  for (let block = 0; block < 2; block++) {
    const records = await chain.block([], { hasSeed: false });
    made += records.length;
    yield records;
  }
  const cast = new MixedCast();
  const largePackages = new LargePackages(random);
  let isUpgraded = false;
  for (let block = 0; made < versions; block++) {
    const wishes = await workload.nextTransactions({
      state: chain.state,
      timestampUsecs: chain.timestampUsecs + 1_000_000n,
    });
    const transactions = wishes.map((wish) => SignedTransaction.decode(wish));
    const isDue = !isUpgraded && block > beginning && made > versions / 2;
    if (isDue) {
      transactions.push(await chain.sign(coreAccount, upgradeFramework(genesis), { maxGasAmount: 2_000_000n }));
      isUpgraded = true;
    } else if (block < beginning) {
      for (const one of localAccounts) transactions.push(...(await begin(chain, one, block)));
      if (block === 1) transactions.push(...(await cast.begin(chain)), await largePackages.begin(chain));
      if (block === 2) transactions.push(await takeEncrypted(chain));
    } else if (block % blocksPerEpoch === blocksPerEpoch - 50) {
      transactions.push(await chain.sign(coreAccount, endEpoch));
    } else {
      const count = random.below(mostPerBlock);
      for (let index = 0; index < count; index++) transactions.push(await anything(chain, random, cast, isUpgraded));
      transactions.push(await largePackages.next(chain));
    }
    const isPause = block % blocksPerEpoch === blocksPerEpoch - 1;
    const records = await chain.block(transactions, {
      ...(isPause && { skipSecs: epochSecs }),
      hasSeed: !isPause && !random.once(4),
    });
    made += records.length;
    yield records;
    if (block === beginning) await expectModule(chain, localAccounts[0]!.address, "mixed");
    if (isDue) await expectModule(chain, frameworkAddress, addedModule);
  }
}

/** The mixture must hold what it says. */
async function expectModule(chain: MixedChain, address: Address, name: string): Promise<void> {
  if ((await chain.state.get(moduleKey(address, name))) === undefined) throw new Error(`${name} was not published`);
}

/** What an account does before the mixture begins. */
async function begin(chain: MixedChain, account: LocalAccount, block: number): Promise<SignedTransaction[]> {
  if (block === 0) return [await chain.sign(account, publish("mixed", [mixedModule(account)]))];
  if (block > 1) return [];
  const args = [account.address, string.encode("mixed"), string.encode("by_password")];
  return [await chain.sign(account, functionCall("0x1::account_abstraction::add_authentication_function", args))];
}

/** Governance lets the network take encrypted payloads, and sets their price. */
async function takeEncrypted(chain: MixedChain): Promise<SignedTransaction> {
  const schedule = await chain.state.get(frameworkKey("gas_schedule", "GasScheduleV2"));
  const change = changeRules([BigInt(feature.encryptedTransactions)], scheduleWithDecryption(schedule!.bytes));
  return chain.sign(coreAccount, change, { maxGasAmount: 2_000_000n });
}

async function anything(
  chain: MixedChain,
  random: Random,
  cast: MixedCast,
  isUpgraded: boolean,
): Promise<SignedTransaction> {
  const sender = random.pick(localAccounts);
  const to = random.once(3) ? random.bytes(32) : random.pick(localAccounts).address;
  const amount = BigInt(1 + random.below(1_000));
  const own = formatAddress(sender.address);
  const pay = transfer(random, to, amount);
  switch (random.below(isUpgraded ? 22 : 21)) {
    case 0:
      return chain.sign(sender, transfer(random, to, 10n ** 17n));
    case 1:
      return chain.sign(sender, transfer(random, random.bytes(32), amount), { maxGasAmount: 12n });
    case 2:
      return chain.sign(sender, functionCall(`${own}::mixed::spin`, []), { maxGasAmount: 60n });
    case 3:
      return chain.sign(sender, functionCall(`${own}::mixed::nothing`, []));
    case 4:
    case 5:
      return chain.sign(sender, orderless(pay, BigInt(random.below(2 ** 31))));
    case 6:
      return chain.sign(sender, { kind: "Script", value: { code: nothingScript, typeArgs: [], args: [] } });
    case 7:
    case 8:
      return chain.sign(sender, functionCall(`${own}::mixed::draw`, []));
    case 9:
    case 10: {
      const info = { moduleAddress: sender.address, moduleName: "mixed", functionName: "by_password" };
      return chain.signAbstract(sender, pay, info, password);
    }
    case 11:
      return chain.sign(sender, publish(`more${random.below(50)}`, [emptyModule(sender, random.below(50))]));
    case 16:
    case 17:
      return chain.sign(sender, encrypted(random, pay));
    case 18:
    case 19:
      return cast.send(chain, random, pay);
    case 20:
      return cast.sendOrRotate(chain, random, pay);
    case 21:
      return chain.sign(sender, functionCall(`0x1::${addedModule}::ping`, []));
    default:
      return chain.sign(sender, pay);
  }
}

type Call = ReturnType<typeof functionCall>;

function transfer(random: Random, to: Uint8Array, amount: bigint): Call {
  const args = [to, u64.encode(amount)];
  switch (random.below(3)) {
    case 0:
      return functionCall("0x1::aptos_account::transfer", args);
    case 1:
      return functionCall("0x1::aptos_account::transfer_coins", args, ["0x1::aptos_coin::AptosCoin"]);
    default: {
      const type = ["0x1::fungible_asset::Metadata"];
      return functionCall("0x1::primary_fungible_store::transfer", [parseAddress("0xa"), ...args], type);
    }
  }
}

function orderless(executable: Call, replayProtectionNonce: bigint): TransactionPayload {
  const extraConfig = { kind: "V1", value: { multisigAddress: undefined, replayProtectionNonce } } as const;
  return { kind: "Payload", value: { kind: "V1", value: { executable, extraConfig } } };
}

const nothingScript = buildScript({ params: ["&signer"], code: [["ret"]] });
