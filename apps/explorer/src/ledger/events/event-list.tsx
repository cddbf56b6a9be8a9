import { node } from "../../api/node.ts";
import { parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { previewOf } from "../../text/preview.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { VersionLink } from "../../ui/names.tsx";
import { usePages } from "../../ui/use-pages.ts";
import { ValueView } from "../value/value-view.tsx";

/** Which events are listed: of a type, of an account, or of both. */
export interface EventsQuery {
  readonly type?: string | undefined;
  readonly account?: string | undefined;
}

/** Events asked for at one time. */
const pageSize = 25;

/** Events by type and by account, the newest first; each with its data when it is opened. */
export function EventList({ type, account }: EventsQuery) {
  const pages = usePages(
    (start, signal) => node.call("list_events", { query: { type, account, start, limit: pageSize }, signal }),
    `${type} ${account}`,
  );
  return (
    <>
      {pages.failure !== undefined && <FailureNote failure={pages.failure} />}
      {!pages.busy && !pages.more && pages.failure === undefined && pages.items.length === 0 && (
        <p class="quiet">No such event is kept here.</p>
      )}
      {pages.items.map((event) => (
        <Disclosure
          key={`${event.version} ${event.index}`}
          label={`${event.type} of version ${event.version}`}
          line={
            <>
              <VersionLink version={event.version} /> {type === undefined && <TypeView type={event.type} />}{" "}
              <small>{previewOf(event.data)}</small>
            </>
          }
        >
          {() => (
            <>
              {type === undefined && (
                <p>
                  <Link to={{ view: "events", type: event.type, account }}>Only events of this type</Link>
                </p>
              )}
              <ValueView value={event.data} type={parseType(event.type)} at={event.version} />
            </>
          )}
        </Disclosure>
      ))}
      <MoreButton pages={pages} noun="events" />
    </>
  );
}
