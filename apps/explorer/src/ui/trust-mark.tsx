import type { Mark } from "../api/proved.ts";
import { Link } from "../routing/link.tsx";
import { formatCount } from "../text/number.ts";

/** Says what a part of a view rests on, and leads to where that is chosen. */
export function TrustMark({ mark }: { mark: Mark | undefined }) {
  if (mark === undefined) return null;
  return (
    <p class="trust">
      <Link to={{ view: "trust" }} class={mark.kind}>
        {mark.kind === "proved" ? "Proved" : "Believed"}
      </Link>{" "}
      {mark.kind === "proved"
        ? `against the root of version ${formatCount(mark.version)}. For the root vouches: ${mark.restsOn}.`
        : "– the node’s word, without a proof."}
    </p>
  );
}

/** The same in a word, for a row of a list. */
export function TrustWord({ mark }: { mark: Mark }) {
  return <small class={`trust-word ${mark.kind}`}>{mark.kind}</small>;
}
