import { useEffect, useState } from "preact/hooks";
import { goTo } from "../../routing/place.tsx";
import type { TransactionsQuery } from "../../routing/route.ts";

/** Chooses which transactions a list shows. What was chosen is in the address. */
export function TransactionFilter({ query }: { query: TransactionsQuery }) {
  const [typed, setTyped] = useState(query);
  useEffect(() => setTyped(query), [query.kind, query.sender, query.function, query.failed]);
  const apply = (next: TransactionsQuery): void => {
    setTyped(next);
    const { kind, sender, function: called, failed } = next;
    goTo({ route: { view: "transactions", kind, sender: given(sender), function: given(called), failed } });
  };
  return (
    <form
      class="inline-form filter-form"
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        apply(typed);
      }}
    >
      <label>
        <span>Kind</span>
        <select
          value={typed.kind ?? ""}
          onChange={(event) => apply({ ...typed, kind: given(event.currentTarget.value) })}
        >
          <option value="">all</option>
          <option value="user">sent by somebody</option>
          <option value="system">of the system</option>
        </select>
      </label>
      <label>
        <span>Sender</span>
        <input
          value={typed.sender ?? ""}
          placeholder="0x…"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setTyped({ ...typed, sender: event.currentTarget.value })}
        />
      </label>
      <label>
        <span>Function</span>
        <input
          value={typed.function ?? ""}
          placeholder="coin::transfer"
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => setTyped({ ...typed, function: event.currentTarget.value })}
        />
      </label>
      <label class="check">
        <input
          type="checkbox"
          checked={typed.failed !== undefined}
          onChange={(event) => apply({ ...typed, failed: event.currentTarget.checked ? "only" : undefined })}
        />
        <span>failed only</span>
      </label>
      <button type="submit">Filter</button>
    </form>
  );
}

function given(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === "" ? undefined : trimmed;
}
