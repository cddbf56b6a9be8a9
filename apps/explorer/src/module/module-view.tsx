import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { FunctionAbi, ModuleAbi } from "../api/answers.ts";
import { callProved } from "../api/proved.ts";
import { useSettling } from "../loading/settle.tsx";
import { useInTime } from "../loading/use-in-time.ts";
import { useLoad } from "../loading/use-load.ts";
import { type ModuleSource, readSource } from "../move/read-source.ts";
import { isReturn } from "../routing/history-entry.ts";
import { Link } from "../routing/link.tsx";
import { hexSize, shortenHex } from "../text/hex.ts";
import { formatBytes } from "../text/number.ts";
import { Fact, Facts } from "../ui/facts.tsx";
import { FailureNote } from "../ui/failure-note.tsx";
import { takeFocus } from "../ui/focus.ts";
import { AddressLink } from "../ui/names.tsx";
import { InlineProse } from "../ui/prose.tsx";
import { TrustMark } from "../ui/trust-mark.tsx";
import { useDelay } from "../ui/use-delay.ts";
import { ViewHeading } from "../ui/view-heading.tsx";
import type { At } from "../version/at.ts";
import { useAt } from "../version/use-at.ts";
import { VersionBar } from "../version/version-bar.tsx";
import { Bytecode } from "./bytecode.tsx";
import { FunctionSignature } from "./function-signature.tsx";
import { handledEvents } from "./handled-events.ts";
import { PublishedSource } from "./published-source.tsx";
import { StructDefinition } from "./struct-definition.tsx";

interface ModuleViewProps {
  readonly address: string;
  readonly name: string;
  /** A function or struct to point out. */
  readonly item: string | undefined;
}

/** Milliseconds that the source may take before the module is shown without it. */
const patience = 2_500;

/** A module: what it offers and what it keeps, as one reads it in a source file. */
export function ModuleView({ address, name, item }: ModuleViewProps) {
  const [at, choose] = useAt();
  const key = `${address}::${name}@${at ?? ""}`;
  const { value, failure, busy } = useLoad(
    (signal) =>
      callProved("get_account_module", {
        params: { address, module_name: name },
        query: { ledger_version: at },
        signal,
      }),
    key,
  );
  const { value: looked, failure: unread } = useLoad(
    async () => ({ source: await readSource(address, name, at) }),
    key,
  );
  // The source adds names and comments, which move what is below them: it is waited for, but not for long. What comes later is shown
  // when the reader wants it.
  const isLate = useDelay(patience);
  const module = looked === undefined && unread === undefined && !isLate ? undefined : value?.value;
  const isShown = useRef(false);
  const { value: read, show } = useInTime(looked, isShown.current);
  useLayoutEffect(() => {
    isShown.current = module !== undefined;
  }, [module]);
  const source = read?.source;
  return (
    <>
      <ViewHeading title={`Module ${name}`}>
        <span class="quiet">Module</span> <span class="code-title">{name}</span>
      </ViewHeading>
      <p class="subject">
        at <AddressLink address={address} full />
      </p>
      <VersionBar at={at} onSelect={choose} label="Read this module at" />
      {failure !== undefined && <FailureNote failure={failure} />}
      {module === undefined && failure === undefined && <p class="quiet">Loading…</p>}
      {module !== undefined && (
        <div aria-busy={busy}>
          {module.abi == null ? (
            <p class="failure">This bytecode cannot be read, so the node gives no interface for it.</p>
          ) : (
            <Interface abi={module.abi} bytes={hexSize(module.bytecode)} source={source} at={at} item={item} />
          )}
          {show !== undefined && looked?.source !== undefined && (
            <p class="late-source">
              <button type="button" class="plain" onClick={show}>
                Show names and comments from the source
              </button>
            </p>
          )}
          {source !== undefined && <PublishedSource text={source.text} />}
          {unread !== undefined && (
            <p class="quiet note">
              The source could not be read, so names of parameters and comments are missing: {unread.message}
            </p>
          )}
          {looked !== undefined && looked.source === undefined && (
            <p class="quiet note">
              Published without its source: names of parameters and comments are not on the ledger.
            </p>
          )}
          <TrustMark mark={value?.mark} />
          <Bytecode hex={module.bytecode} />
        </div>
      )}
    </>
  );
}

/** Functions by what one can do with them, the most useful first. */
const groups: readonly { readonly title: string; readonly holds: (f: FunctionAbi) => boolean }[] = [
  { title: "View functions", holds: (f) => f.is_view },
  { title: "Entry functions", holds: (f) => f.is_entry && !f.is_view },
  { title: "Public functions", holds: (f) => !f.is_entry && !f.is_view && f.visibility === "public" },
  { title: "Friend functions", holds: (f) => !f.is_entry && !f.is_view && f.visibility !== "public" },
];

interface InterfaceProps {
  readonly abi: ModuleAbi;
  readonly bytes: number;
  readonly source: ModuleSource | undefined;
  readonly at: At;
  readonly item: string | undefined;
}

function Interface({ abi, bytes, source, at, item }: InterfaceProps) {
  const { isSettled } = useSettling();
  useEffect(() => {
    if (item === undefined || isReturn()) return;
    const target = document.getElementById(`item-${item}`);
    target?.scrollIntoView({ block: "center" });
    takeFocus(target);
  }, [item, at, isSettled, source === undefined]);
  const handled = handledEvents(abi);
  const errors = source?.names.errors ?? [];
  return (
    <>
      <Facts label="Module">
        <Fact name="Bytecode">{formatBytes(bytes)}</Fact>
        <Fact name="Functions">{abi.exposed_functions.length}</Fact>
        <Fact name="Structs and enums">{abi.structs.length}</Fact>
        <Fact name="Events">
          <Link to={{ view: "events", account: abi.address }}>of this account</Link>
        </Fact>
        {abi.friends.length > 0 && (
          <Fact name="Friends" wide>
            <Friends friends={abi.friends} />
          </Fact>
        )}
      </Facts>
      {groups.map(({ title, holds }) => {
        const functions = abi.exposed_functions.filter(holds);
        return (
          functions.length > 0 && (
            <section key={title}>
              <h2>
                {title} <small>{functions.length}</small>
              </h2>
              <ul class="definitions">
                {functions.map((definition) => (
                  <FunctionSignature
                    key={definition.name}
                    module={abi}
                    definition={definition}
                    source={source?.functions.get(definition.name)}
                    at={at}
                    marked={definition.name === item}
                  />
                ))}
              </ul>
            </section>
          )
        );
      })}
      {errors.length > 0 && (
        <section>
          <h2>
            Errors <small>{errors.length}</small>
          </h2>
          <ul class="definitions">
            {errors.map(({ name, code, doc }) => (
              <li
                key={name}
                id={`item-${name}`}
                class={name === item ? "definition marked" : "definition"}
                tabIndex={-1}
              >
                <code>
                  <b>{name}</b> <span class="quiet">= {code}</span>
                </code>
                {doc !== "" && (
                  <p class="doc">
                    <InlineProse text={doc} />
                  </p>
                )}
              </li>
            ))}
          </ul>
        </section>
      )}
      {abi.structs.length > 0 && (
        <section>
          <h2>
            Structs and enums <small>{abi.structs.length}</small>
          </h2>
          <ul class="definitions">
            {abi.structs.map((definition) => (
              <StructDefinition
                key={definition.name}
                module={abi}
                definition={definition}
                isEvent={definition.is_event || handled.has(`${abi.address}::${abi.name}::${definition.name}`)}
                marked={definition.name === item}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Friends({ friends }: { friends: readonly string[] }) {
  return (
    <span class="list">
      {friends.map((friend) => {
        const [address = "", name = ""] = friend.split("::");
        return (
          <Link key={friend} to={{ view: "module", address, name }}>
            <code>
              {shortenHex(address)}::{name}
            </code>
          </Link>
        );
      })}
    </span>
  );
}
