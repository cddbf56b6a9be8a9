/** What a transfer by a well-known account of local networks would do. */
export const simulatedTransfer = [
  {
    version: "116",
    hash: "0x3a49df266de7484b6c22e2f67b3712a5efa1719f59a09d84e3c05836d2025f7b",
    state_change_hash: "0x0000000000000000000000000000000000000000000000000000000000000000",
    event_root_hash: "0x0000000000000000000000000000000000000000000000000000000000000000",
    gas_used: "542",
    success: true,
    vm_status: "Executed successfully",
    accumulator_root_hash: "0x0000000000000000000000000000000000000000000000000000000000000000",
    changes: [
      {
        type: "write_resource",
        address: "0xa",
        state_key_hash: "0x1db5441d8fa4229c5844f73fd66da4ad8176cb8793d8b3a7f6ca858722030043",
        data: {
          type: "0x1::coin::PairedCoinType",
          data: {
            type: {
              account_address: "0x1",
              module_name: "0x6170746f735f636f696e",
              struct_name: "0x4170746f73436f696e",
            },
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
          data: { current: { max_value: "340282366920938463463374607431768211455", value: "18446744073705672335" } },
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
        address: "0x7e9c5b94d9a594143560756ffe0fc335cae70cabb06600cd87fe3b3fe7457a3a",
        state_key_hash: "0x9e258f617af328ef797e0b3000eb38e8f371f44b1d58fb5249d39bf11bf51ea5",
        data: {
          type: "0x1::fungible_asset::FungibleStore",
          data: { balance: "99999999944800", frozen: false, metadata: { inner: "0xa" } },
        },
      },
      {
        type: "write_resource",
        address: "0x7e9c5b94d9a594143560756ffe0fc335cae70cabb06600cd87fe3b3fe7457a3a",
        state_key_hash: "0x9e258f617af328ef797e0b3000eb38e8f371f44b1d58fb5249d39bf11bf51ea5",
        data: {
          type: "0x1::object::ObjectCore",
          data: {
            allow_ungated_transfer: false,
            guid_creation_num: "1125899906842625",
            owner: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9",
            transfer_events: {
              counter: "0",
              guid: {
                id: {
                  addr: "0x7e9c5b94d9a594143560756ffe0fc335cae70cabb06600cd87fe3b3fe7457a3a",
                  creation_num: "1125899906842624",
                },
              },
            },
          },
        },
      },
      {
        type: "write_resource",
        address: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9",
        state_key_hash: "0x58f61202beaca9b820d1a35154dac1882dca392416411456322e987af92c7e5e",
        data: {
          type: "0x1::account::Account",
          data: {
            authentication_key: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9",
            coin_register_events: {
              counter: "0",
              guid: {
                id: { addr: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9", creation_num: "0" },
              },
            },
            guid_creation_num: "2",
            key_rotation_events: {
              counter: "0",
              guid: {
                id: { addr: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9", creation_num: "1" },
              },
            },
            rotation_capability_offer: { for: { vec: [] } },
            sequence_number: "1",
            signer_capability_offer: { for: { vec: [] } },
          },
        },
      },
      {
        type: "write_resource",
        address: "0xd448ff899c14915207a07424af4c846543b471b4cd83cc9cb54b6b79b89639f1",
        state_key_hash: "0x5437be28e6e100a9379e74164c09cd626c9db4fdeb7f4cde27f80e5f571efdb0",
        data: {
          type: "0x1::fungible_asset::FungibleStore",
          data: { balance: "1000", frozen: false, metadata: { inner: "0xa" } },
        },
      },
      {
        type: "write_resource",
        address: "0xd448ff899c14915207a07424af4c846543b471b4cd83cc9cb54b6b79b89639f1",
        state_key_hash: "0x5437be28e6e100a9379e74164c09cd626c9db4fdeb7f4cde27f80e5f571efdb0",
        data: {
          type: "0x1::object::ObjectCore",
          data: {
            allow_ungated_transfer: false,
            guid_creation_num: "1125899906842625",
            owner: "0xb0b",
            transfer_events: {
              counter: "0",
              guid: {
                id: {
                  addr: "0xd448ff899c14915207a07424af4c846543b471b4cd83cc9cb54b6b79b89639f1",
                  creation_num: "1125899906842624",
                },
              },
            },
          },
        },
      },
    ],
    sender: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9",
    sequence_number: "0",
    max_gas_amount: "200000",
    gas_unit_price: "100",
    expiration_timestamp_secs: "4102444800",
    signature: { type: "single_sender" },
    payload: {
      type: "entry_function_payload",
      function: "0x1::aptos_account::transfer",
      type_arguments: [],
      arguments: ["0xb0b", "1000"],
    },
    events: [
      {
        guid: { creation_number: "0", account_address: "0x0" },
        sequence_number: "0",
        type: "0x1::fungible_asset::Withdraw",
        data: { amount: "1000", store: "0x7e9c5b94d9a594143560756ffe0fc335cae70cabb06600cd87fe3b3fe7457a3a" },
      },
      {
        guid: { creation_number: "0", account_address: "0x0" },
        sequence_number: "0",
        type: "0x1::fungible_asset::Deposit",
        data: { amount: "1000", store: "0xd448ff899c14915207a07424af4c846543b471b4cd83cc9cb54b6b79b89639f1" },
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
    timestamp: "1795219230000000",
  },
] as const;
