import type { ApiFailure } from "../api/failure.ts";
import { parseAbort } from "../move/abort-text.ts";
import { usePlace } from "../routing/place.tsx";
import { formatPlace, type Place, type Route } from "../routing/route.ts";
import { useHead } from "../version/head.tsx";
import { FailureText } from "./failure-text.tsx";

/** An error as the API gave it. For something pruned it offers the oldest version that can be read. */
export function FailureNote({ failure }: { failure: ApiFailure }) {
  return (
    <div class={failure.pruned ? "failure pruned" : "failure"} role="alert">
      <p>
        <strong>{failure.status === 0 ? failure.code : `${failure.status} ${failure.code}`}</strong>{" "}
        {parseAbort(failure.message) === undefined ? failure.message : <FailureText status={failure.message} />}
      </p>
      {failure.pruned && <PrunedHint />}
    </div>
  );
}

function PrunedHint() {
  const { route } = usePlace();
  const { info } = useHead();
  if (info === undefined) return null;
  const oldest = info.oldest_ledger_version;
  return (
    <p>
      This node keeps the ledger from version {oldest} on; what came before is pruned.{" "}
      <a href={formatPlace(placeAt(route, oldest))}>Go to the oldest kept version</a>
    </p>
  );
}

/** The same view at another version. */
function placeAt(route: Route, version: string): Place {
  switch (route.view) {
    case "transaction":
      return { route: { view: "transaction", id: version } };
    case "transactions":
      return { route: { view: "transactions", start: version } };
    case "block":
      return { route: { view: "block" }, at: version };
    default:
      return { route, at: version };
  }
}
