import { find } from "../browser/find.ts";

type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The line that says what came of the input. */
export function tell(text: string): void {
  find("#state").textContent = text;
}

/**
 * Keeps fields in the address of the page: what a link holds after `#` is shown, and a button makes such a link. No server is sent that
 * part of an address.
 *
 * @param fields - by their names in links
 * @param show - called when one of them has changed
 */
export function bindFields(fields: Readonly<Record<string, Field>>, show: () => void): void {
  const follow = (): void => {
    const asked = new URLSearchParams(location.hash.slice(1));
    for (const [name, field] of Object.entries(fields)) field.value = asked.get(name) ?? "";
    show();
  };
  for (const field of Object.values(fields)) field.addEventListener("input", show);
  find("#link").addEventListener("click", async () => {
    const filled = Object.entries(fields).map(([name, { value }]) => [name, value] as const);
    history.replaceState(
      undefined,
      "",
      `#${new URLSearchParams(filled.filter(([, value]) => value !== "").map(([...pair]) => pair))}`,
    );
    await navigator.clipboard?.writeText(location.href).catch(() => undefined);
    tell("the address of this page is the link");
  });
  addEventListener("hashchange", follow);
  follow();
}
