import { useState } from "preact/hooks";
import { apiBase, chosenNodes, pageApi } from "../api/call.ts";
import { parseNodeUrl, storeChosenNodes } from "../api/chosen-nodes.ts";
import { findProver } from "../api/proved.ts";
import { useLoad } from "../loading/use-load.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { CheckField, FormField } from "../ui/form-field.tsx";
import { ViewHeading } from "../ui/view-heading.tsx";
import { faultOf, lookAtNode } from "./look-at-node.ts";

/** The ground that this page rests on: the node that it reads from, and those that vouch for roots. */
export function TrustView() {
  const { value, busy } = useLoad(async () => ({ keepsProofs: (await findProver()) !== undefined }), "proofs");
  const { roots, isStrict } = chosenNodes;
  return (
    <>
      <ViewHeading title="What this page rests on" />
      <p class="lead">
        A node that keeps proofs is not believed: this page checks each account, resource, module, table item,
        transaction and view against a root of the ledger, and shows nothing whose proof does not hold.
      </p>
      <Facts label="Nodes in use">
        <Fact name="Reads from">
          <code class="wrap">{apiBase}</code>
        </Fact>
        <Fact name="It keeps proofs">{busy ? "…" : value?.keepsProofs === true ? "yes" : "no, so it is believed"}</Fact>
        <Fact name="For roots vouches">
          {roots.length === 0 ? "the same node" : roots.map((url) => <code class="wrap" key={url}>{`${url} `}</code>)}
        </Fact>
        <Fact name="What is not proved">
          {isStrict ? "refused, where it could be" : "shown, and marked as believed"}
        </Fact>
      </Facts>
      <NodesForm />
      <h2>What it is worth</h2>
      <p>
        A root from the node that is read from shows that its answers belong together, and that none was changed on the
        way; what that ledger is remains its word. With a node of yours for the roots, or several that have to agree,
        any other node can serve the data: it can hide something, or give no proof of it, and then it is marked as
        believed, but it cannot change what is marked as proved. Lists, events and the head of the ledger are believed
        in any case, since nothing proves that a list is complete; so are names, symbols and decimals of assets, blocks,
        and sources of modules. Who serves this page can change the page itself, so open it from a node of yours.
      </p>
    </>
  );
}

function NodesForm() {
  const [data, setData] = useState(chosenNodes.data ?? "");
  const [roots, setRoots] = useState(chosenNodes.roots.join(" "));
  const [isStrict, setStrict] = useState(chosenNodes.isStrict);
  const [fault, setFault] = useState<string>();
  const [busy, setBusy] = useState(false);
  const use = async (): Promise<void> => {
    const chosen = { data: readUrls(data)[0], roots: readUrls(roots), isStrict };
    const wrong = [data, ...roots.split(/[\s,]+/)].find(
      (text) => text.trim() !== "" && parseNodeUrl(text.trim()) === undefined,
    );
    if (wrong !== undefined) return setFault(`“${wrong}” is no address of an API, such as https://node.example/v1.`);
    const seen = await Promise.all([chosen.data ?? pageApi, ...chosen.roots].map(lookAtNode));
    const found = faultOf(seen);
    if (found !== undefined) return setFault(found);
    try {
      storeChosenNodes(chosen);
      location.reload();
    } catch {
      setFault("This browser keeps nothing for this page, so the choice would be lost.");
    }
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    setBusy(true);
    setFault(undefined);
    void use().finally(() => setBusy(false));
  };
  const reset = (): void => {
    storeChosenNodes();
    location.reload();
  };
  return (
    <form class="panel" onSubmit={submit} aria-label="Nodes" aria-busy={busy}>
      <FormField
        label="Node to read from"
        value={data}
        onChange={setData}
        hint={pageApi}
        required={false}
        name="data"
      />
      <FormField
        label="Nodes that vouch for roots; of several, more than half have to agree"
        value={roots}
        onChange={setRoots}
        hint="https://home.example/v1"
        required={false}
        name="roots"
      />
      <CheckField label="Refuse what could be proved and is not" checked={isStrict} onChange={setStrict} />
      {fault !== undefined && (
        <p class="failure" role="alert">
          {fault} A node that serves this page lets it ask the nodes that <code>--explorer-node</code> names, and no
          others.
        </p>
      )}
      <button type="submit" disabled={busy}>
        Use these nodes
      </button>{" "}
      <button type="button" class="plain" onClick={reset}>
        Use this page’s own node alone
      </button>
    </form>
  );
}

function readUrls(text: string): string[] {
  return text.split(/[\s,]+/).flatMap((url) => parseNodeUrl(url) ?? []);
}
