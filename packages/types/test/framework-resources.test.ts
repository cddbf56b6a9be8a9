import type { Codec } from "@ledger/bcs";
import { describeNetworks, describeVectors, readVectorBytes, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import {
  AccountResource,
  type Address,
  BlockResource,
  balanceOf,
  bytesToHex,
  ChainIdResource,
  CoinStore,
  ConcurrentFungibleBalance,
  Configuration,
  type ContractEvent,
  CurrentTimeMicroseconds,
  deriveGenesis,
  type EventHandle,
  FungibleStore,
  findGroupMember,
  formatAddress,
  formatHex,
  hexToBytes,
  isNewEpochEvent,
  NewBlockEvent,
  ObjectCore,
  parseAddress,
  parseStructTag,
  ResourceGroup,
  resourceGroupKey,
  resourceKey,
  StateStorageUsage,
  type StateWrite,
  stakingContractPoolAddress,
  statelessAccount,
  type ValidatorInfo,
  ValidatorSet,
  vestingContractAddress,
} from "../src/index.ts";

type Json = Readonly<Record<string, unknown>>;

interface Resources {
  readonly resources: Readonly<Record<string, Readonly<Record<string, Json>>>>;
  readonly resource_groups: Readonly<Record<string, Readonly<Record<string, Json>>>>;
}

const handle = ({ count, key }: EventHandle): Json => ({
  counter: `${count}`,
  guid: { id: { addr: formatAddress(key.accountAddress), creation_num: `${key.creationNumber}` } },
});
const offer = (address: Address | undefined): Json => ({
  for: { vec: address === undefined ? [] : [formatAddress(address)] },
});
const validator = ({ address, votingPower, config }: ValidatorInfo): Json => ({
  addr: formatAddress(address),
  voting_power: `${votingPower}`,
  config: {
    consensus_pubkey: formatHex(config.consensusPubkey),
    fullnode_addresses: formatHex(config.fullnodeAddresses),
    network_addresses: formatHex(config.networkAddresses),
    validator_index: `${config.validatorIndex}`,
  },
});

/** Decodes a value and prints it as the REST API does, after checking that it encodes back to its bytes. */
function reader<T>(codec: Codec<T>, print: (value: T) => Json): (bytes: Uint8Array) => Json {
  return (bytes) => {
    const value = codec.decode(bytes);
    expect(bytesToHex(codec.encode(value))).toBe(bytesToHex(bytes));
    return print(value);
  };
}

const readers: Readonly<Record<string, (bytes: Uint8Array) => Json>> = {
  "0x1::account::Account": reader(AccountResource, (account) => ({
    authentication_key: formatHex(account.authenticationKey),
    coin_register_events: handle(account.coinRegisterEvents),
    guid_creation_num: `${account.guidCreationNum}`,
    key_rotation_events: handle(account.keyRotationEvents),
    rotation_capability_offer: offer(account.rotationCapabilityOffer),
    sequence_number: `${account.sequenceNumber}`,
    signer_capability_offer: offer(account.signerCapabilityOffer),
  })),
  "0x1::block::BlockResource": reader(BlockResource, (block) => ({
    epoch_interval: `${block.epochInterval}`,
    height: `${block.height}`,
    new_block_events: handle(block.newBlockEvents),
    update_epoch_interval_events: handle(block.updateEpochIntervalEvents),
  })),
  "0x1::chain_id::ChainId": reader(ChainIdResource, ({ id }) => ({ id })),
  "0x1::coin::CoinStore": reader(CoinStore, (store) => ({
    coin: { value: `${store.coin}` },
    deposit_events: handle(store.depositEvents),
    frozen: store.frozen,
    withdraw_events: handle(store.withdrawEvents),
  })),
  "0x1::reconfiguration::Configuration": reader(Configuration, (configuration) => ({
    epoch: `${configuration.epoch}`,
    events: handle(configuration.events),
    last_reconfiguration_time: `${configuration.lastReconfigurationTime}`,
  })),
  "0x1::timestamp::CurrentTimeMicroseconds": reader(CurrentTimeMicroseconds, ({ microseconds }) => ({
    microseconds: `${microseconds}`,
  })),
  "0x1::state_storage::StateStorageUsage": reader(StateStorageUsage, ({ epoch, items, bytes }) => ({
    epoch: `${epoch}`,
    usage: { bytes: `${bytes}`, items: `${items}` },
  })),
  "0x1::stake::ValidatorSet": reader(ValidatorSet, (set) => ({
    active_validators: set.activeValidators.map(validator),
    consensus_scheme: set.consensusScheme,
    pending_active: set.pendingActive.map(validator),
    pending_inactive: set.pendingInactive.map(validator),
    total_joining_power: `${set.totalJoiningPower}`,
    total_voting_power: `${set.totalVotingPower}`,
  })),
  "0x1::object::ObjectCore": reader(ObjectCore, (object) => ({
    allow_ungated_transfer: object.allowUngatedTransfer,
    guid_creation_num: `${object.guidCreationNum}`,
    owner: formatAddress(object.owner),
    transfer_events: handle(object.transferEvents),
  })),
  "0x1::fungible_asset::FungibleStore": reader(FungibleStore, (store) => ({
    balance: `${store.balance}`,
    frozen: store.frozen,
    metadata: { inner: formatAddress(store.metadata) },
  })),
};

const readerOf = (type: string) => readers[type.split("<")[0]!];

function writtenValue(writes: readonly StateWrite[], key: Uint8Array): Uint8Array {
  return writes.find((write) => bytesToHex(write.key) === bytesToHex(key))!.value!;
}

describeVectors("resources of the chain at genesis", () => {
  describeNetworks(["mainnet", "testnet", "devnet", "devnet-2025-11"], (network) => {
    const { writes, record } = deriveGenesis(readVectorBytes(`genesis/${network}.genesis.blob`));
    const published = readVectorJson<Resources>(`genesis/${network}.resources.json`);

    test("resources decode to the published values", () => {
      let checked = 0;
      for (const [address, resources] of Object.entries(published.resources)) {
        for (const [type, json] of Object.entries(resources)) {
          const read = readerOf(type);
          if (read === undefined) continue;
          expect(read(writtenValue(writes, resourceKey(parseAddress(address), parseStructTag(type))))).toEqual(json);
          checked++;
        }
      }
      expect(checked).toBeGreaterThan(20);
    });

    test("members of groups decode to the published values", () => {
      for (const [place, members] of Object.entries(published.resource_groups)) {
        const [address, container] = place.split("|") as [string, string];
        const bytes = writtenValue(writes, resourceGroupKey(parseAddress(address), parseStructTag(container)));
        const group = ResourceGroup.decode(bytes);
        expect(bytesToHex(ResourceGroup.encode(group))).toBe(bytesToHex(bytes));
        expect(group.size).toBe(Object.keys(members).length);
        for (const [type, json] of Object.entries(members)) {
          const member = findGroupMember(group, parseStructTag(type))!;
          const read = readerOf(type);
          if (read !== undefined) expect(read(member)).toEqual(json);
        }
        expect(findGroupMember(group, parseStructTag("0x1::a::B"))).toBeUndefined();
      }
    });

    test("the event of the first block decodes", () => {
      const blob = bytesToHex(record.events);
      const type = "0105626c6f636b0d4e6577426c6f636b4576656e7400";
      const at = blob.indexOf(type) / 2 + type.length / 2;
      const length = record.events[at]!;
      const event = NewBlockEvent.decode(record.events.subarray(at + 1, at + 1 + length));
      expect(event).toMatchObject({
        epoch: 0n,
        round: 0n,
        height: 0n,
        timeMicroseconds: 0n,
        failedProposerIndices: [],
      });
    });
  });

  test("staking pools and vesting contracts of mainnet are where they are derived", () => {
    const { resources } = readVectorJson<Resources>("genesis/mainnet.resources.json");
    const none = new Uint8Array(0);
    let pools = 0;
    let contracts = 0;
    for (const [address, held] of Object.entries(resources)) {
      const store = held["0x1::staking_contract::Store"] as
        | { staking_contracts: { data: readonly { key: string; value: { pool_address: string } }[] } }
        | undefined;
      for (const { key, value } of store?.staking_contracts.data ?? []) {
        const pool = stakingContractPoolAddress(parseAddress(address), parseAddress(key), none);
        expect(formatAddress(pool)).toBe(value.pool_address);
        pools++;
      }
      const admin = held["0x1::vesting::AdminStore"] as { vesting_contracts: readonly string[] } | undefined;
      admin?.vesting_contracts.forEach((contract, nonce) => {
        expect(formatAddress(vestingContractAddress(parseAddress(address), BigInt(nonce), none))).toBe(contract);
        contracts++;
      });
    }
    expect(pools).toBeGreaterThan(0);
    expect(contracts).toBeGreaterThan(0);
  });
});

test("a concurrent balance is two numbers", () => {
  const bytes = hexToBytes("0500000000000000ffffffffffffffff");
  expect(ConcurrentFungibleBalance.decode(bytes)).toEqual({ value: 5n, maxValue: 0xffff_ffff_ffff_ffffn });
});

test("a store's amount is its own balance, unless that is 0: then the concurrent one", () => {
  const metadata = "a".padStart(64, "0");
  const store = (amount: string): Uint8Array => hexToBytes(`${metadata}${amount.padEnd(16, "0")}00`);
  const concurrent = hexToBytes("0500000000000000ffffffffffffffff");
  const group = (members: Readonly<Record<string, Uint8Array>>): bigint | undefined =>
    balanceOf(
      new Map(
        Object.entries(members).map(
          ([name, bytes]) => [parseStructTag(`0x1::fungible_asset::${name}`), bytes] as const,
        ),
      ),
    );
  expect(group({ FungibleStore: store("03") })).toBe(3n);
  expect(group({ FungibleStore: store("00") })).toBe(0n);
  expect(group({ FungibleStore: store("00"), ConcurrentFungibleBalance: concurrent })).toBe(5n);
  // The framework never has both; if it did, it would read the first one only.
  expect(group({ FungibleStore: store("03"), ConcurrentFungibleBalance: concurrent })).toBe(3n);
  expect(group({ ConcurrentFungibleBalance: concurrent })).toBeUndefined();
});

test("an account without state is shown as if it were new", () => {
  const address = parseAddress("0xb0b");
  const hex = bytesToHex(AccountResource.encode(statelessAccount(address)));
  const bob = bytesToHex(address);
  const u64 = (n: number) => n.toString(16).padStart(2, "0").padEnd(16, "0");
  expect(hex).toBe(`20${bob}${u64(0)}${u64(2)}${u64(0)}${u64(0)}${bob}${u64(0)}${u64(1)}${bob}0000`);
});

test("only the framework's own events begin an epoch", () => {
  const struct = (type: string) => ({ kind: "Struct", value: parseStructTag(type) }) as const;
  const data = new Uint8Array(8);
  const key = { creationNumber: 2n, accountAddress: parseAddress("0x1") };
  const v1 = (type: string): ContractEvent => ({
    kind: "V1",
    value: { key, sequenceNumber: 0n, typeTag: struct(type), data },
  });
  const v2 = (type: string): ContractEvent => ({ kind: "V2", value: { typeTag: struct(type), data } });
  expect(isNewEpochEvent(v1("0x1::reconfiguration::NewEpochEvent"))).toBe(true);
  expect(isNewEpochEvent(v2("0x1::reconfiguration::NewEpoch"))).toBe(true);
  expect(isNewEpochEvent(v2("0x1::reconfiguration::NewEpochEvent"))).toBe(false);
  expect(isNewEpochEvent(v1("0x2::reconfiguration::NewEpochEvent"))).toBe(false);
  expect(isNewEpochEvent({ kind: "V2", value: { typeTag: { kind: "U64" }, data } })).toBe(false);
});
