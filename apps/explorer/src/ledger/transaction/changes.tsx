import { useId, useState } from "preact/hooks";
import type { WriteSetChange } from "../../api/answers.ts";
import { toFailure } from "../../api/failure.ts";
import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { formatHex, shortenHex } from "../../text/hex.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { ShowAll, shownEntries } from "../../ui/show-all.tsx";
import { BeforeAfter } from "../value/before-after.tsx";
import { ValueView } from "../value/value-view.tsx";
import type { Around } from "./balance-changes.ts";

/** State changes of a transaction. */
export function Changes({ changes, around }: { changes: readonly WriteSetChange[]; around: Around }) {
  const heading = useId();
  const [all, setAll] = useState(false);
  const [opened, setOpened] = useState(false);
  if (changes.length === 0) return null;
  return (
    <section class="changes" aria-labelledby={heading}>
      <h2 id={heading}>
        Changes of the state <small>{changes.length}</small>{" "}
        <button type="button" class="plain" onClick={() => setOpened(!opened)}>
          {opened ? "Close all" : "Open all"}
        </button>
      </h2>
      {(all ? changes : changes.slice(0, shownEntries)).map((change, i) => (
        <Entry key={`${i} ${opened}`} change={change} around={around} startsOpen={opened} />
      ))}
      <ShowAll count={changes.length} all={all} onShow={() => setAll(true)} />
    </section>
  );
}

interface EntryProps {
  readonly change: WriteSetChange;
  readonly around: Around;
  readonly startsOpen: boolean;
}

function Entry({ change, around, startsOpen }: EntryProps) {
  const kind = change.type.replaceAll("_", " ");
  const line = (
    <>
      <span class={change.type.startsWith("delete") ? "change bad" : "change"}>{kind}</span>
      <Subject change={change} />
    </>
  );
  return (
    <Disclosure
      label={`${kind} ${resourceType(change) ?? ("handle" in change ? change.handle : "")}`}
      line={line}
      startsOpen={startsOpen}
    >
      {() => (
        <>
          <Content change={change} around={around} />
          <p class="quiet">
            State key hash <code>{change.state_key_hash}</code> <CopyButton text={change.state_key_hash} what="hash" />
          </p>
        </>
      )}
    </Disclosure>
  );
}

/** The type of a resource that was written or removed. */
function resourceType(change: WriteSetChange): string | undefined {
  if (change.type === "write_resource") return change.data.type;
  return change.type === "delete_resource" ? change.resource : undefined;
}

/** The name of a module that was published or removed. */
function moduleName(change: WriteSetChange): string | undefined {
  if (change.type === "write_module") return change.data.abi?.name;
  return change.type === "delete_module" ? change.module.split("::")[1] : undefined;
}

function Subject({ change }: { change: WriteSetChange }) {
  if ("handle" in change) {
    const { handle, key } = change;
    return (
      <Link to={{ view: "table", handle, rawKey: key }} title={handle}>
        table <code>{shortenHex(handle)}</code>
      </Link>
    );
  }
  const { address } = change;
  const type = resourceType(change);
  const name = moduleName(change);
  return (
    <>
      <AddressLink address={address} />
      {type !== undefined && <TypeView type={type} />}
      {name !== undefined && (
        <Link to={{ view: "module", address, name }}>
          <code>{name}</code>
        </Link>
      )}
    </>
  );
}

/** Reads the value before the change: a resource in the API's JSON form, a table item as hex; `undefined` for nothing. */
async function readBefore(change: WriteSetChange, version: string, signal: AbortSignal): Promise<unknown> {
  const query = { ledger_version: version };
  try {
    if ("handle" in change) {
      const params = { table_handle: change.handle };
      const body = { key: change.key };
      return formatHex((await node.callBcs("get_raw_table_item", { params, query, body, signal })).value);
    }
    const type = resourceType(change);
    if (type === undefined) return undefined;
    const params = { address: change.address, resource_type: type };
    return (await node.call("get_account_resource", { params, query, signal })).value.data;
  } catch (error) {
    if (signal.aborted || toFailure(error).status !== 404) throw error;
    return undefined;
  }
}

function Content({ change, around }: { change: WriteSetChange; around: Around }) {
  const { before, after } = around;
  const type = resourceType(change);
  const compared = before !== undefined && (type !== undefined || "handle" in change);
  const { value, failure, busy } = useLoad(
    (signal) => readBefore(change, before ?? "0", signal),
    compared ? `before ${before} ${change.state_key_hash} ${type ?? ""}` : undefined,
  );
  const written = writtenValue(change);
  return (
    <>
      {"handle" in change && (
        <p>
          Key, as BCS: <code class="wrap">{change.key}</code>
        </p>
      )}
      {compared && failure === undefined && !busy && <BeforeAfter before={value} after={written} />}
      {failure !== undefined && (
        <p class="quiet">
          {failure.pruned ? "The previous state is pruned on this node." : `The previous state: ${failure.message}`}
        </p>
      )}
      {change.type === "write_resource" && (
        <details open={!compared || failure !== undefined}>
          <summary>The whole value</summary>
          <ValueView value={written} type={parseType(change.data.type)} at={after} />
        </details>
      )}
    </>
  );
}

/** The value after the change, in the form of {@link readBefore}. */
function writtenValue(change: WriteSetChange): unknown {
  if (change.type === "write_resource") return change.data.data;
  return change.type === "write_table_item" ? change.value : undefined;
}
