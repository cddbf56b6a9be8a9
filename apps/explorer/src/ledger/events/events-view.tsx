import { useState } from "preact/hooks";
import { goTo } from "../../routing/place.tsx";
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
  const field = (label: string, name: keyof typeof typed, placeholder: string) => (
    <label class="field">
      <span>{label}</span>
      <input
        value={typed[name]}
        placeholder={placeholder}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => setTyped((last) => ({ ...last, [name]: currentTarget.value }))}
      />
    </label>
  );
  return (
    <>
      <ViewHeading title="Events" />
      <form class="panel" onSubmit={submit}>
        <div class="columns">
          {field("Type", "type", "0x1::fungible_asset::Deposit")}
          {field("Account", "account", "0x1")}
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
