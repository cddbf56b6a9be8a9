/** A block of the local network in which nothing was sent: its metadata and its epilogue. */
export const blockOfMetadata = {
  block_height: "22",
  block_hash: "0xe58ea0a5f326d2497238448d6876f084bde6251851fd33e6da953089238f96e3",
  block_timestamp: "1795219222000000",
  first_version: "81",
  last_version: "82",
  transactions: [
    {
      type: "block_metadata_transaction",
      version: "81",
      hash: "0xcb15ce435e276cd6aab8aa32ac5430c47cfec0368e4abad58e4849b73534c9f8",
      state_change_hash: "0x16a853dd8e11886402780acb25c85bc1223d3478180caa8f2fc9c1fea302e529",
      event_root_hash: "0x6b9bf169581df2f4ae0ee28dd0a0d3dbaccadd2274438cd4d39259f717e06e31",
      gas_used: "0",
      success: true,
      vm_status: "Executed successfully",
      accumulator_root_hash: "0xb3833cf3a6bed5ee6e8d9499fe0a9e8141ceed8234350bc32e78dcf992814cfa",
      changes: [
        {
          type: "write_resource",
          address: "0x1",
          state_key_hash: "0x5ddf404c60e96e9485beafcabb95609fed8e38e941a725cae4dcec8296fb32d7",
          data: {
            type: "0x1::block::BlockResource",
            data: {
              epoch_interval: "7200000000",
              height: "22",
              new_block_events: { counter: "23", guid: { id: { addr: "0x1", creation_num: "3" } } },
              update_epoch_interval_events: { counter: "0", guid: { id: { addr: "0x1", creation_num: "4" } } },
            },
          },
        },
        {
          type: "write_resource",
          address: "0x1",
          state_key_hash: "0xe8e5837bc9b6b65c401636219abaf22a84a1facf1b7693ffe0048f1366b5aee5",
          data: {
            type: "0x1::block::CommitHistory",
            data: {
              max_capacity: 2000,
              next_idx: 23,
              table: {
                inner: { handle: "0x38ff67f17cf7998cd41ed5267b52cff7af37d06a22e8b390ce44b69680fc0e97" },
                length: "23",
              },
            },
          },
        },
        {
          type: "write_resource",
          address: "0x1",
          state_key_hash: "0x8048c954221814b04533a9f0a9946c3a8d472ac62df5accb9f47c097e256e8b6",
          data: {
            type: "0x1::stake::ValidatorPerformance",
            data: { validators: [{ failed_proposals: "0", successful_proposals: "21" }] },
          },
        },
        {
          type: "write_resource",
          address: "0x1",
          state_key_hash: "0x7b1615bf012d3c94223f3f76287ee2f7bdf31d364071128b256aeff0841b626d",
          data: { type: "0x1::timestamp::CurrentTimeMicroseconds", data: { microseconds: "1795219222000000" } },
        },
        {
          type: "write_resource",
          address: "0x1",
          state_key_hash: "0x542cc34bb52fe6a63730adb821a1ddfbe4567c1594e4cf591afad872ded1cbfe",
          data: {
            type: "0x1::randomness::PerBlockRandomness",
            data: { epoch: "2", round: "21", seed: { vec: [] } },
          },
        },
        {
          type: "write_table_item",
          state_key_hash: "0xb0e105c803bd00035c4df1158eff29fb6cab666208cd006be8f47906db64b6b2",
          handle: "0x38ff67f17cf7998cd41ed5267b52cff7af37d06a22e8b390ce44b69680fc0e97",
          key: "0x16000000",
          value:
            "0xe58ea0a5f326d2497238448d6876f084bde6251851fd33e6da953089238f96e30200000000000000150000000000000016000000000000000180714bd009be125f8dad80b0fd20f38640d7143a5267ca6c8d9cae11b74fb42792008071050cbe600600",
        },
      ],
      id: "0xe58ea0a5f326d2497238448d6876f084bde6251851fd33e6da953089238f96e3",
      epoch: "2",
      round: "21",
      previous_block_votes_bitvec: [128],
      proposer: "0x714bd009be125f8dad80b0fd20f38640d7143a5267ca6c8d9cae11b74fb42792",
      failed_proposer_indices: [],
      timestamp: "1795219222000000",
      events: [
        {
          guid: { creation_number: "3", account_address: "0x1" },
          sequence_number: "22",
          type: "0x1::block::NewBlockEvent",
          data: {
            epoch: "2",
            failed_proposer_indices: [],
            hash: "0xe58ea0a5f326d2497238448d6876f084bde6251851fd33e6da953089238f96e3",
            height: "22",
            previous_block_votes_bitvec: "0x80",
            proposer: "0x714bd009be125f8dad80b0fd20f38640d7143a5267ca6c8d9cae11b74fb42792",
            round: "21",
            time_microseconds: "1795219222000000",
          },
        },
      ],
    },
    {
      type: "block_epilogue_transaction",
      version: "82",
      hash: "0xc6c79f69ae7270d51e862b43d640b50b46e039248dc547a6bb2011cd83812363",
      state_change_hash: "0xafb6e14fe47d850fd0a7395bcfb997ffacf4715e0f895cc162c218e4a7564bc6",
      event_root_hash: "0x414343554d554c41544f525f504c414345484f4c4445525f4841534800000000",
      state_checkpoint_hash: "0xe2ee25836654c742cb1458eeca782525e5a961d5bb50d69c3a46f7cb319d255e",
      gas_used: "0",
      success: true,
      vm_status: "Executed successfully",
      accumulator_root_hash: "0x52126ba623daf9462cc8e612635028ab6379d4229312b1f4906688ba7ba70448",
      changes: [],
      block_end_info: {
        block_gas_limit_reached: false,
        block_output_limit_reached: false,
        block_effective_block_gas_units: 0,
        block_approx_output_size: 0,
      },
      timestamp: "1795219222000000",
    },
  ],
};
