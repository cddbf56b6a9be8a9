/** The parts that the examples of transfers share: they differ in sender, receiver, amount and earlier balances. */

/** The primary store of an account, as a transfer leaves it. */
export interface TransferStore {
  readonly address: string;
  readonly stateKeyHash: string;
  readonly owner: string;
  readonly balance: string;
}

/** The function that a transfer calls. */
export function transferPayload(receiver: string, amount: string) {
  return {
    type: "entry_function_payload",
    function: "0x1::aptos_account::transfer",
    type_arguments: [],
    arguments: [receiver, amount],
  };
}

/** The coin's metadata object: fees are burnt, so each transaction writes its supply. */
export function coinChanges(supply: string) {
  const resources = [
    [
      "0x1::coin::PairedCoinType",
      { type: { account_address: "0x1", module_name: "0x6170746f735f636f696e", struct_name: "0x4170746f73436f696e" } },
    ],
    [
      "0x1::coin::PairedFungibleAssetRefs",
      {
        burn_ref_opt: { vec: [] },
        mint_ref_opt: { vec: [{ metadata: { inner: "0xa" } }] },
        transfer_ref_opt: { vec: [{ metadata: { inner: "0xa" } }] },
      },
    ],
    [
      "0x1::fungible_asset::ConcurrentSupply",
      { current: { max_value: "340282366920938463463374607431768211455", value: supply } },
    ],
    [
      "0x1::fungible_asset::Metadata",
      { decimals: 8, icon_uri: "", name: "Aptos Coin", project_uri: "", symbol: "APT" },
    ],
    ["0x1::object::ObjectCore", objectCore("0xa", "0x1", true)],
    ["0x1::primary_fungible_store::DeriveRefPod", { metadata_derive_ref: { self: "0xa" } }],
  ] as const;
  const key = "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043";
  return resources.map(([type, data]) => write("0xa", key, type, data));
}

/** A store, and the object that it is in. */
export function storeChanges({ address, stateKeyHash, owner, balance }: TransferStore) {
  return [
    write(address, stateKeyHash, "0x1::fungible_asset::FungibleStore", {
      balance,
      frozen: false,
      metadata: { inner: "0xa" },
    }),
    write(address, stateKeyHash, "0x1::object::ObjectCore", objectCore(address, owner, false)),
  ];
}

/** The sender's account, which counts its transactions. */
export function accountChange(account: {
  readonly address: string;
  readonly stateKeyHash: string;
  readonly authenticationKey: string;
  readonly nextCreationNumber: string;
  readonly sequenceNumber: string;
}) {
  const { address } = account;
  return write(address, account.stateKeyHash, "0x1::account::Account", {
    authentication_key: account.authenticationKey,
    coin_register_events: noEvents(address, "0"),
    guid_creation_num: account.nextCreationNumber,
    key_rotation_events: noEvents(address, "1"),
    rotation_capability_offer: { for: { vec: [] } },
    sequence_number: account.sequenceNumber,
    signer_capability_offer: { for: { vec: [] } },
  });
}

/** The events of a transfer to an account without a store. */
export function transferEvents(amount: string, from: TransferStore, to: TransferStore) {
  return [
    moduleEvent("0x1::fungible_asset::Withdraw", { amount, store: from.address }),
    moduleEvent("0x1::fungible_asset::Deposit", { amount, store: to.address }),
    moduleEvent("0x1::transaction_fee::FeeStatement", {
      execution_gas_units: "4",
      io_gas_units: "6",
      storage_fee_octas: "53240",
      storage_fee_refund_octas: "0",
      total_charge_gas_units: "542",
    }),
  ];
}

function write(address: string, stateKeyHash: string, type: string, data: object) {
  return { type: "write_resource", address, state_key_hash: stateKeyHash, data: { type, data } };
}

function objectCore(address: string, owner: string, isUngated: boolean) {
  return {
    allow_ungated_transfer: isUngated,
    guid_creation_num: "1125899906842625",
    owner,
    transfer_events: noEvents(address, "1125899906842624"),
  };
}

function noEvents(address: string, creationNumber: string) {
  return { counter: "0", guid: { id: { addr: address, creation_num: creationNumber } } };
}

function moduleEvent(type: string, data: object) {
  return { guid: { creation_number: "0", account_address: "0x0" }, sequence_number: "0", type, data };
}
