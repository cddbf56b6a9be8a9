import type { ApiFailure } from "../api/failure.ts";
import { goTo, usePlace } from "../routing/place.tsx";
import { useHead } from "../version/head.tsx";

/** An error as the API gave it. For something pruned it offers the oldest version that can be read. */
export function FailureNote({ failure }: { failure: ApiFailure }) {
  return (
    <div class={failure.pruned ? "failure pruned" : "failure"} role="alert">
      <p>
        <strong>{failure.status === 0 ? failure.code : `${failure.status} ${failure.code}`}</strong> {failure.message}
      </p>
      {failure.pruned && <PrunedHint />}
    </div>
  );
}

function PrunedHint() {
  const { route, at } = usePlace();
  const { info } = useHead();
  if (info === undefined) return null;
  const oldest = info.oldest_ledger_version;
  return (
    <p>
      This node keeps the ledger from version {oldest} on; what came before is pruned.
      {at !== undefined && (
        <>
          {" "}
          <button type="button" class="plain" onClick={() => goTo({ route, at: oldest })}>
            Go to the oldest kept version
          </button>
        </>
      )}
    </p>
  );
}
