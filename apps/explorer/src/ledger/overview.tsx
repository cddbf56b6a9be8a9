import { getJson } from "../api/client.ts";
import { FailureNote } from "../ui/failure-note.tsx";
import { useLoad } from "../ui/use-load.ts";

/** What `GET /v1` answers. Ledger numbers are decimal text: they may exceed what a JavaScript number holds. */
interface LedgerInfo {
  readonly chain_id: number;
  readonly epoch: string;
  readonly ledger_version: string;
  readonly oldest_ledger_version: string;
  readonly ledger_timestamp: string;
  readonly node_role: string;
  readonly block_height: string;
  readonly oldest_block_height: string;
}

const chainNames: Readonly<Record<number, string>> = { 1: "mainnet", 2: "testnet", 4: "local or development" };

/** Milliseconds between two looks at the ledger. */
const REFRESH = 2_000;

function formatCount(text: string): string {
  return BigInt(text).toLocaleString("en");
}

/** Genesis has no time of its own: its timestamp is 0. */
function formatTime(microseconds: string): string {
  const value = BigInt(microseconds);
  return value === 0n ? "none yet (genesis)" : new Date(Number(value / 1000n)).toLocaleString();
}

/** Which part of the ledger's history can be read, drawn to scale. */
function RetentionBar({ info }: { info: LedgerInfo }) {
  const latest = BigInt(info.ledger_version);
  const oldest = BigInt(info.oldest_ledger_version);
  const pruned = latest === 0n ? 0 : Number((oldest * 1000n) / latest) / 10;
  const text =
    oldest === 0n
      ? `Every version from 0 to ${formatCount(info.ledger_version)} can be read.`
      : `Versions ${formatCount(info.oldest_ledger_version)} to ${formatCount(info.ledger_version)} can be read; older ones are pruned.`;
  return (
    <figure class="retention">
      <svg viewBox="0 0 100 4" preserveAspectRatio="none" role="img" aria-label={text}>
        <rect class="pruned" x="0" y="0" width="100" height="4" />
        <rect class="kept" x={pruned} y="0" width={Math.max(100 - pruned, 0.5)} height="4" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}

/** The ledger at a glance, live. */
export function Overview() {
  const { value: info, failure } = useLoad((signal) => getJson<LedgerInfo>("/", signal), "ledger-info", REFRESH);
  return (
    <>
      <h1>Ledger</h1>
      {failure !== undefined && <FailureNote failure={failure} />}
      {info === undefined ? (
        failure === undefined && <p class="quiet">Loading…</p>
      ) : (
        <>
          <dl class="facts">
            <div>
              <dt>Chain</dt>
              <dd>
                {info.chain_id}
                {chainNames[info.chain_id] !== undefined && <small> {chainNames[info.chain_id]}</small>}
              </dd>
            </div>
            <div>
              <dt>Ledger version</dt>
              <dd>{formatCount(info.ledger_version)}</dd>
            </div>
            <div>
              <dt>Block height</dt>
              <dd>{formatCount(info.block_height)}</dd>
            </div>
            <div>
              <dt>Epoch</dt>
              <dd>{formatCount(info.epoch)}</dd>
            </div>
            <div>
              <dt>Latest block</dt>
              <dd>{formatTime(info.ledger_timestamp)}</dd>
            </div>
          </dl>
          <h2>Retention</h2>
          <RetentionBar info={info} />
        </>
      )}
    </>
  );
}
