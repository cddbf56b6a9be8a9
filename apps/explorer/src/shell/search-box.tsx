import { useEffect, useRef, useState } from "preact/hooks";
import { goTo } from "../routing/place.tsx";
import { isField } from "../ui/focus.ts";
import { resolveSearch } from "./search.ts";

/** Finds whatever has a name on the ledger. `/` puts the cursor into it. */
export function SearchBox() {
  const input = useRef<HTMLInputElement>(null);
  const [fault, setFault] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "/" || isField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault();
    const text = input.current?.value ?? "";
    const route = await resolveSearch(text);
    setFault(route === undefined);
    if (route === undefined || input.current === null) return;
    input.current.value = "";
    input.current.blur();
    goTo({ route });
  };
  return (
    <search class="search">
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          aria-label="Search the ledger"
          aria-describedby="search-fault"
          aria-invalid={fault}
          placeholder="Version, address, hash, 0x1::module"
          autocomplete="off"
          spellcheck={false}
          onInput={() => setFault(false)}
        />
        <kbd title="Press / to search">/</kbd>
      </form>
      <p id="search-fault" class="search-fault" aria-live="polite">
        {fault ? "That is no version, address, hash, module or type." : ""}
      </p>
    </search>
  );
}
