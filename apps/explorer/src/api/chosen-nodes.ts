/** The nodes that a reader has chosen for this page. */
export interface ChosenNodes {
  /** Base URL of the API to read from; that of the page when absent. */
  readonly data: string | undefined;
  /** Base URLs of the nodes that vouch for roots; the one that is read from where there is none. */
  readonly roots: readonly string[];
  /** True to refuse what can be proved and is not. */
  readonly isStrict: boolean;
}

const storageKey = "ledger-explorer-nodes";

/** Most nodes that vouch for roots. */
const mostRoots = 9;

const none: ChosenNodes = { data: undefined, roots: [], isStrict: false };

/** Base URL of a node's API without a slash at its end; `undefined` for text that is none. */
export function parseNodeUrl(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  // A name with the root's dot is the same name, and two names of one node are not two nodes.
  url.hostname = url.hostname.replace(/\.$/, "");
  const { protocol, username, search, hash, href } = url;
  const isPlain = /^https?:$/.test(protocol) && username === "" && search === "" && hash === "";
  return isPlain ? href.replace(/\/+$/, "") : undefined;
}

/** The nodes that were chosen last. */
export function readChosenNodes(): ChosenNodes {
  try {
    const { data, roots, isStrict } = JSON.parse(localStorage.getItem(storageKey) ?? "{}") as Record<string, unknown>;
    const urls = (Array.isArray(roots) ? roots : []).flatMap((url: unknown) => parseNodeUrl(String(url)) ?? []);
    return {
      data: typeof data === "string" ? parseNodeUrl(data) : undefined,
      roots: urls.slice(0, mostRoots),
      isStrict: isStrict === true,
    };
  } catch {
    // Storage may be forbidden, or hold what something else has written.
    return none;
  }
}

/** Keeps a choice; the next load of the page goes by it. @throws DOMException where storage is forbidden */
export function storeChosenNodes(chosen: ChosenNodes = none): void {
  if (chosen.data === undefined && chosen.roots.length === 0 && !chosen.isStrict) localStorage.removeItem(storageKey);
  else localStorage.setItem(storageKey, JSON.stringify(chosen));
}
