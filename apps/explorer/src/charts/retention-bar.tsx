import type { LedgerInfo } from "../api/answers.ts";
import { formatCount } from "../text/number.ts";

/** Which part of the ledger's history can be read, drawn to scale. */
export function RetentionBar({ info }: { info: LedgerInfo }) {
  const latest = BigInt(info.ledger_version);
  const oldest = BigInt(info.oldest_ledger_version);
  const place = (version: bigint): number => (latest === 0n ? 0 : Number((version * 10_000n) / latest) / 10);
  const text =
    oldest === 0n
      ? `Every version from 0 to ${formatCount(latest)} can be read.`
      : `Versions ${formatCount(oldest)} to ${formatCount(latest)} can be read; older ones are pruned.`;
  return (
    <figure class="retention">
      <svg viewBox="0 0 1000 20" preserveAspectRatio="none" role="img" aria-label={text}>
        <rect class="lost" x="0" y="0" width="1000" height="20" />
        <rect class="kept" x={Math.min(place(oldest), 996)} y="0" width="1000" height="20" />
      </svg>
      <figcaption>
        <span>{text}</span>
        <span class="quiet">
          Blocks {formatCount(info.oldest_block_height)} to {formatCount(info.block_height)}
        </span>
      </figcaption>
    </figure>
  );
}
