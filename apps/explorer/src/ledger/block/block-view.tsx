import type { Answer } from "@ledger/api-core/client";
import type { Block } from "../../api/answers.ts";
import { blockSize } from "../../api/block-size.ts";
import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { goTo, usePlace } from "../../routing/place.tsx";
import { formatCount, neighbour } from "../../text/number.ts";
import { formatTime } from "../../text/time.ts";
import { Age } from "../../ui/age.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Fact, Facts } from "../../ui/facts.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { VersionLink } from "../../ui/names.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { useHead } from "../../version/head.tsx";
import { TransactionRows } from "../transaction/transaction-rows.tsx";

/** A block by its height, or the one that holds the chosen version; the latest without either. */
export function BlockView({ height }: { height: string | undefined }) {
  const { at } = usePlace();
  const { info } = useHead();
  const [read, key] = which(height, at, info?.block_height);
  const { value, failure, busy } = useLoad(read, key);
  const block = value?.value;
  return (
    <>
      <ViewHeading title={height === undefined ? "Block" : `Block ${height}`}>
        Block {formatCount(block?.block_height ?? height ?? "")}
      </ViewHeading>
      {failure !== undefined && <FailureNote failure={failure} />}
      {block === undefined && busy && <p class="quiet">Loading…</p>}
      {block !== undefined && (
        <div aria-busy={busy}>
          <LoadedBlock block={block} latest={info?.block_height} />
        </div>
      )}
    </>
  );
}

type Read = (signal: AbortSignal) => Promise<Answer<Block>>;

/** Blocks are shown with their transactions. */
const query = { with_transactions: true };

function which(
  height: string | undefined,
  at: string | undefined,
  latest: string | undefined,
): [Read, string | undefined] {
  if (height !== undefined) {
    return [
      (signal) => node.call("get_block_by_height", { params: { block_height: height }, query, signal }),
      `block ${height}`,
    ];
  }
  if (at !== undefined) {
    return [
      (signal) => node.call("get_block_by_version", { params: { version: at }, query, signal }),
      `block of ${at}`,
    ];
  }
  // Without either, the head names the block once; it does not move on under the reader.
  return [
    (signal) => node.call("get_block_by_height", { params: { block_height: latest ?? "0" }, query, signal }),
    latest === undefined ? undefined : "latest block",
  ];
}

function LoadedBlock({ block, latest }: { block: Block; latest: string | undefined }) {
  const before = neighbour(block.block_height, -1);
  const after = neighbour(block.block_height, 1);
  const go = (height: string | undefined): void => goTo({ route: { view: "block", height } });
  return (
    <>
      <p class="subject">
        <code>{block.block_hash}</code> <CopyButton text={block.block_hash} what="hash" />
      </p>
      <Facts label="Block">
        <Fact name="Time">
          {formatTime(block.block_timestamp)}{" "}
          <small>
            <Age timestamp={block.block_timestamp} />
          </small>
        </Fact>
        <Fact name="Transactions">{formatCount(blockSize(block))}</Fact>
        <Fact name="First version">
          <VersionLink version={block.first_version} />
        </Fact>
        <Fact name="Last version">
          <VersionLink version={block.last_version} />
        </Fact>
      </Facts>
      <p class="pager">
        <button type="button" class="plain" disabled={before === undefined} onClick={() => go(before)}>
          Block before
        </button>
        <button
          type="button"
          class="plain"
          disabled={latest === undefined || BigInt(block.block_height) >= BigInt(latest)}
          onClick={() => go(after)}
        >
          Block after
        </button>
      </p>
      <TransactionRows transactions={block.transactions ?? []} caption="Transactions of the block, in order" />
    </>
  );
}
