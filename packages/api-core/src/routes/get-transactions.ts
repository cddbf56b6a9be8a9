import { optional } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { u64Text } from "../schemas/scalar.ts";
import { limitParameter, pageLimit } from "./parameters.ts";
import { checkStart, listRecords, transactionsReply } from "./transaction-reply.ts";

/** `GET /transactions`: committed transactions of all kinds, by version. */
export const getTransactions = defineRoute({
  id: "get_transactions",
  method: "GET",
  path: "/transactions",
  tag: "Transactions",
  summary: "Get transactions",
  description:
    "Returns committed transactions of all kinds, ascending by version. Without `start` the answer holds the newest ones.",
  params: {},
  query: { start: optional(u64Text, "Version of the first transaction."), limit: limitParameter },
  cache: "state",
  work: "bulk",
  handle: async ({ query }, context) => {
    const { ledger, config } = context;
    const limit = pageLimit(query.limit, config.pageSizes.transactions);
    const { start } = query;
    const first = start === undefined ? newestStart(ledger, limit) : checkStart(start, ledger);
    return { value: await listRecords(context, first, limit) };
  },
  reply: { description: "The transactions, ascending by version.", ...transactionsReply },
  errors: ["invalid_input", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "The last transaction of a block",
      query: { start: "15", limit: "1" },
      reply: [
        {
          type: "block_epilogue_transaction",
          version: "15",
          hash: "0x820bed0affeb2a9f128773666f7d2112c00f99e1c743272acb96115245ad37c7",
          state_change_hash: "0x8e9d2c8000a280104289e5c18acbedcb2a4bff2c0fa7ca5132c726b343826efb",
          event_root_hash: "0x414343554d554c41544f525f504c414345484f4c4445525f4841534800000000",
          state_checkpoint_hash: "0xb4c8cb189f2ba309cd380163ffa2ff171b34407c3b37aa4a55554af125e4bdf9",
          gas_used: "0",
          success: true,
          vm_status: "Executed successfully",
          accumulator_root_hash: "0xd9ee147648a7a7ea416cd1216c18efbfe7b67ac5d491bd5352813fae891c9145",
          changes: [
            {
              type: "write_resource",
              address: "0x1",
              state_key_hash: "0x6bd4ff46a66c03713d41a67a2b2c13c4dfa30d21080ea2262cb4839484c82039",
              data: {
                type: "0x1::stake::PendingTransactionFee",
                data: {
                  pending_fee_by_validator: {
                    __variant__: "BPlusTreeMap",
                    constant_kv_size: true,
                    inner_max_degree: 5,
                    leaf_max_degree: 10,
                    max_leaf_index: "1",
                    min_leaf_index: "1",
                    nodes: {
                      __variant__: "V1",
                      new_slot_index: "10",
                      reuse_head_index: "0",
                      reuse_spare_count: 0,
                      should_reuse: true,
                      slots: { vec: [] },
                    },
                    root: {
                      __variant__: "V1",
                      children: {
                        __variant__: "SortedVectorMap",
                        entries: [
                          {
                            key: "0",
                            value: { __variant__: "Leaf", value: { max_value: "18446744073709551615", value: "3180" } },
                          },
                        ],
                      },
                      is_leaf: true,
                      next: "0",
                      prev: "0",
                    },
                  },
                },
              },
            },
          ],
          block_end_info: {
            block_gas_limit_reached: false,
            block_output_limit_reached: false,
            block_effective_block_gas_units: 97,
            block_approx_output_size: 5158,
          },
          timestamp: "1795219205000000",
        },
      ],
    },
  ],
});

function newestStart(
  ledger: { readonly version: bigint; readonly oldestLedgerVersion: bigint },
  limit: number,
): bigint {
  const start = ledger.version + 1n - BigInt(limit);
  return start < ledger.oldestLedgerVersion ? ledger.oldestLedgerVersion : start;
}
