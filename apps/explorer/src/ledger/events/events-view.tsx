import { useState } from "preact/hooks";
import { goTo } from "../../routing/place.tsx";
import { FormField } from "../../ui/form-field.tsx";
import { ViewHeading } from "../../ui/view-heading.tsx";
import { EventList, type EventsQuery } from "./event-list.tsx";
import { LatestEvents } from "./latest-events.tsx";

/** Events of a type, of an account, or of both, from a form whose answer is part of the address. */
export function EventsView({ type = "", account = "" }: EventsQuery) {
  const [typed, setTyped] = useState({ type, account });
  const isAsked = type !== "" || account !== "";
  const submit = (event: Event): void => {
    event.preventDefault();
    goTo({ route: { view: "events", type: typed.type.trim(), account: typed.account.trim() } });
  };
  return (
    <>
      <ViewHeading title="Events" />
      <form class="panel" onSubmit={submit}>
        <div class="columns">
          <FormField
            label="Type"
            hint="0x1::fungible_asset::Deposit"
            required={false}
            value={typed.type}
            onChange={(next) => setTyped({ ...typed, type: next })}
          />
          <FormField
            label="Account"
            hint="0x1"
            required={false}
            value={typed.account}
            onChange={(next) => setTyped({ ...typed, account: next })}
          />
        </div>
        <button type="submit">Show events</button>
      </form>
      <p class="quiet note">
        A module event belongs to the account that publishes its module and to the sender of its transaction.
      </p>
      {isAsked ? <EventList type={type || undefined} account={account || undefined} /> : <LatestEvents />}
    </>
  );
}
