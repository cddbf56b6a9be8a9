import { useEffect, useState } from "preact/hooks";
import { node } from "../../api/node.ts";
import { Link } from "../../routing/link.tsx";
import { shortenHex } from "../../text/hex.ts";
import { formatCount, neighbour } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { VersionLink } from "../../ui/names.tsx";
import { useLoad } from "../../ui/use-load.ts";
import type { At } from "../../version/at.ts";

/** Summaries on a page. */
const PAGE = 20;

/** The transactions that an account sent, the newest first. The API's pages are ascending; a page before one ends below it. */
export function Summaries({ address, at }: { address: string; at: At }) {
  const [end, setEnd] = useState<string | undefined>(at);
  useEffect(() => setEnd(at), [at]);
  const { value, failure, busy } = useLoad(
    (signal) =>
      node.call("get_account_transaction_summaries", {
        params: { address },
        query: { end_version: end, limit: PAGE },
        signal,
      }),
    `${address} ${end ?? ""}`,
  );
  if (failure !== undefined) return <FailureNote failure={failure} />;
  const summaries = (value?.value ?? []).toReversed();
  const oldest = summaries.at(-1);
  const older = oldest === undefined || summaries.length < PAGE ? undefined : neighbour(oldest.version, -1);
  return (
    <>
      <table class="rows" aria-busy={busy}>
        <caption>
          {at === undefined ? "The newest first" : `Up to version ${formatCount(at)}, the newest first`}
        </caption>
        <thead>
          <tr>
            <th scope="col" class="right">
              Version
            </th>
            <th scope="col">Hash</th>
            <th scope="col">Replay protection</th>
          </tr>
        </thead>
        <tbody>
          {summaries.map(({ version, transaction_hash, replay_protector: protector }) => (
            <tr key={version}>
              <td class="right">
                <VersionLink version={version} />
              </td>
              <td>
                <Link to={{ view: "transaction", id: transaction_hash }} title={transaction_hash}>
                  <code>{shortenHex(transaction_hash)}</code>
                </Link>
              </td>
              <td>
                {protector.type === "nonce" ? "nonce " : "sequence number "}
                <span class="number">{protector.type === "nonce" ? protector.nonce : protector.sequence_number}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {summaries.length === 0 && (
        <p class="quiet">{busy ? "Loading…" : "No transactions of this sender are kept here."}</p>
      )}
      <p class="pager">
        <button type="button" class="plain" disabled={end === at} onClick={() => setEnd(at)}>
          Newest
        </button>
        <button type="button" class="plain" disabled={older === undefined} onClick={() => setEnd(older)}>
          Older
        </button>
      </p>
    </>
  );
}
