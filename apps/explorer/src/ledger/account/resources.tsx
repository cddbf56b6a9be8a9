import { useState } from "preact/hooks";
import type { MoveResource } from "../../api/answers.ts";
import { chosenNodes } from "../../api/call.ts";
import { node } from "../../api/node.ts";
import { callProved, findProver, type Mark } from "../../api/proved.ts";
import { useLoad } from "../../loading/use-load.ts";
import { usePages } from "../../loading/use-pages.ts";
import { parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { TrustMark } from "../../ui/trust-mark.tsx";
import type { At } from "../../version/at.ts";
import { ValueView } from "../value/value-view.tsx";

/** Resources on a page. */
const page = 25;

/** Resources opened from the start, so that the reader sees what a resource is. */
const open = 2;

/** The resources of an account, a page at a time. */
export function Resources({ address, at }: { address: string; at: At }) {
  const [filter, setFilter] = useState("");
  const pages = usePages<MoveResource>(
    (start, signal) =>
      node.call("get_account_resources", {
        params: { address },
        query: { ledger_version: at, start, limit: page },
        signal,
      }),
    `${address}@${at ?? ""}`,
  );
  if (pages.failure !== undefined) return <FailureNote failure={pages.failure} />;
  const words = filter.toLowerCase();
  const shown = pages.items.filter(({ type }) => type.toLowerCase().includes(words));
  return (
    <>
      <label class="filter">
        <span>Filter by type</span>
        <input type="search" value={filter} onInput={(event) => setFilter(event.currentTarget.value)} />
      </label>
      {pages.items.length === 0 && !pages.busy && <p class="quiet">This account has no resources at this version.</p>}
      <div aria-busy={pages.busy}>
        {shown.map((resource, i) => (
          <Disclosure
            key={`${address} ${resource.type}`}
            label={resource.type}
            line={<TypeView type={resource.type} />}
            startsOpen={i < open}
          >
            {() => <ResourceValue resource={resource} address={address} at={at} />}
          </Disclosure>
        ))}
      </div>
      <MoreButton pages={pages} noun={pages.items.length === 1 ? "resource" : "resources"} />
    </>
  );
}

interface ResourceValueProps {
  /** The resource as a list has it. */
  readonly resource: MoveResource;
  readonly address: string;
  readonly at: At;
}

/** The value of a resource: the proved one in place of that of the list, where the node keeps proofs. */
function ResourceValue({ resource, address, at }: ResourceValueProps) {
  const { type } = resource;
  const { value, failure } = useLoad(
    (signal) => proveResource(resource, address, at, signal),
    `${address} ${type}@${at ?? ""}`,
  );
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (value === undefined) return <p class="quiet">Loading…</p>;
  return (
    <>
      <ValueView value={value.data} type={parseType(type)} at={at} />
      <TrustMark mark={value.mark} />
    </>
  );
}

async function proveResource(
  { type, data }: MoveResource,
  address: string,
  at: At,
  signal: AbortSignal,
): Promise<{ readonly data: unknown; readonly mark: Mark }> {
  if ((await findProver()) === undefined && !chosenNodes.isStrict) return { data, mark: { kind: "believed" } };
  const params = { address, resource_type: type };
  const { value, mark } = await callProved("get_account_resource", { params, query: { ledger_version: at }, signal });
  return { data: value.data, mark };
}
