import {
  type AnyCodec,
  bytes,
  enumeration,
  map,
  option,
  string,
  struct,
  u8,
  u32,
  u64,
  unit,
  vector,
} from "@ledger/bcs";
import {
  AccountResource,
  ContractEvent,
  HashValue,
  PersistedAuxiliaryInfo,
  StateValue,
  StructTag,
  TransactionData,
  TransactionOnChainData,
  TransactionSummary,
} from "@ledger/types";

/** `GET /v1` in BCS keeps its numbers as decimal text. */
const IndexResponse = struct("IndexResponse", {
  chainId: u8,
  epoch: string,
  ledgerVersion: string,
  oldestLedgerVersion: string,
  ledgerTimestamp: string,
  nodeRole: enumeration("RoleType", { Validator: unit, FullNode: unit }),
  oldestBlockHeight: string,
  blockHeight: string,
});

const Block = struct("Block", {
  blockHeight: u64,
  blockHash: HashValue,
  blockTimestamp: u64,
  firstVersion: u64,
  lastVersion: u64,
  transactions: option(vector(TransactionOnChainData)),
});

const events = vector(struct("VersionedEvent", { version: u64, event: ContractEvent }));

const placedEvents = vector(struct("PlacedEvent", { version: u64, index: u32, event: ContractEvent }));

const tableItems = vector(struct("TableItem", { key: bytes, value: bytes, version: u64 }));

/**
 * Codecs of the BCS answers, by operation. A table item, a resource and a module are stored bytes whose meaning
 * only the ledger knows, as it does that of what a view returns; proofs are for programs.
 */
const codecs: Readonly<Record<string, AnyCodec>> = {
  get_ledger_info: IndexResponse,
  healthy: string,
  get_account: AccountResource,
  get_account_resources: map(StructTag, bytes),
  get_account_modules: map(string, bytes),
  get_account_balance: u64,
  get_account_transaction_summaries: vector(TransactionSummary),
  get_account_transactions: vector(TransactionOnChainData),
  get_transactions: vector(TransactionOnChainData),
  get_transactions_auxiliary_info: vector(PersistedAuxiliaryInfo),
  get_transaction_by_hash: TransactionData,
  wait_transaction_by_hash: TransactionData,
  get_transaction_by_version: TransactionData,
  get_block_by_height: Block,
  get_block_by_version: Block,
  get_events_by_creation_number: events,
  get_events_by_event_handle: events,
  get_raw_state_value: StateValue,
  list_events: placedEvents,
  list_table_items: tableItems,
  estimate_gas_price: struct("GasEstimationBcs", { gasEstimate: u64 }),
  simulate_transaction: TransactionOnChainData,
};

/** Codec of an operation's BCS answer, when it has one that does not depend on the ledger. */
export function answerCodec(operation: string): AnyCodec | undefined {
  return codecs[operation];
}
