import { formatCount } from "../text/number.ts";
import { useHead } from "../version/head.tsx";

/** Which ledger this is and its latest version, on every page. */
export function ChainMark() {
  const { info, failure } = useHead();
  if (info === undefined) return <p class="chain-mark quiet">{failure === undefined ? "Connecting…" : "No answer"}</p>;
  return (
    <p class={failure === undefined ? "chain-mark" : "chain-mark lost"}>
      <span class="pulse" aria-hidden="true" />
      <span class="chain-name">chain {info.chain_id}</span>{" "}
      <span class="number">{formatCount(info.ledger_version)}</span>
      {failure !== undefined && " (not answering)"}
    </p>
  );
}
