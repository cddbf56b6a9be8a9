import type { LedgerReader, LedgerSummary } from "@ledger/state-store";
import {
  type AccessPath,
  type Address,
  balanceOf,
  bytesToHex,
  CoinStore,
  decodeStateKey,
  FungibleStore,
  formatHex,
  formatStructTag,
  formatTypeTag,
  ObjectCore,
  Path,
  ResourceGroup,
  type StructTag,
  stateKeyTags,
  stateWrites,
  WriteSet,
} from "@ledger/types";
import { GraphQLError } from "graphql";
import { giveWay } from "../give-way.ts";
import {
  AssetMetadata,
  AssetSupply,
  CoinInfoHead,
  CollectionHead,
  ConcurrentAssetSupply,
  ConcurrentCollectionSupply,
  FixedSupplyHead,
  readHead,
  TokenHead,
  TokenIdentifiers,
  UnlimitedSupplyHead,
} from "./asset-layouts.ts";

/** The facts of an object. Addresses are `0x` and 64 digits. */
export interface ObjectFacts {
  readonly address: string;
  readonly owner: string;
  readonly allowsTransfer: boolean;
  readonly nextGuid: bigint;
  readonly isSoulbound: boolean;
  /** Version that wrote it. */
  readonly version: bigint;
  readonly store: { readonly asset: string; readonly balance: bigint; readonly isFrozen: boolean } | undefined;
  readonly asset: AssetFacts | undefined;
  readonly token: TokenFacts | undefined;
  readonly collection: CollectionFacts | undefined;
}

/** The facts of an asset. */
export interface AssetFacts {
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
  readonly iconUri: string | null;
  readonly projectUri: string | null;
  readonly supply: bigint | null;
  readonly maximum: bigint | null;
}

/** The facts of a token. */
export interface TokenFacts {
  readonly collection: string;
  readonly name: string;
  readonly description: string;
  readonly uri: string;
}

/** The facts of a collection. */
export interface CollectionFacts {
  readonly creator: string;
  readonly name: string;
  readonly description: string;
  readonly uri: string;
  readonly current: bigint;
  readonly max: bigint | null;
  readonly minted: bigint | null;
}

/** The balance of an account in a coin of the old kind. */
export interface CoinFacts {
  readonly owner: string;
  readonly type: string;
  readonly amount: bigint;
  readonly isFrozen: boolean;
  readonly version: bigint;
}

/** Things that are remembered; a larger ledger is for an indexer. */
const mostFacts = 100_000;
/** Versions that are read one by one; a longer way is begun again from the state. */
const longestWay = 3_000n;
const page = 500;
const concurrentLimit = 2n ** 64n - 1n;

/**
 * What the state of a ledger says about assets and objects, kept up to date with its head when it is asked for. It is read from the
 * state once, and then from what transactions wrote.
 */
export class LedgerFacts {
  readonly objects = new Map<string, ObjectFacts>();
  readonly coins = new Map<string, CoinFacts>();
  readonly coinTypes = new Map<string, AssetFacts & { readonly version: bigint }>();
  readonly #store: LedgerReader;
  #version: bigint | undefined;
  #reading: Promise<void> = Promise.resolve();

  constructor(store: LedgerReader) {
    this.#store = store;
  }

  /** Brings the facts up to a ledger's head, at least. */
  catchUp(summary: LedgerSummary): Promise<void> {
    const read = this.#reading.then(() => this.#read(summary));
    this.#reading = read.catch(() => undefined);
    return read;
  }

  async #read({ version, oldestLedgerVersion }: LedgerSummary): Promise<void> {
    const from = this.#version;
    if (from !== undefined && from >= version) return;
    try {
      if (from === undefined || version - from > longestWay || from + 1n < oldestLedgerVersion) {
        await this.#readState(version);
      } else {
        await this.#readRecords(from + 1n, version);
      }
      this.#version = version;
    } catch (error) {
      // What was read in part is read again.
      this.#version = undefined;
      throw error;
    }
  }

  async #readState(version: bigint): Promise<void> {
    this.objects.clear();
    this.coins.clear();
    this.coinTypes.clear();
    for (const pathKind of ["resource_group", "resource"] as const) {
      const prefix = Uint8Array.of(stateKeyTags.accessPath);
      let start: Uint8Array | undefined;
      do {
        const { entries, next } = await this.#store.listState({ version, prefix, start, limit: page, pathKind });
        for (const entry of entries) this.#note(entry.key, entry.bytes, entry.version);
        start = next;
        await giveWay();
      } while (start !== undefined);
    }
  }

  async #readRecords(start: bigint, end: bigint): Promise<void> {
    for (let next = start; next <= end; ) {
      const records = await this.#store.listRecords(next, Math.min(page, Number(end - next) + 1));
      for (const { version, writeSet } of records) {
        for (const { key, value } of stateWrites(WriteSet.decode(writeSet))) this.#note(key, value, version);
      }
      next += BigInt(Math.max(1, records.length));
      await giveWay();
    }
  }

  #note(key: Uint8Array, value: Uint8Array | undefined, version: bigint): void {
    if (key[0] !== stateKeyTags.accessPath) return;
    const { address, path } = decodeStateKey(key).value as AccessPath;
    const { kind, value: tag } = Path.decode(path);
    if (kind === "ResourceGroup" && isFramework(tag, "object", "ObjectGroup"))
      this.#noteObject(address, value, version);
    if (kind === "Resource" && isFramework(tag, "coin", "CoinStore")) this.#noteCoin(address, tag, value, version);
    if (kind === "Resource" && isFramework(tag, "coin", "CoinInfo")) this.#noteCoinType(tag, value, version);
    if (this.objects.size + this.coins.size > mostFacts) {
      throw new GraphQLError(
        `the ledger holds more than ${mostFacts} objects and balances: use an indexer of the network`,
      );
    }
  }

  #noteObject(account: Address, value: Uint8Array | undefined, version: bigint): void {
    const address = formatHex(account);
    const facts = value && readObject(address, value, version);
    if (facts === undefined) this.objects.delete(address);
    else this.objects.set(address, facts);
  }

  #noteCoin(account: Address, tag: StructTag, value: Uint8Array | undefined, version: bigint): void {
    const type = formatTypeTag(tag.typeArgs[0]!);
    const owner = formatHex(account);
    if (value === undefined) {
      this.coins.delete(`${owner} ${type}`);
      return;
    }
    const { coin, frozen } = CoinStore.decode(value);
    this.coins.set(`${owner} ${type}`, { owner, type, amount: coin, isFrozen: frozen, version });
  }

  #noteCoinType(tag: StructTag, value: Uint8Array | undefined, version: bigint): void {
    const info = readHead(CoinInfoHead, value);
    if (info === undefined) return;
    const rest = { iconUri: null, projectUri: null, supply: null, maximum: null, version };
    this.coinTypes.set(formatTypeTag(tag.typeArgs[0]!), { ...info, ...rest });
  }
}

function readObject(address: string, value: Uint8Array, version: bigint): ObjectFacts | undefined {
  const group = ResourceGroup.decode(value);
  const members = new Map([...group].map(([tag, bytes]) => [formatStructTag(tag), bytes]));
  const core = readHead(ObjectCore, members.get("0x1::object::ObjectCore"));
  if (core === undefined) return undefined;
  const store = readHead(FungibleStore, members.get("0x1::fungible_asset::FungibleStore"));
  return {
    address,
    owner: formatHex(core.owner),
    allowsTransfer: core.allowUngatedTransfer,
    nextGuid: core.guidCreationNum,
    isSoulbound: members.has("0x1::object::Untransferable"),
    version,
    store: store && {
      asset: formatHex(store.metadata),
      balance: balanceOf(group) ?? 0n,
      isFrozen: store.frozen,
    },
    asset: readAsset(members),
    token: readToken(members),
    collection: readCollection(members),
  };
}

type Members = ReadonlyMap<string, Uint8Array>;

function readAsset(members: Members): AssetFacts | undefined {
  const metadata = readHead(AssetMetadata, members.get("0x1::fungible_asset::Metadata"));
  if (metadata === undefined) return undefined;
  const plain = readHead(AssetSupply, members.get("0x1::fungible_asset::Supply"));
  const concurrent = readHead(ConcurrentAssetSupply, members.get("0x1::fungible_asset::ConcurrentSupply"));
  const isBounded = concurrent !== undefined && concurrent.maxValue < 2n ** 128n - 1n;
  return {
    ...metadata,
    supply: plain?.current ?? concurrent?.value ?? null,
    maximum: plain?.maximum ?? (isBounded ? concurrent.maxValue : null),
  };
}

function readToken(members: Members): TokenFacts | undefined {
  const token = readHead(TokenHead, members.get("0x4::token::Token"));
  if (token === undefined) return undefined;
  const identifiers = readHead(TokenIdentifiers, members.get("0x4::token::TokenIdentifiers"));
  const { collection, description, uri } = token;
  return { collection: formatHex(collection), name: identifiers?.name ?? token.name, description, uri };
}

function readCollection(members: Members): CollectionFacts | undefined {
  const head = readHead(CollectionHead, members.get("0x4::collection::Collection"));
  if (head === undefined) return undefined;
  const fixed = readHead(FixedSupplyHead, members.get("0x4::collection::FixedSupply"));
  const unlimited = readHead(UnlimitedSupplyHead, members.get("0x4::collection::UnlimitedSupply"));
  const concurrent = readHead(ConcurrentCollectionSupply, members.get("0x4::collection::ConcurrentSupply"));
  const { current = 0n, minted = null } = fixed ?? unlimited ?? concurrent ?? {};
  const bound = fixed?.max ?? concurrent?.max ?? concurrentLimit;
  const { creator, name, description, uri } = head;
  const max = bound === concurrentLimit ? null : bound;
  return { creator: formatHex(creator), name, description, uri, current, max, minted };
}

function isFramework({ address, module, name }: StructTag, inModule: string, called: string): boolean {
  return module === inModule && name === called && /^0{63}1$/.test(bytesToHex(address));
}
