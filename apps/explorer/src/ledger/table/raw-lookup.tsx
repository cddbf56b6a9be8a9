import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { Link } from "../../routing/link.tsx";
import { hexDump } from "../../text/hex-dump.ts";
import { formatBytes } from "../../text/number.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { ScrollRegion } from "../../ui/scroll-region.tsx";
import type { At } from "../../version/at.ts";

/** An item by the bytes of its key, as a transaction's changes name it. The value is bytes too: its type is not known. */
export function RawLookup({ handle, rawKey, at }: { handle: string; rawKey: string; at: At }) {
  const { value, failure, busy } = useLoad(
    (signal) =>
      node.callBcs("get_raw_table_item", {
        params: { table_handle: handle },
        query: { ledger_version: at },
        body: { key: rawKey },
        signal,
      }),
    `${handle} ${rawKey} ${at ?? ""}`,
  );
  return (
    <section class="result" aria-label="Item" aria-busy={busy}>
      <p>
        Key, as BCS: <code class="wrap">{rawKey}</code>
      </p>
      {failure !== undefined && <FailureNote failure={failure} />}
      {value !== undefined && (
        <>
          <p>Value: {formatBytes(value.value.length)}</p>
          <ScrollRegion label="Bytes of the value" class="code-block">
            <pre>{hexDump(value.value)}</pre>
          </ScrollRegion>
        </>
      )}
      <p>
        <Link to={{ view: "table", handle }}>Look up by a key of a known type</Link>
      </p>
    </section>
  );
}
