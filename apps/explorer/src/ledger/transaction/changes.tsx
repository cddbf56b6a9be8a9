import { useState } from "preact/hooks";
import type { WriteSetChange } from "../../api/answers.ts";
import { parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { shortenHex } from "../../text/hex.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { SHOWN_ENTRIES, ShowAll } from "../../ui/show-all.tsx";
import { Primitive } from "../value/primitive.tsx";
import { ValueView } from "../value/value-view.tsx";

/** What a transaction wrote to the state. */
export function Changes({ changes, version }: { changes: readonly WriteSetChange[]; version: string }) {
  const [all, setAll] = useState(false);
  if (changes.length === 0) return null;
  return (
    <section aria-labelledby="changes">
      <h2 id="changes">
        Changes of the state <small>{changes.length}</small>
      </h2>
      {(all ? changes : changes.slice(0, SHOWN_ENTRIES)).map((change, i) => (
        <Entry key={i} change={change} version={version} />
      ))}
      <ShowAll count={changes.length} all={all} onShow={() => setAll(true)} />
    </section>
  );
}

function Entry({ change, version }: { change: WriteSetChange; version: string }) {
  const kind = change.type.replaceAll("_", " ");
  const line = (
    <>
      <span class={change.type.startsWith("delete") ? "change bad" : "change"}>{kind}</span>
      <Subject change={change} />
    </>
  );
  return (
    <Disclosure label={`${kind} ${resourceType(change) ?? ("handle" in change ? change.handle : "")}`} line={line}>
      {() => (
        <>
          <Content change={change} version={version} />
          <p class="quiet">
            State key hash <code>{change.state_key_hash}</code>
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

function Content({ change, version }: { change: WriteSetChange; version: string }) {
  if (change.type === "write_resource") {
    return <ValueView value={change.data.data} type={parseType(change.data.type)} at={version} />;
  }
  if (!("handle" in change)) return null;
  return (
    <dl class="members">
      <div>
        <dt>key, as BCS</dt>
        <dd>
          <Primitive value={change.key} type={undefined} />
        </dd>
      </div>
      {change.type === "write_table_item" && (
        <div>
          <dt>value, as BCS</dt>
          <dd>
            <Primitive value={change.value} type={undefined} />
          </dd>
        </div>
      )}
    </dl>
  );
}
