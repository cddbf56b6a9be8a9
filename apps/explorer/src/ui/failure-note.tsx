import { chosenNodes } from "../api/call.ts";
import { type ApiFailure, notVerified } from "../api/failure.ts";
import { parseAbort } from "../move/abort-text.ts";
import { Link } from "../routing/link.tsx";
import { usePlace } from "../routing/place.tsx";
import { formatPlace, type Place, type Route } from "../routing/route.ts";
import { useHead } from "../version/head.tsx";
import { FailureText } from "./failure-text.tsx";

/** Plain words for the codes that readers of pages meet. */
const words: Readonly<Record<string, string>> = {
  web_framework_error: "The node cannot read a part of this request.",
  invalid_input: "The node cannot use a part of this request.",
  account_not_found: "There is no account at this address.",
  resource_not_found: "There is no such resource.",
  module_not_found: "There is no such module.",
  table_item_not_found: "The table has no such item.",
  transaction_not_found: "There is no such transaction on this ledger.",
  block_not_found: "There is no such block on this ledger.",
  version_not_found: "The ledger has not come to this version yet.",
  version_pruned: "This node does not keep the ledger so far back.",
  block_pruned: "This node does not keep the ledger so far back.",
  unreachable: "The node does not answer.",
  [notVerified]: "Nothing proves this, so it is not shown.",
};

/** Code of everything that has none of its own: it would tell a reader nothing. */
const unnamed = "web_framework_error";

/** An error in plain words, and as the API gave it. For something pruned it offers the oldest version that can be read. */
export function FailureNote({ failure }: { failure: ApiFailure }) {
  const isAbort = parseAbort(failure.message) !== undefined;
  return (
    <div class={failure.pruned ? "failure pruned" : "failure"} role="alert">
      <p>
        <strong>{isAbort ? "The code refused." : (words[failure.code] ?? "This did not work.")}</strong>{" "}
        {isAbort ? <FailureText status={failure.message} /> : failure.message}{" "}
        {failure.code !== unnamed && (
          <small>
            <code>{failure.status === 0 ? failure.code : `${failure.status} ${failure.code}`}</code>
          </small>
        )}
      </p>
      {failure.pruned && <PrunedHint />}
      {(failure.code === notVerified || isOfChosen(failure)) && (
        <p>
          <Link to={{ view: "trust" }}>What this page rests on</Link>
        </p>
      )}
    </div>
  );
}

/** Returns true where a node that the reader has chosen does not answer. */
function isOfChosen({ code }: ApiFailure): boolean {
  return code === "unreachable" && (chosenNodes.data !== undefined || chosenNodes.roots.length > 0);
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
