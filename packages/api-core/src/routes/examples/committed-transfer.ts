/** A transfer of the local network, as it is answered once it is committed. */
export const committedTransfer = {
  type: "user_transaction",
  version: "14",
  hash: "0xf523d2a4fec8c9e3035b532bb2b40f8d1284541aaf1f1e197a6921e5670664ce",
  state_change_hash: "0xe4897aeafb5c4a2e5261ffda57572a9b668c4241d03e0f274d8e33c2b97a9c21",
  event_root_hash: "0x68a99e27c5fdc13909dfc17454015ce81b77574e430f40f86aae3afc807902f9",
  gas_used: "542",
  success: true,
  vm_status: "Executed successfully",
  accumulator_root_hash: "0x30ca35b90d0cd159212f1860e630ba94db517b0d15a126b9f7fc750d38f59928",
  changes: [
    {
      type: "write_resource",
      address: "0xa",
      state_key_hash: "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043",
      data: {
        type: "0x1::coin::PairedCoinType",
        data: {
          type: { account_address: "0x1", module_name: "0x6170746f735f636f696e", struct_name: "0x4170746f73436f696e" },
        },
      },
    },
    {
      type: "write_resource",
      address: "0xa",
      state_key_hash: "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043",
      data: {
        type: "0x1::coin::PairedFungibleAssetRefs",
        data: {
          burn_ref_opt: { vec: [] },
          mint_ref_opt: { vec: [{ metadata: { inner: "0xa" } }] },
          transfer_ref_opt: { vec: [{ metadata: { inner: "0xa" } }] },
        },
      },
    },
    {
      type: "write_resource",
      address: "0xa",
      state_key_hash: "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043",
      data: {
        type: "0x1::fungible_asset::ConcurrentSupply",
        data: { current: { max_value: "340282366920938463463374607431768211455", value: "18446744073707696915" } },
      },
    },
    {
      type: "write_resource",
      address: "0xa",
      state_key_hash: "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043",
      data: {
        type: "0x1::fungible_asset::Metadata",
        data: { decimals: 8, icon_uri: "", name: "Aptos Coin", project_uri: "", symbol: "APT" },
      },
    },
    {
      type: "write_resource",
      address: "0xa",
      state_key_hash: "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043",
      data: {
        type: "0x1::object::ObjectCore",
        data: {
          allow_ungated_transfer: true,
          guid_creation_num: "1125899906842625",
          owner: "0x1",
          transfer_events: { counter: "0", guid: { id: { addr: "0xa", creation_num: "1125899906842624" } } },
        },
      },
    },
    {
      type: "write_resource",
      address: "0xa",
      state_key_hash: "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043",
      data: { type: "0x1::primary_fungible_store::DeriveRefPod", data: { metadata_derive_ref: { self: "0xa" } } },
    },
    {
      type: "write_resource",
      address: "0xcafe",
      state_key_hash: "0xc0a54f77a5af5e315ba586f5be3580c38f570302bcaa90996a7420a858451b4d",
      data: {
        type: "0x1::account::Account",
        data: {
          authentication_key: "0x5aaf15ae1f1901beee8b317f12db9d7880dee0862d169bc5122285c2d06eac46",
          coin_register_events: { counter: "0", guid: { id: { addr: "0xcafe", creation_num: "0" } } },
          guid_creation_num: "3",
          key_rotation_events: { counter: "0", guid: { id: { addr: "0xcafe", creation_num: "1" } } },
          rotation_capability_offer: { for: { vec: [] } },
          sequence_number: "4",
          signer_capability_offer: { for: { vec: [] } },
        },
      },
    },
    {
      type: "write_resource",
      address: "0x20bdc66af6df0d729ce875aef1a5852c0685e72964e0eb0cb852e1ba1b4f048a",
      state_key_hash: "0xa4fd2ab195ea36a113ad544b46a9e6b865a0c76391ccd05c7e18edff5b80cd57",
      data: {
        type: "0x1::fungible_asset::FungibleStore",
        data: { balance: "10000000000", frozen: false, metadata: { inner: "0xa" } },
      },
    },
    {
      type: "write_resource",
      address: "0x20bdc66af6df0d729ce875aef1a5852c0685e72964e0eb0cb852e1ba1b4f048a",
      state_key_hash: "0xa4fd2ab195ea36a113ad544b46a9e6b865a0c76391ccd05c7e18edff5b80cd57",
      data: {
        type: "0x1::object::ObjectCore",
        data: {
          allow_ungated_transfer: false,
          guid_creation_num: "1125899906842625",
          owner: "0x524fae821b36f5deb7dfbcd54287d221d2ed49725b39b70fe1c6878abdc8113d",
          transfer_events: {
            counter: "0",
            guid: {
              id: {
                addr: "0x20bdc66af6df0d729ce875aef1a5852c0685e72964e0eb0cb852e1ba1b4f048a",
                creation_num: "1125899906842624",
              },
            },
          },
        },
      },
    },
    {
      type: "write_resource",
      address: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
      state_key_hash: "0x025ffd87393cf133f3640d755aa5c767dca60624d70f4f48cabe6b10e1824abc",
      data: {
        type: "0x1::fungible_asset::FungibleStore",
        data: { balance: "92989998498800", frozen: false, metadata: { inner: "0xa" } },
      },
    },
    {
      type: "write_resource",
      address: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
      state_key_hash: "0x025ffd87393cf133f3640d755aa5c767dca60624d70f4f48cabe6b10e1824abc",
      data: {
        type: "0x1::object::ObjectCore",
        data: {
          allow_ungated_transfer: false,
          guid_creation_num: "1125899906842625",
          owner: "0xcafe",
          transfer_events: {
            counter: "0",
            guid: {
              id: {
                addr: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
                creation_num: "1125899906842624",
              },
            },
          },
        },
      },
    },
  ],
  sender: "0xcafe",
  sequence_number: "3",
  max_gas_amount: "200000",
  gas_unit_price: "100",
  expiration_timestamp_secs: "1795219255",
  signature: {
    type: "ed25519_signature",
    public_key: "0x6c5f6f9629c80a8929da67868ef890c924d60ea864af9ed73a383ca7f6bf11d5",
    signature:
      "0x87d2318e02a8ed1e4277231ae16ccec3728e8c590a105f078d80268e21c9c6566bace877dc633056f0259c1c8151a86a1502244395f281e56416f06edd33f802",
  },
  payload: {
    type: "entry_function_payload",
    function: "0x1::aptos_account::transfer",
    type_arguments: [],
    arguments: ["0x524fae821b36f5deb7dfbcd54287d221d2ed49725b39b70fe1c6878abdc8113d", "10000000000"],
  },
  events: [
    {
      guid: { creation_number: "0", account_address: "0x0" },
      sequence_number: "0",
      type: "0x1::fungible_asset::Withdraw",
      data: { amount: "10000000000", store: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398" },
    },
    {
      guid: { creation_number: "0", account_address: "0x0" },
      sequence_number: "0",
      type: "0x1::fungible_asset::Deposit",
      data: { amount: "10000000000", store: "0x20bdc66af6df0d729ce875aef1a5852c0685e72964e0eb0cb852e1ba1b4f048a" },
    },
    {
      guid: { creation_number: "0", account_address: "0x0" },
      sequence_number: "0",
      type: "0x1::transaction_fee::FeeStatement",
      data: {
        execution_gas_units: "4",
        io_gas_units: "6",
        storage_fee_octas: "53240",
        storage_fee_refund_octas: "0",
        total_charge_gas_units: "542",
      },
    },
  ],
  timestamp: "1795219205000000",
} as const;
