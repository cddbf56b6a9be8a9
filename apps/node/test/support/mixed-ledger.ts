import { bytes, string, u64, vector } from "@ledger/bcs";
import { readFramework } from "@ledger/executor";
import { coreAccount, type LocalAccount, localAccounts, readLocalGenesis, shopAccount } from "@ledger/local-chain";
import { buildModule, buildScript } from "@ledger/move";
import { Random } from "@ledger/random";
import {
  type Address,
  addressesEqual,
  formatAddress,
  frameworkAddress,
  functionCall,
  type LedgerRecord,
  moduleKey,
  PackageMetadata,
  parseAddress,
  SignedTransaction,
  type TransactionPayload,
} from "@ledger/types";
import { Workload } from "@ledger/workload";
import { MixedChain } from "./mixed-chain.ts";

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

const password = new TextEncoder().encode("open sesame");
const authData = "0x1::auth_data::AbstractionAuthData";

/**
 * Makes a ledger of mixed load, block by block: the demonstration's errands, transfers in several forms, orderless ones and scripts,
 * aborts, transactions that run out of gas or call what does not exist, publications, functions that draw by the seed of the block,
 * accounts with a function of their own, ends of epochs by time and by governance, and an upgrade of the framework by governance halfway.
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
    } else if (block % blocksPerEpoch === blocksPerEpoch - 50) {
      transactions.push(await chain.sign(coreAccount, endEpoch));
    } else {
      const count = random.below(mostPerBlock);
      for (let index = 0; index < count; index++) transactions.push(await anything(chain, random, isUpgraded));
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

/** The module that governance adds to the framework. */
const addedModule = "added_by_governance";

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

async function anything(chain: MixedChain, random: Random, isUpgraded: boolean): Promise<SignedTransaction> {
  const sender = random.pick(localAccounts);
  const to = random.once(3) ? random.bytes(32) : random.pick(localAccounts).address;
  const amount = BigInt(1 + random.below(1_000));
  const own = formatAddress(sender.address);
  const pay = transfer(random, to, amount);
  switch (random.below(isUpgraded ? 17 : 16)) {
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

function emptyModule(owner: LocalAccount, number: number): Uint8Array {
  return buildModule({
    address: formatAddress(owner.address),
    name: `more${number}`,
    structs: [{ name: `S${number}` }],
  });
}

/** A module with a function that draws, one that never ends, and one that vouches for who knows a password. */
function mixedModule(owner: LocalAccount): Uint8Array {
  return buildModule({
    address: formatAddress(owner.address),
    name: "mixed",
    imports: {
      structs: [{ type: authData, abilities: ["copy", "drop"] }],
      functions: [
        { function: "0x1::randomness::u64_integer", returns: ["u64"] },
        { function: "0x1::auth_data::authenticator", params: [`&${authData}`], returns: ["&vector<u8>"] },
      ],
    },
    functions: [
      { name: "spin", visibility: "public", entry: true, code: [["branch", 0]] },
      {
        name: "draw",
        entry: true,
        randomness: true,
        code: [["call", "0x1::randomness::u64_integer"], ["pop"], ["ret"]],
      },
      {
        name: "by_password",
        visibility: "public",
        params: ["signer", authData],
        returns: ["signer"],
        code: [
          ["imm_borrow_loc", 1],
          ["call", "0x1::auth_data::authenticator"],
          ["read_ref"],
          ["ld_const", "vector<u8>", bytes.encode(password)],
          ["eq"],
          ["br_true", 8],
          ["ld_u64", 77],
          ["abort"],
          ["move_loc", 0],
          ["ret"],
        ],
      },
    ],
  });
}

function publish(name: string, modules: readonly Uint8Array[]): Call {
  const module = { name, source: new Uint8Array(), sourceMap: new Uint8Array(), extension: undefined };
  const metadata = PackageMetadata.encode({
    name,
    upgradePolicy: 1,
    upgradeNumber: 0n,
    sourceDigest: "",
    manifest: new Uint8Array(),
    modules: [module],
    dependencies: [{ account: frameworkAddress, packageName: "AptosFramework" }],
    extension: undefined,
  });
  return functionCall("0x1::code::publish_package_txn", [bytes.encode(metadata), vector(bytes).encode(modules)]);
}

const governance = {
  function: "0x1::aptos_governance::get_signer_testnet_only",
  params: ["&signer", "address"],
  returns: ["signer"],
} as const;

/** Ends the epoch as governance does. */
const endEpoch = functionCall("0x1::aptos_governance::force_end_epoch_test_only", []);

/** A script signed as governance: publishes the smallest package of the framework again, with a module more. */
function upgradeFramework(genesis: Uint8Array): TransactionPayload {
  const framework = readFramework(genesis);
  const packages = framework.packages
    .filter(({ owner }) => addressesEqual(owner, frameworkAddress))
    .map(({ metadata }) => {
      const decoded = PackageMetadata.decode(metadata);
      const names = new Set(decoded.modules.map(({ name }) => name));
      const modules = framework.modules.filter(
        ({ address, name }) => addressesEqual(address, frameworkAddress) && names.has(name),
      );
      return { decoded, modules: modules.map((module) => module.bytes) };
    });
  const sizeOf = ({ modules }: (typeof packages)[number]) => modules.reduce((sum, { length }) => sum + length, 0);
  const [smallest] = packages.toSorted((a, b) => sizeOf(a) - sizeOf(b));
  if (smallest === undefined) throw new Error("the framework has no packages");
  const name = addedModule;
  const added = buildModule({
    address: "0x1",
    name,
    functions: [{ name: "ping", visibility: "public", entry: true, code: [["ret"]] }],
  });
  const module = { name, source: new Uint8Array(), sourceMap: new Uint8Array(), extension: undefined };
  const withoutSources = smallest.decoded.modules.map((one) => ({ ...module, name: one.name }));
  const metadata = { ...smallest.decoded, modules: [...withoutSources, module] };
  const code = buildScript({
    params: ["&signer"],
    locals: ["signer"],
    imports: {
      functions: [
        governance,
        { function: "0x1::code::publish_package_txn", params: ["&signer", "vector<u8>", "vector<vector<u8>>"] },
      ],
    },
    code: [
      ["move_loc", 0],
      ["ld_const", "address", frameworkAddress],
      ["call", governance.function],
      ["st_loc", 1],
      ["imm_borrow_loc", 1],
      ["ld_const", "vector<u8>", bytes.encode(PackageMetadata.encode(metadata))],
      ["ld_const", "vector<vector<u8>>", vector(bytes).encode([...smallest.modules, added])],
      ["call", "0x1::code::publish_package_txn"],
      ["ret"],
    ],
  });
  return { kind: "Script", value: { code, typeArgs: [], args: [] } };
}
