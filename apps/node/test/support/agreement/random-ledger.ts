import { bool, bytes, string, u64, vector } from "@ledger/bcs";
import { openRecord } from "@ledger/indexer";
import {
  coreAccount,
  type LocalAccount,
  localAccounts,
  readLocalGenesis,
  seededAccount,
  shopAccount,
} from "@ledger/local-chain";
import { Random } from "@ledger/random";
import {
  Address,
  feePayerSigningMessage,
  functionCall,
  type LedgerRecord,
  orderlessSequenceNumber,
  parseAddress,
  SignedTransaction,
  type TransactionPayload,
} from "@ledger/types";
import { Workload } from "@ledger/workload";
import { MixedCast } from "../mixed/cast.ts";
import { agree, MixedChain } from "../mixed/mixed-chain.ts";

/** Transactions of a block besides those of the workload, at most. */
const mostPerBlock = 12;
/** Blocks between two ends of an epoch. */
const blocksPerEpoch = 40;
const epochSecs = 7_300n;

const texts = vector(string);
const anyToken = ["0x4::token::Token"];
const octas = 100_000_000n;

/** What there is that acts can be about. */
class Things {
  readonly tokens: string[] = [];
  readonly collections = new Map<LocalAccount, string[]>();
  readonly collectionObjects: string[] = [];
  readonly objects: string[] = [];
  readonly pools: string[] = [];

  note(record: LedgerRecord): void {
    const { resources } = openRecord(record, { blockHeight: 0n, epoch: 0n, timestampUsecs: 0n });
    for (const { address, type, value } of resources) {
      if (value === undefined) continue;
      if (type === "0x4::token::Token") add(this.tokens, address);
      else if (type === "0x4::collection::Collection") add(this.collectionObjects, address);
      else if (type === "0x1::object::ObjectCore") add(this.objects, address);
      else if (type === "0x1::delegation_pool::DelegationPool") add(this.pools, address);
    }
  }
}

function add(list: string[], item: string): void {
  if (!list.includes(item)) list.push(item);
}

/**
 * Makes a ledger for questions to the tables of an indexer: the demonstration's errands, and everything that tokens, objects, coins,
 * assets, keys and delegation pools of the framework can have done to them; much of it fails.
 *
 * @returns its blocks, genesis first
 */
export async function makeRandomBlocks(seed: string, blocks: number): Promise<(readonly LedgerRecord[])[]> {
  const chain = new MixedChain(await readLocalGenesis());
  const random = new Random(seed);
  const workload = new Workload({ chainId: 4, cafe: shopAccount, seed });
  const made: (readonly LedgerRecord[])[] = [[chain.genesis]];
  // Time begins with the first block, and ends the epoch of genesis with the second: without a seed, which would wait for keys.
  for (let block = 0; block < 2; block++) made.push(await chain.block([], { hasSeed: false }));
  const cast = new MixedCast();
  const things = new Things();
  for (let block = 0; block < blocks; block++) {
    const occasion = { state: chain.state, timestampUsecs: chain.timestampUsecs + 1_000_000n };
    const transactions = (await workload.nextTransactions(occasion)).map((wish) => SignedTransaction.decode(wish));
    if (block === 0) transactions.push(...(await cast.begin(chain)));
    for (let count = random.below(mostPerBlock); count > 0 && block > 0; count--) {
      transactions.push(await anything(chain, random, cast, things));
    }
    const isPause = block % blocksPerEpoch === blocksPerEpoch - 1;
    const records = await chain.block(transactions, { ...(isPause && { skipSecs: epochSecs }), hasSeed: !isPause });
    for (const record of records) things.note(record);
    made.push(records);
  }
  return made;
}

async function anything(
  chain: MixedChain,
  random: Random,
  cast: MixedCast,
  things: Things,
): Promise<SignedTransaction> {
  const sender = random.pick(localAccounts.slice(0, 6));
  const payload = call(random, sender, things);
  switch (random.below(12)) {
    case 0:
      return cast.send(chain, random, transfer(random));
    case 1:
      return cast.sendOrRotate(chain, random, transfer(random));
    case 2:
      return sponsored(chain, sender, random.pick(localAccounts.slice(6)), payload);
    case 3:
      return chain.sign(sender, orderless(payload, random), { sequenceNumber: orderlessSequenceNumber });
    case 4:
      return rotatedOnce(chain, random);
    default:
      return chain.sign(sender, payload);
  }
}

type Call = ReturnType<typeof functionCall>;

const someone = (random: Random): LocalAccount => random.pick(localAccounts);
const object = (random: Random, from: readonly string[]): Uint8Array =>
  from.length === 0 ? random.bytes(32) : parseAddress(random.pick(from));

function transfer(random: Random): Call {
  const to = random.once(4) ? random.bytes(32) : someone(random).address;
  const args = [to, u64.encode(random.once(6) ? 10n ** 17n : BigInt(random.below(5_000)))];
  switch (random.below(4)) {
    case 0:
      return functionCall("0x1::aptos_account::transfer_coins", args, ["0x1::aptos_coin::AptosCoin"]);
    case 1:
      return functionCall("0x1::aptos_account::fungible_transfer_only", args);
    case 2: {
      const type = ["0x1::fungible_asset::Metadata"];
      return functionCall("0x1::primary_fungible_store::transfer", [parseAddress("0xa"), ...args], type);
    }
    default:
      return functionCall("0x1::aptos_account::transfer", args);
  }
}

function call(random: Random, sender: LocalAccount, things: Things): Call {
  const token = object(random, things.tokens.slice(-8));
  const text = random.pick(["", "plain", "二杯", 'a "quoted" one', "100% sure_", "x".repeat(140)]);
  switch (random.below(26)) {
    case 0:
    case 1:
      return createCollection(random, sender, things, text);
    case 2:
    case 3:
    case 4:
    case 5:
    case 6:
      return mint(random, sender, things, text);
    case 7:
    case 8:
      return functionCall("0x4::aptos_token::burn", [token], anyToken);
    case 9:
    case 10:
    case 11:
      return functionCall("0x1::object::transfer", [token, someone(random).address], anyToken);
    case 12:
      return functionCall("0x1::object::transfer_call", [object(random, things.objects.slice(-12)), token]);
    case 13:
      return functionCall(
        `0x4::aptos_token::${random.pick(["freeze_transfer", "unfreeze_transfer"])}`,
        [token],
        anyToken,
      );
    case 14:
      return functionCall(
        `0x4::aptos_token::${random.pick(["set_description", "set_name", "set_uri"])}`,
        [token, string.encode(text)],
        anyToken,
      );
    case 15: {
      const name = random.pick(["set_collection_description", "set_collection_uri"]);
      const collection = object(random, things.collectionObjects);
      return functionCall(
        `0x4::aptos_token::${name}`,
        [collection, string.encode(text)],
        ["0x4::collection::Collection"],
      );
    }
    case 16:
      return functionCall("0x1::object::burn", [token], anyToken);
    case 17:
      return functionCall("0x1::coin::migrate_to_fungible_store", [], ["0x1::aptos_coin::AptosCoin"]);
    case 18:
      return functionCall("0x1::delegation_pool::initialize_delegation_pool", [
        u64.encode(500n),
        bytes.encode(random.bytes(2)),
      ]);
    case 19:
    case 20:
      return functionCall("0x1::delegation_pool::add_stake", [
        object(random, things.pools),
        u64.encode(BigInt(10 + random.below(40)) * octas),
      ]);
    case 21:
      if (random.once(4)) {
        const delegated = [object(random, things.pools), someone(random).address];
        return functionCall("0x1::delegation_pool::delegate_voting_power", delegated);
      }
      return functionCall(`0x1::delegation_pool::${random.pick(["unlock", "reactivate_stake", "withdraw"])}`, [
        object(random, things.pools),
        u64.encode(BigInt(10 + random.below(5)) * octas),
      ]);
    default:
      return transfer(random);
  }
}

function createCollection(random: Random, sender: LocalAccount, things: Things, text: string): Call {
  const own = things.collections.get(sender) ?? [];
  const name = `${sender.name}'s ${own.length}`;
  things.collections.set(sender, [...own, name]);
  const settings = Array.from({ length: 9 }, (_, place) => bool.encode(place > 6 || random.chance(0.8)));
  return functionCall("0x4::aptos_token::create_collection", [
    string.encode(text),
    u64.encode(BigInt(3 + random.below(60))),
    string.encode(name),
    string.encode(`https://example.com/${text}`),
    ...settings,
    u64.encode(1n),
    u64.encode(100n),
  ]);
}

function mint(random: Random, sender: LocalAccount, things: Things, text: string): Call {
  const collection = random.pick(things.collections.get(sender) ?? ["none"]);
  const properties = [
    { key: "level", type: "u64", value: u64.encode(BigInt(random.below(2 ** 31))) },
    { key: "is rare", type: "bool", value: bool.encode(random.once(2)) },
    { key: "note", type: "0x1::string::String", value: string.encode(text) },
    { key: "mark", type: "vector<u8>", value: bytes.encode(random.bytes(random.below(5))) },
    { key: "maker", type: "address", value: Address.encode(sender.address) },
  ].filter(() => random.once(2));
  const args = [
    string.encode(collection),
    string.encode(text),
    string.encode(`token ${random.below(1_000)}`),
    string.encode(text),
    texts.encode(properties.map(({ key }) => key)),
    texts.encode(properties.map(({ type }) => type)),
    vector(bytes).encode(properties.map(({ value }) => value)),
  ];
  if (!random.once(5)) return functionCall("0x4::aptos_token::mint", args);
  return functionCall("0x4::aptos_token::mint_soul_bound", [...args, someone(random).address]);
}

async function sponsored(
  chain: MixedChain,
  sender: LocalAccount,
  payer: LocalAccount,
  payload: TransactionPayload,
): Promise<SignedTransaction> {
  const { rawTxn } = await chain.sign(sender, payload);
  const message = feePayerSigningMessage(rawTxn, [], payer.address);
  const by = (account: LocalAccount) =>
    ({ kind: "Ed25519", value: { publicKey: account.publicKey, signature: agree(account, message) } }) as const;
  const value = {
    sender: by(sender),
    secondarySignerAddresses: [],
    secondarySigners: [],
    feePayerAddress: payer.address,
    feePayerSigner: by(payer),
  };
  return { rawTxn, authenticator: { kind: "FeePayer", value } };
}

function orderless(executable: Call, random: Random): TransactionPayload {
  const extraConfig = {
    kind: "V1",
    value: { multisigAddress: undefined, replayProtectionNonce: BigInt(random.below(2 ** 31)) },
  } as const;
  return { kind: "Payload", value: { kind: "V1", value: { executable, extraConfig } } };
}

/** An account that gives its key away with its only transaction, or the coins that it needs for it. */
async function rotatedOnce(chain: MixedChain, random: Random): Promise<SignedTransaction> {
  const account = seededAccount("rotated once", random.below(6), 0n);
  if (random.once(2)) {
    const coins = [account.address, u64.encode(octas)];
    return chain.sign(coreAccount, functionCall("0x1::aptos_account::transfer", coins));
  }
  return chain.sign(
    account,
    functionCall("0x1::account::rotate_authentication_key_call", [bytes.encode(random.bytes(32))]),
  );
}
