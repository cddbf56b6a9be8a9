import type { SearchDocument } from "../build/search-documents.ts";
import type { Found } from "./search-index.ts";

const shown = 12;

type Search = (words: string) => Found[];

let loading: Promise<Search> | undefined;

/** Gets the passages and the code that searches them, once. */
function loadSearch(): Promise<Search> {
  loading ??= Promise.all([fetch(document.body.dataset.search ?? ""), import("./search-index.ts")]).then(
    async ([response, { createSearch }]) => createSearch((await response.json()) as SearchDocument[]),
  );
  return loading;
}

/** Lets the reader search all pages: by the button, or by `/`. */
export function offerSearch(): void {
  const button = document.querySelector<HTMLButtonElement>("button.search");
  if (button === null) return;
  let box: SearchBox | undefined;
  const open = (): void => {
    box ??= new SearchBox();
    box.open();
  };
  button.hidden = false;
  button.addEventListener("click", open);
  document.addEventListener("keydown", (event) => {
    const isTyping = event.target instanceof HTMLElement && event.target.closest("input, textarea, select") !== null;
    const asks = (event.key === "/" && !isTyping) || (event.key === "k" && (event.ctrlKey || event.metaKey));
    if (!asks || event.altKey) return;
    event.preventDefault();
    open();
  });
}

function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  properties: Partial<HTMLElementTagNameMap[K]> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The dialog of the search. Arrows choose, Enter follows. */
class SearchBox {
  readonly #input = element("input", {
    type: "search",
    placeholder: "A command, an error, a name",
    autocomplete: "off",
  });
  readonly #list = element("ul", { id: "found" });
  readonly #status = element("p", { className: "status" });
  readonly #dialog = element("dialog", { className: "search-box" }, this.#input, this.#status, this.#list);

  constructor() {
    this.#dialog.setAttribute("aria-label", "Search");
    this.#input.setAttribute("aria-label", "Search all pages");
    this.#status.setAttribute("role", "status");
    this.#input.addEventListener("input", () => void this.#find());
    this.#dialog.addEventListener("keydown", (event) => this.#move(event));
    this.#dialog.addEventListener("click", (event) => {
      if (event.target === this.#dialog) this.#dialog.close();
    });
    document.body.append(this.#dialog);
  }

  open(): void {
    if (!this.#dialog.open) this.#dialog.showModal();
    this.#input.select();
    void loadSearch();
  }

  async #find(): Promise<void> {
    const search = await loadSearch();
    const query = this.#input.value.trim();
    const found = query === "" ? [] : search(query);
    this.#list.replaceChildren(...found.slice(0, shown).map((one) => describe(one)));
    this.#status.textContent =
      query === "" ? "" : found.length === 0 ? "Nothing has these words." : count(found.length);
  }

  #move(event: KeyboardEvent): void {
    const links = [...this.#list.querySelectorAll("a")];
    const place = links.indexOf(document.activeElement as HTMLAnchorElement);
    if (event.key === "ArrowDown") links[Math.min(place + 1, links.length - 1)]?.focus();
    else if (event.key === "ArrowUp") (links[place - 1] ?? this.#input).focus();
    else if (event.key === "Enter" && place === -1) links[0]?.click();
    else return;
    event.preventDefault();
  }
}

function count(found: number): string {
  return found === 1 ? "1 passage" : found > shown ? `the first ${shown} of ${found} passages` : `${found} passages`;
}

function describe({ address, page, title, section, text, terms }: Found): HTMLElement {
  const link = element("a", { href: (document.body.dataset.root ?? "") + address }, title);
  const place = element("small", {}, page === title ? section : `${section} · ${page}`);
  return element("li", {}, link, " ", place, element("p", {}, excerpt(text, terms)));
}

/** The words around the first that was looked for. */
function excerpt(text: string, terms: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = terms.map((term) => lower.indexOf(term)).filter((place) => place >= 0);
  const from = Math.max(0, Math.min(...places, text.length) - 40);
  const start = from === 0 || from >= text.length - 40 ? 0 : text.indexOf(" ", from) + 1;
  const end = start + 140;
  return `${start > 0 ? "… " : ""}${text.slice(start, end)}${end < text.length ? "…" : ""}`;
}
