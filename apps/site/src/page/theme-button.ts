const themes = ["auto", "light", "dark"] as const;
/** The explorer's too: who chose there has chosen here. */
const storageKey = "ledger-explorer-theme";

const root = document.documentElement.dataset;

/** Lets the reader choose between the system's colours, light and dark. */
export function offerThemes(): void {
  const button = document.querySelector<HTMLButtonElement>("button.theme");
  if (button === null) return;
  const show = (): void => {
    button.textContent = `◐ ${root.theme ?? "auto"}`;
    button.setAttribute("aria-label", `Colours: ${root.theme ?? "auto"}. Change to ${nextTheme()}`);
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    root.theme = nextTheme();
    try {
      localStorage.setItem(storageKey, root.theme);
    } catch {
      // Storage may be forbidden; then the choice lasts as long as the page.
    }
    show();
  });
  show();
}

function nextTheme(): string {
  const place = themes.findIndex((theme) => theme === (root.theme ?? "auto"));
  return themes[(place + 1) % themes.length] ?? "auto";
}
