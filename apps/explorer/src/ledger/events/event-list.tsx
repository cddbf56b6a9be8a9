import { node } from "../../api/node.ts";
import { usePages } from "../../loading/use-pages.ts";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { EventRows } from "./event-rows.tsx";

/** Which events are listed: of a type, of an account, or of both. */
export interface EventsQuery {
  readonly type?: string | undefined;
  readonly account?: string | undefined;
}

/** Events asked for at one time. */
const pageSize = 25;

/** Events by type and by account, the newest first. */
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
      <EventRows events={pages.items} sameType={type !== undefined} />
      <MoreButton pages={pages} noun="events" />
    </>
  );
}
