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
    <Disclosure label={`${kind} ${change.data?.type ?? change.resource ?? change.handle ?? ""}`} line={line}>
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

function Subject({ change }: { change: WriteSetChange }) {
  const { address, handle, data, resource, module } = change;
  const moduleName = data?.abi?.name ?? module?.split("::")[1];
  const type = data?.type ?? resource;
  return (
    <>
      {address !== undefined && <AddressLink address={address} />}
      {type !== undefined && <TypeView type={type} />}
      {address !== undefined && type === undefined && moduleName !== undefined && (
        <Link to={{ view: "module", address, name: moduleName }}>
          <code>{moduleName}</code>
        </Link>
      )}
      {handle !== undefined && (
        <Link to={{ view: "table", handle, rawKey: change.key }} title={handle}>
          table <code>{shortenHex(handle)}</code>
        </Link>
      )}
    </>
  );
}

function Content({ change, version }: { change: WriteSetChange; version: string }) {
  const { data, key, value } = change;
  if (data?.data !== undefined && data.type !== undefined) {
    return <ValueView value={data.data} type={parseType(data.type)} at={version} />;
  }
  return (
    <dl class="members">
      {key !== undefined && (
        <div>
          <dt>key, as BCS</dt>
          <dd>
            <Primitive value={key} type={undefined} />
          </dd>
        </div>
      )}
      {value !== undefined && (
        <div>
          <dt>value, as BCS</dt>
          <dd>
            <Primitive value={value} type={undefined} />
          </dd>
        </div>
      )}
    </dl>
  );
}
