import { useEffect, useId, useRef, useState } from "preact/hooks";
import { toFailure } from "../api/failure.ts";
import { goTo } from "../routing/place.tsx";
import { takesText } from "../ui/focus.ts";
import type { Finding } from "./finding.ts";
import type { SearchAnswer } from "./search.ts";

/** Milliseconds that the keys must rest before the ledger is asked. */
const rest = 120;

/** Findings, with the text that they answer. */
interface Answered extends SearchAnswer {
  readonly text: string;
}

/** Longest text that is looked for when it is pasted: nothing has a longer name. */
const longest = 512;

/** The code that searches is loaded with the first search: the first page does not need it. */
async function look(text: string, signal: AbortSignal): Promise<SearchAnswer> {
  return (await import("./search.ts")).search(text, signal);
}

/** Finds whatever has a name on the ledger, while one types. `/` puts the cursor into it, and what is pasted anywhere is looked for. */
export function SearchBox() {
  const list = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [answered, setAnswered] = useState<Answered>();
  const [active, setActive] = useState(0);
  /** True when Enter was pressed before the answer came. */
  const [hurried, setHurried] = useState(false);
  useSearchKey(input);
  usePaste((pasted) => {
    setText(pasted);
    setOpen(true);
    setHurried(true);
    input.current?.focus();
  });

  const asked = text.trim();
  const answer = answered?.text === asked ? answered : undefined;
  useEffect(() => {
    if (asked === "" || answer !== undefined) return;
    const stop = new AbortController();
    const ask = async (): Promise<void> => {
      const found = await look(asked, stop.signal).catch(
        (error: unknown): SearchAnswer => ({ findings: [], note: toFailure(error).message }),
      );
      if (stop.signal.aborted) return;
      setAnswered({ ...found, text: asked });
      setActive(0);
    };
    const timer = setTimeout(() => void ask(), hurried ? 0 : rest);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [asked, hurried, answer === undefined]);

  const go = (finding: Finding): void => {
    setText("");
    setOpen(false);
    setHurried(false);
    setAnswered(undefined);
    input.current?.blur();
    goTo({ route: finding.route, at: finding.at });
  };
  useEffect(() => {
    if (!hurried || answer === undefined) return;
    setHurried(false);
    // What can be several things is the reader's choice.
    const [only, another] = answer.findings.filter(({ related }) => related !== true);
    if (only !== undefined && another === undefined) go(only);
  }, [hurried, answer]);

  const findings = answer?.findings ?? [];
  const chosen = findings[active];
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && findings.length > 0) {
      event.preventDefault();
      setActive((active + step + findings.length) % findings.length);
    } else if (event.key === "Escape") {
      setOpen(false);
      setHurried(false);
    }
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    setOpen(true);
    if (answer === undefined) setHurried(asked !== "");
    else if (chosen !== undefined) go(chosen);
  };
  const shown = open && asked !== "";
  return (
    <search class="search">
      <form onSubmit={submit}>
        <input
          ref={input}
          type="search"
          // biome-ignore lint/a11y/noRedundantRoles: without a list of its own a search field is no combobox
          role="combobox"
          list={undefined}
          aria-label="Search the ledger"
          aria-expanded={shown && findings.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={shown && chosen !== undefined ? `${list}-${active}` : undefined}
          placeholder="Search the ledger"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setOpen(true);
            setHurried(false);
          }}
          onFocus={() => setOpen(true)}
          onBlur={() => setOpen(false)}
          onKeyDown={onKeyDown}
        />
        <kbd title="Press / to search">/</kbd>
      </form>
      <div class="found" hidden={!shown}>
        <div id={list} role="listbox" aria-label="Found">
          {shown &&
            findings.map((finding, i) => (
              <Option
                key={i}
                id={`${list}-${i}`}
                finding={finding}
                selected={i === active}
                onChoose={() => go(finding)}
              />
            ))}
        </div>
        <p class="search-note" aria-live="polite">
          {shown && (answer === undefined ? "Looking…" : findings.length === 0 ? answer.note : "")}
        </p>
      </div>
    </search>
  );
}

/** `/` goes to the search, unless the reader writes somewhere. */
function useSearchKey(input: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== "/" || takesText(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

/** Text pasted outside of a field is searched, and its page opened at once. */
function usePaste(look: (text: string) => void): void {
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => {
      const text = event.clipboardData?.getData("text/plain").trim() ?? "";
      if (takesText(event.target) || text === "" || text.length > longest) return;
      event.preventDefault();
      latest.current(text);
    };
    addEventListener("paste", onPaste);
    return () => removeEventListener("paste", onPaste);
  }, []);
}

interface OptionProps {
  readonly id: string;
  readonly finding: Finding;
  readonly selected: boolean;
  readonly onChoose: () => void;
}

function Option({ id, finding: { kind, title, detail }, selected, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus, and chooses with its keys
    <div
      id={id}
      role="option"
      aria-selected={selected}
      tabIndex={-1}
      class="option"
      // Before the field loses the focus, which closes the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <span class="option-kind">{kind}</span> <code>{title}</code> <small>{detail}</small>
    </div>
  );
}
