import { option, struct, u64, vector } from "@ledger/bcs";
import { JsonWriter } from "@ledger/move";
import type { BlockEntry } from "@ledger/state-store";
import { formatHash, HashValue, type LedgerRecord, OnChainRecord } from "@ledger/types";
import Type from "typebox";
import { ApiError, versionNotFound, versionPruned } from "../contract/error.ts";
import { optional, required } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { defineRoute, type NegotiatedReply, type Outcome } from "../endpoint/route.ts";
import { TransactionJson } from "../json/transaction.ts";
import { optionalMember } from "../schemas/member.ts";
import { booleanText, HashSchema, U64Schema, u64Text } from "../schemas/scalar.ts";
import { TransactionSchema } from "../schemas/transaction.ts";
import { blockOfMetadata } from "./examples/block-of-metadata.ts";
import { listRecords } from "./transaction-reply.ts";

const Block = Type.Object(
  {
    block_height: U64Schema,
    block_hash: HashSchema,
    block_timestamp: U64Schema,
    first_version: U64Schema,
    last_version: U64Schema,
    transactions: optionalMember(
      Type.Array(TransactionSchema, {
        description: "There when they were asked for; else `null`.",
        "x-doc": { type: ["array", "null"] },
      }),
    ),
  },
  { title: "Block", description: "A block: consecutive versions that were committed together." },
);

const BlockBcs = struct("Block", {
  blockHeight: u64,
  blockHash: HashValue,
  blockTimestamp: u64,
  firstVersion: u64,
  lastVersion: u64,
  transactions: option(vector(OnChainRecord)),
});

/** A block and, when they were asked for, its transactions. */
interface BlockWithTransactions {
  readonly block: BlockEntry;
  readonly records: readonly LedgerRecord[] | undefined;
}

const reply = {
  description: "The block.",
  json: { schema: Block, encode: writeBlock },
  bcs: {
    description: "Height, hash, timestamp, first and last version, and optionally the transactions.",
    encode: ({ block, records }: BlockWithTransactions) =>
      BlockBcs.encode({
        blockHeight: block.height,
        blockHash: block.hash,
        blockTimestamp: block.timestampUsecs,
        firstVersion: block.firstVersion,
        lastVersion: block.lastVersion,
        transactions: records,
      }),
  },
} satisfies NegotiatedReply<BlockWithTransactions>;

const query = {
  with_transactions: optional(booleanText, "Whether to include the transactions; false when absent."),
};

/** `GET /blocks/by_height/{block_height}`: a block by its height. */
export const getBlockByHeight = defineRoute({
  id: "get_block_by_height",
  method: "GET",
  path: "/blocks/by_height/{block_height}",
  tag: "Blocks",
  summary: "Get block by height",
  description: "Returns a block, with its transactions when they are asked for. Very large blocks are cut short.",
  params: { block_height: required(u64Text, "Height of the block; 0 is genesis.") },
  query,
  cache: "state",
  work: "bulk",
  handle: async ({ params: { block_height: height }, query: { with_transactions } }, context) => {
    const { ledger, store } = context;
    if (height > ledger.blockHeight) throw blockNotFound(height);
    if (height < ledger.oldestBlockHeight) {
      const message = `block height ${height} is pruned: the oldest is ${ledger.oldestBlockHeight}`;
      throw new ApiError("block_pruned", message);
    }
    const block = await store.findBlockByHeight(height);
    if (block === undefined) throw blockNotFound(height);
    return readBlock(context, block, with_transactions ?? false);
  },
  reply,
  errors: ["block_not_found", "block_pruned", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "A block without its transactions",
      params: { block_height: "5" },
      reply: {
        block_height: "5",
        block_hash: "0xc4c681e1cb20663002fae2029428b5ec6c248ba8653347e770660cd381ae4885",
        block_timestamp: "1795219205000000",
        first_version: "12",
        last_version: "15",
        transactions: null,
      },
    },
    {
      ledger: "local",
      summary: "A block with its transactions",
      params: { block_height: "22" },
      query: { with_transactions: "true" },
      reply: blockOfMetadata,
    },
  ],
});

/** `GET /blocks/by_version/{version}`: the block that holds a version. */
export const getBlockByVersion = defineRoute({
  id: "get_block_by_version",
  method: "GET",
  path: "/blocks/by_version/{version}",
  tag: "Blocks",
  summary: "Get block by version",
  description: "Returns the block that holds a ledger version, with its transactions when they are asked for.",
  params: { version: required(u64Text, "A ledger version inside the block.") },
  query,
  cache: "state",
  work: "bulk",
  handle: async ({ params: { version }, query: { with_transactions } }, context) => {
    const { ledger, store } = context;
    if (version > ledger.version) throw versionNotFound(version, ledger.version);
    if (version < ledger.oldestLedgerVersion) throw versionPruned(version, ledger.oldestLedgerVersion);
    return readBlock(context, await store.readBlockByVersion(version), with_transactions ?? false);
  },
  reply,
  errors: ["version_not_found", "version_pruned"],
  examples: [
    {
      ledger: "local",
      summary: "The block of a transaction",
      params: { version: "27" },
      reply: {
        block_height: "8",
        block_hash: "0x8f2558297684c0d0771868321851c69938016f5617fc0ecccd0285c1f3a9e111",
        block_timestamp: "1795219208000000",
        first_version: "26",
        last_version: "28",
        transactions: null,
      },
    },
  ],
});

function blockNotFound(height: bigint): ApiError {
  return new ApiError("block_not_found", `block is not found: block height ${height}`);
}

async function readBlock(
  context: RequestContext,
  block: BlockEntry,
  withTransactions: boolean,
): Promise<Outcome<BlockWithTransactions>> {
  const limit = context.config.pageSizes.blockTransactions;
  const size = block.lastVersion - block.firstVersion + 1n;
  const count = size < BigInt(limit) ? Number(size) : limit;
  const records = withTransactions ? await listRecords(context, block.firstVersion, count) : undefined;
  return { value: { block, records }, validator: `h${block.height}`, immutable: true };
}

async function writeBlock({ block, records }: BlockWithTransactions, context: RequestContext): Promise<Uint8Array> {
  const output = new JsonWriter({ capacity: records === undefined ? 512 : 64 * 1024 });
  const { height, hash, timestampUsecs, firstVersion, lastVersion } = block;
  output.beginObject().members({
    block_height: height.toString(),
    block_hash: formatHash(hash),
    block_timestamp: timestampUsecs.toString(),
    first_version: firstVersion.toString(),
    last_version: lastVersion.toString(),
  });
  if (records === undefined) output.members({ transactions: null });
  else await new TransactionJson(context).writeAll(output.member("transactions"), records);
  output.endObject();
  return output.view();
}
