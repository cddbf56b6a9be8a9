import { useId, useState } from "preact/hooks";
import type { LedgerEvent } from "../../api/answers.ts";
import { parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { AddressLink } from "../../ui/names.tsx";
import { ShowAll, shownEntries } from "../../ui/show-all.tsx";
import { ValueView } from "../value/value-view.tsx";

/** Events shown with their data from the start; more would bury what follows. */
const open = 10;

/** Events of a transaction. */
export function Events({ events, version }: { events: readonly LedgerEvent[]; version: string }) {
  const heading = useId();
  const [all, setAll] = useState(false);
  if (events.length === 0) return null;
  return (
    <section class="events" aria-labelledby={heading}>
      <h2 id={heading}>
        Events <small>{events.length}</small>
      </h2>
      {(all ? events : events.slice(0, shownEntries)).map((event, i) => (
        <Entry key={i} event={event} version={version} startsOpen={events.length <= open} />
      ))}
      <ShowAll count={events.length} all={all} onShow={() => setAll(true)} />
    </section>
  );
}

interface EntryProps {
  readonly event: LedgerEvent;
  readonly version: string;
  readonly startsOpen: boolean;
}

function Entry({ event, version, startsOpen }: EntryProps) {
  const { creation_number, account_address } = event.guid;
  return (
    <Disclosure label={event.type} line={<TypeView type={event.type} />} startsOpen={startsOpen}>
      {() => (
        <>
          {account_address !== "0x0" && (
            <p class="quiet">
              Number {event.sequence_number} of handle {creation_number} of <AddressLink address={account_address} />
            </p>
          )}
          <ValueView value={event.data} type={parseType(event.type)} at={version} />
        </>
      )}
    </Disclosure>
  );
}
