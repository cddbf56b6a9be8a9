import { node } from "../../api/node.ts";
import { useLoad } from "../../loading/use-load.ts";
import { parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Breakable } from "../../text/breakable.tsx";
import { formatCount } from "../../text/number.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { VersionLink } from "../../ui/names.tsx";
import type { At } from "../../version/at.ts";
import { EventList } from "../events/event-list.tsx";
import { ValueView } from "../value/value-view.tsx";
import { type FoundHandle, findEventHandles } from "./find-event-handles.ts";

/** Events shown of a handle. */
const shown = 10;

/** The event handles of an account, each with its latest events, and all events of the account. */
export function AccountEvents({ address, at }: { address: string; at: At }) {
  const { value, failure, busy } = useLoad((signal) => findEventHandles(address, at, signal), `${address}@${at ?? ""}`);
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      {busy && value === undefined && <p class="quiet">Looking for event handles…</p>}
      {value?.length === 0 && <p class="quiet">This account has no event handle at this version.</p>}
      {value?.map((handle) => (
        <Disclosure
          key={`${handle.path} ${handle.creationNumber}`}
          label={handle.path}
          line={
            <>
              <code>
                <Breakable text={handle.path} />
              </code>{" "}
              <small>{formatCount(handle.count)} events</small>
            </>
          }
        >
          {() => <HandleEvents address={address} handle={handle} />}
        </Disclosure>
      ))}
      {/* Loaded at once, and shown below the handles when they are there: they would move it. */}
      <div hidden={busy && value === undefined}>
        <h2>All events</h2>
        <p class="quiet note">
          The newest first: of this account's handles, of modules that it publishes, and of modules that its
          transactions called.
        </p>
        <EventList account={address} />
      </div>
    </>
  );
}

function HandleEvents({ address, handle: { creationNumber } }: { address: string; handle: FoundHandle }) {
  const { value, failure, busy } = useLoad(
    (signal) =>
      node.call("get_events_by_creation_number", {
        params: { address, creation_number: creationNumber },
        query: { limit: shown },
        signal,
      }),
    `${address} ${creationNumber}`,
  );
  const events = (value?.value ?? []).toReversed();
  return (
    <>
      {failure !== undefined && <FailureNote failure={failure} />}
      {busy && <p class="quiet">Loading…</p>}
      {!busy && events.length === 0 && <p class="quiet">No events of it are kept here.</p>}
      {events.map(({ version, sequence_number, type, data }) => (
        <section key={`${version} ${sequence_number}`}>
          <p>
            Number {formatCount(sequence_number)} by transaction <VersionLink version={version} />:{" "}
            <TypeView type={type} />
          </p>
          <ValueView value={data} type={parseType(type)} at={version} />
        </section>
      ))}
    </>
  );
}
