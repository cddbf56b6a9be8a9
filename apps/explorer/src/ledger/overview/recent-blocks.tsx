import type { Block } from "../../api/answers.ts";
import { blockSize } from "../../api/block-size.ts";
import { BlockChart } from "../../charts/block-chart.tsx";
import { shortenHex } from "../../text/hex.ts";
import { formatCount } from "../../text/number.ts";
import { formatClock, formatTime, timestampMilliseconds } from "../../text/time.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { HeightLink, VersionLink } from "../../ui/names.tsx";
import { type Column, Table } from "../../ui/table.tsx";
import { useRecentBlocks } from "./use-recent-blocks.ts";

/** Rows of the list; the picture shows more. */
const shownRows = 8;

/** Blocks up to a height, as a picture and as a list. */
export function RecentBlocks({ height, oldest }: { height: string | undefined; oldest: string }) {
  const { blocks, failure } = useRecentBlocks(height, oldest);
  return (
    <>
      <h2>Blocks and transactions</h2>
      {failure !== undefined && <FailureNote failure={failure} />}
      <BlockChart blocks={blocks} label={describe(blocks)} />
      <Table
        class="blocks"
        columns={columns}
        rows={blocks.slice(-shownRows).reverse()}
        rowKey={({ block_height: height }) => height}
      />
    </>
  );
}

const columns: readonly Column<Block>[] = [
  { title: "Block", heads: true, cell: ({ block_height: height }) => <HeightLink height={height} /> },
  { title: "Time", cell: ({ block_timestamp: timestamp }) => <BlockTime timestamp={timestamp} /> },
  { title: "Transactions", number: true, cell: (block) => formatCount(blockSize(block)) },
  {
    title: "Versions",
    number: true,
    cell: ({ first_version: first, last_version: last }) => (
      <>
        <VersionLink version={first} /> to <VersionLink version={last} />
      </>
    ),
  },
  {
    title: "Hash",
    spare: true,
    cell: ({ block_hash: hash }) => (
      <>
        <code title={hash}>{shortenHex(hash)}</code> <CopyButton text={hash} what="hash of the block" />
      </>
    ),
  },
];

/** Time of the day; the whole date is in its title. */
function BlockTime({ timestamp }: { timestamp: string }) {
  const milliseconds = timestampMilliseconds(timestamp);
  if (milliseconds === undefined) return <>genesis</>;
  return <time title={formatTime(timestamp)}>{formatClock(milliseconds)}</time>;
}

/** The picture in words. */
function describe(blocks: readonly Block[]): string {
  const first = blocks[0];
  const last = blocks.at(-1);
  if (first === undefined || last === undefined) return "Loading…";
  const transactions = blocks.reduce((sum, block) => sum + blockSize(block), 0);
  const text = `${formatCount(transactions)} transactions in ${formatCount(blocks.length)} ${blocks.length === 1 ? "block" : "blocks"}`;
  const from = timestampMilliseconds(first.block_timestamp);
  const to = timestampMilliseconds(last.block_timestamp);
  if (from === undefined || to === undefined || to <= from) return `${text}.`;
  // The first block only starts the clock: its transactions came before the stretch of time that is looked at.
  const rate = ((transactions - blockSize(first)) * 1000) / (to - from);
  const interval = (to - from) / 1000 / (blocks.length - 1);
  return `${text}: ${rate.toFixed(rate < 10 ? 1 : 0)} a second, a block every ${interval.toFixed(interval < 10 ? 2 : 0)} seconds.`;
}
