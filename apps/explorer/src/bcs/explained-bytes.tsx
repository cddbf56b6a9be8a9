import { type AnyCodec, type Explanation, explain } from "@ledger/bcs";
import { useMemo } from "preact/hooks";
import { formatHex } from "../text/hex.ts";
import { formatCount } from "../text/number.ts";
import { AddressLink } from "../ui/names.tsx";
import { ScrollRegion } from "../ui/scroll-region.tsx";
import { explainedRows } from "./explained-rows.ts";

/** Lines shown of a long answer. */
const lines = 500;

/** Bytes of a value shown in its line. */
const mostShownBytes = 12;

/** Bytes with what each of them means. */
export function ExplainedBytes({ codec, bytes, label }: { codec: AnyCodec; bytes: Uint8Array; label: string }) {
  const { rows, cut } = useMemo(() => explainedRows(explain(codec, bytes), lines), [codec, bytes]);
  return (
    <ScrollRegion label={label} class="explained">
      <table>
        <thead>
          <tr>
            <th scope="col" class="right">
              Offset
            </th>
            <th scope="col">Bytes</th>
            <th scope="col">What they are</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ node, depth }, i) => (
            <tr key={i} class={node.error === undefined ? undefined : "bad"}>
              <td class="right number">{node.start}</td>
              <td>
                <code>{node.children.length === 0 ? shownBytes(node, bytes) : ""}</code>
              </td>
              <td class={`depth-${Math.min(depth, 9)}`}>
                {node.label} <span class="quiet">{node.type}</span>
              </td>
              <td class="wrap">
                <ExplainedValue node={node} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {cut && <p class="quiet">The first {lines} values are shown.</p>}
    </ScrollRegion>
  );
}

function shownBytes({ start, end }: Explanation, bytes: Uint8Array): string {
  const hex = [...bytes.subarray(start, Math.min(end, start + mostShownBytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join(" ");
  return end - start > mostShownBytes ? `${hex} … ${end - start}` : hex;
}

function ExplainedValue({ node }: { node: Explanation }) {
  const { value, type, error } = node;
  if (error !== undefined) return <strong>{error.code}</strong>;
  if (value instanceof Uint8Array) {
    if (type === "AccountAddress") return <AddressLink address={formatHex(value).replace(/^0x0*(?=.)/, "0x")} />;
    return (
      <code>
        {value.length > 64 ? `${formatHex(value.subarray(0, 32))}… (${value.length} bytes)` : formatHex(value)}
      </code>
    );
  }
  if (typeof value === "bigint" || typeof value === "number") return <span class="number">{formatCount(value)}</span>;
  if (typeof value === "string") return `“${value}”`;
  return value === undefined || typeof value === "object" ? null : String(value);
}
