import { useLoad } from "../../loading/use-load.ts";
import { parseStructName, parseType } from "../../move/type-text.ts";
import { TypeView } from "../../move/type-view.tsx";
import { Link } from "../../routing/link.tsx";
import { previewOf } from "../../text/preview.ts";
import { Age } from "../../ui/age.tsx";
import { Disclosure } from "../../ui/disclosure.tsx";
import { AddressLink, VersionLink } from "../../ui/names.tsx";
import { Amount } from "../asset/amount.tsx";
import { ValueView } from "../value/value-view.tsx";
import { type Emitted, readNamed, readTransfer } from "./read-transfer.ts";

/** An event with its place in the ledger. */
export interface ListedEvent extends Emitted {
  readonly version: string;
  readonly index: number;
  /** Of its block; nodes of earlier releases do not tell it. */
  readonly timestamp?: string | undefined;
  /** All events of its transaction, where they are at hand. */
  readonly siblings?: readonly Emitted[] | undefined;
}

interface EventRowsProps {
  readonly events: readonly ListedEvent[];
  /** True when all are of one type, which then is not repeated in each line. */
  readonly sameType: boolean;
}

/** Events, a line each: when, where, what, whose, and how much; each with its data when it is opened. */
export function EventRows({ events, sameType }: EventRowsProps) {
  return (
    <div class={sameType ? "event-rows same-type" : "event-rows"}>
      {events.map((event) => (
        <Disclosure
          key={`${event.version} ${event.index}`}
          label={`${event.type} of version ${event.version}`}
          line={<Line event={event} sameType={sameType} />}
        >
          {() => (
            <>
              <p>
                <TypeView type={event.type} />{" "}
                {!sameType && <Link to={{ view: "events", type: event.type }}>Only events of this type</Link>}
              </p>
              <ValueView value={event.data} type={parseType(event.type)} at={event.version} />
            </>
          )}
        </Disclosure>
      ))}
    </div>
  );
}

function Line({ event, sameType }: { event: ListedEvent; sameType: boolean }) {
  const { version, index, timestamp, type, data } = event;
  const { value } = useLoad(() => readTransfer(event), `${version} ${index}`);
  const named = readNamed(event);
  const amount = value?.amount ?? named.amount;
  return (
    <div class="event-line">
      <span class="quiet">{timestamp !== undefined && <Age timestamp={timestamp} />}</span>
      <span>
        <VersionLink version={version} />
      </span>
      {!sameType && (
        <span>
          <ShortType type={type} />
        </span>
      )}
      {value === undefined && named.account !== undefined ? (
        // Keeps the place of the account, so that nothing below moves when it is known.
        <span class="unseen">
          <AddressLink address={named.account} />
        </span>
      ) : (
        <span>{value?.account !== undefined && <AddressLink address={value.account} />}</span>
      )}
      <span class="event-data">
        {amount !== undefined ? <Amount units={amount} asset={value?.asset} /> : <small>{previewOf(data)}</small>}
      </span>
    </div>
  );
}

/** Module and name of a type; the whole of it is in the title. */
function ShortType({ type }: { type: string }) {
  const name = parseStructName(parseType(type).head);
  if (name === undefined) return <TypeView type={type} />;
  return (
    <Link to={{ view: "module", address: name.address, name: name.module, item: name.name }} title={type}>
      <code>
        {name.module}::<b>{name.name}</b>
      </code>
    </Link>
  );
}
