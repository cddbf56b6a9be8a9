import type { Block } from "../api/answers.ts";
import { blockSize } from "../api/block-size.ts";
import { formatPlace } from "../routing/route.ts";
import { formatCount } from "../text/number.ts";
import { formatClock, formatTime, timestampMilliseconds } from "../text/time.ts";
import { useWidth } from "./use-width.ts";

const chartHeight = 150;
const base = chartHeight - 22;
const top = 14;

/** A round number not below `value`: 1, 2 or 5 times a power of ten. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map((step) => step * power).find((round) => round >= value) ?? value;
}

/**
 * The latest blocks, one bar each in the order of their heights, as high as the block has transactions. The list below has the same
 * links, so the bars stay out of the tab order.
 */
export function BlockChart({ blocks, label }: { blocks: readonly Block[]; label: string }) {
  const [box, width] = useWidth<HTMLElement>(720);
  const timed = blocks.flatMap((block) => {
    const time = timestampMilliseconds(block.block_timestamp);
    return time === undefined ? [] : [{ block, time, size: blockSize(block) }];
  });
  const first = timed[0]?.time ?? 0;
  const last = timed.at(-1)?.time ?? 0;
  const highest = roundUp(Math.max(...timed.map(({ size }) => size), 1));
  const left = 8 + 8 * String(highest).length;
  const step = (width - left) / Math.max(timed.length, 12);
  const bar = Math.max(Math.min(step * 0.62, 14), 1.5);
  // The newest block is at the right edge, as the clock below it says.
  const x = (index: number): number => width - (timed.length - index) * step + (step - bar) / 2;
  const y = (size: number): number => base - (size / highest) * (base - top);
  return (
    <figure class="block-chart" ref={box}>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the caption of the figure is its name; each link in it has its own */}
      <svg width={width} height={chartHeight} viewBox={`0 0 ${width} ${chartHeight}`}>
        {[0, highest / 2, highest].map((value) => (
          <g key={value} class="grid">
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} />
            <text x={left - 6} y={y(value) + 4} text-anchor="end">
              {Number.isInteger(value) ? formatCount(value) : ""}
            </text>
          </g>
        ))}
        {timed.map(({ block, size }, index) => (
          <a
            key={block.block_height}
            href={formatPlace({ route: { view: "block", height: block.block_height } })}
            tabIndex={-1}
          >
            <title>
              {`Block ${formatCount(block.block_height)}: ${formatCount(size)} transactions, ${formatTime(block.block_timestamp)}`}
            </title>
            <rect class="reach" x={x(index) - (step - bar) / 2} y={top} width={step} height={base - top} />
            <rect class="bar" x={x(index)} y={y(size)} width={bar} height={base - y(size)} />
          </a>
        ))}
        {timed.length > 1 && (
          <g class="grid">
            <text x={Math.max(x(0), left)} y={chartHeight - 6}>
              {formatClock(first)}
            </text>
            <text x={width} y={chartHeight - 6} text-anchor="end">
              {formatClock(last)}
            </text>
          </g>
        )}
      </svg>
      <figcaption>{label}</figcaption>
    </figure>
  );
}
