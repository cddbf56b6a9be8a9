import { useLoad } from "../../loading/use-load.ts";
import { parseStructName, parseType } from "../../move/type-text.ts";
import { Link } from "../../routing/link.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { readLatest } from "../transaction/read-back.ts";
import { isSystem } from "../transaction/transaction-kind.ts";
import { EventRows, type ListedEvent } from "./event-rows.tsx";

/** Transactions that are looked at, and events that are shown of them. */
const lookedAt = 300;
const shown = 40;

/** Every transaction of an account emits it: it says nothing about what was done. */
const feeStatement = "0x1::transaction_fee::FeeStatement";

/** Events of the latest transactions that accounts sent, so that there is something to begin with. */
export function LatestEvents() {
  const { value, failure, busy } = useLoad(readLatestEvents, "latest events");
  if (failure !== undefined) return <FailureNote failure={failure} />;
  if (value === undefined) return <p class="quiet">Looking for the latest events…</p>;
  const types = [...new Set(value.map(({ type }) => type))];
  return (
    <section aria-labelledby="latest-events" aria-busy={busy}>
      <h2 id="latest-events">The latest events of what people sent</h2>
      {value.length === 0 && <p class="quiet">No account has sent anything lately.</p>}
      <ul class="chips">
        {types.map((type) => (
          <li key={type}>
            <Link to={{ view: "events", type }} title={type}>
              {parseStructName(parseType(type).head)?.name ?? type}
            </Link>
          </li>
        ))}
      </ul>
      <EventRows events={value} sameType={false} />
    </section>
  );
}

async function readLatestEvents(signal: AbortSignal): Promise<readonly ListedEvent[]> {
  const latest = await readLatest(lookedAt, signal);
  const sent = latest.toReversed().filter((transaction) => !isSystem(transaction));
  const events = sent.flatMap(({ version, timestamp, events: emitted = [] }) =>
    emitted.map((event, index) => ({ ...event, version, index, timestamp, siblings: emitted })),
  );
  return events.filter(({ type }) => type !== feeStatement).slice(0, shown);
}
