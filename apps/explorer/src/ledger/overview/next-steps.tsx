import type { ComponentChildren } from "preact";
import { apiBase } from "../../api/call.ts";
import { canFund } from "../../local/control-network.ts";
import { useLocalNetwork } from "../../local/use-local-network.tsx";
import { Link } from "../../routing/link.tsx";
import type { Route } from "../../routing/route.ts";
import { CopyButton } from "../../ui/copy-button.tsx";

/** A call that every network of this kind knows. */
const transfer: Route = { view: "module", address: "0x1", name: "aptos_account", item: "transfer" };

/** Links to common next tasks. */
export function NextSteps() {
  const network = useLocalNetwork();
  const isLocal = network.accounts.length > 0;
  return (
    <section class="next-steps" aria-labelledby="next-steps">
      <h2 id="next-steps">What to do next</h2>
      <ul>
        <Step to={{ view: "accounts" }} title={canFund(network) ? "Fund an account" : "Look at accounts"}>
          {isLocal ? "names, balances and keys of this network's own accounts" : "what they hold, sent and published"}
        </Step>
        <Step to={transfer} title={isLocal ? "Send coins" : "Try a call"}>
          {isLocal ? "as one of those accounts, from this page" : "simulated with any sender, without a key"}
        </Step>
        <Step to={{ view: "transactions", failed: "only" }} title="See what failed">
          and why, in the words of the code that stopped it
        </Step>
        {!isLocal && (
          <Step to={{ view: "execution" }} title="See what is proven">
            which versions this node has executed again, and whether any differs
          </Step>
        )}
        <Step to={{ view: "reference" }} title="Use the API">
          every operation, with values that exist and code for five languages
        </Step>
        <li>
          <b>Connect a client</b>
          <small>
            <code class="wrap">{apiBase}</code> <CopyButton text={apiBase} what="address of the API" />
          </small>
        </li>
        {network.graphql !== undefined && (
          <li>
            <b>Ask the indexer</b>
            <small>
              <code class="wrap">{network.graphql}</code>{" "}
              <CopyButton text={network.graphql} what="address of GraphQL" />
            </small>
          </li>
        )}
      </ul>
    </section>
  );
}

function Step({ to, title, children }: { to: Route; title: string; children: ComponentChildren }) {
  return (
    <li>
      <Link to={to}>
        <b>{title}</b>
      </Link>
      <small>{children}</small>
    </li>
  );
}
