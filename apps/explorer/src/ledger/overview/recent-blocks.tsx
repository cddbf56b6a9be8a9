import type { Block } from "../../api/answers.ts";
import { BlockChart } from "../../charts/block-chart.tsx";
import { shortenHex } from "../../text/hex.ts";
import { formatCount } from "../../text/number.ts";
import { formatClock, formatTime, timestampMilliseconds } from "../../text/time.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { HeightLink, VersionLink } from "../../ui/names.tsx";
import { blockSize } from "../block/block-size.ts";
import { useRecentBlocks } from "./use-recent-blocks.ts";

/** Rows of the list; the picture shows more. */
const ROWS = 8;

/** Blocks up to a height, as a picture and as a list. */
export function RecentBlocks({ height, oldest }: { height: string | undefined; oldest: string }) {
  const { blocks, failure } = useRecentBlocks(height, oldest);
  return (
    <>
      <h2>Blocks and transactions</h2>
      {failure !== undefined && <FailureNote failure={failure} />}
      <BlockChart blocks={blocks} label={describe(blocks)} />
      <table class="rows">
        <thead>
          <tr>
            <th scope="col" class="right">
              Block
            </th>
            <th scope="col">Time</th>
            <th scope="col" class="right">
              Transactions
            </th>
            <th scope="col" class="right">
              First version
            </th>
            <th scope="col" class="right">
              Last version
            </th>
            <th scope="col" class="spare">
              Hash
            </th>
          </tr>
        </thead>
        <tbody>
          {blocks
            .slice(-ROWS)
            .reverse()
            .map((block) => (
              <tr key={block.block_height}>
                <td class="right">
                  <HeightLink height={block.block_height} />
                </td>
                <td>
                  <BlockTime timestamp={block.block_timestamp} />
                </td>
                <td class="right number">{formatCount(blockSize(block))}</td>
                <td class="right">
                  <VersionLink version={block.first_version} />
                </td>
                <td class="right">
                  <VersionLink version={block.last_version} />
                </td>
                <td class="spare">
                  <code>{shortenHex(block.block_hash)}</code>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </>
  );
}

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
