import { useState } from "preact/hooks";

const themes = ["auto", "light", "dark"] as const;
type Theme = (typeof themes)[number];

const storageKey = "ledger-explorer-theme";

function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(storageKey);
    return themes.find((theme) => theme === stored) ?? "auto";
  } catch {
    // Storage may be forbidden; then the choice lasts as long as the page.
    return "auto";
  }
}

/** Shows the page in the theme that was chosen last. Called before the first view is drawn. */
export function applyStoredTheme(): void {
  document.documentElement.dataset.theme = storedTheme();
}

/** Chooses between the system's colours, light and dark. */
export function ThemeButton() {
  const [theme, setTheme] = useState(storedTheme);
  const next = themes[(themes.indexOf(theme) + 1) % themes.length] ?? "auto";
  const choose = (): void => {
    document.documentElement.dataset.theme = next;
    try {
      localStorage.setItem(storageKey, next);
    } catch {
      // As above.
    }
    setTheme(next);
  };
  return (
    <button type="button" class="theme" onClick={choose} aria-label={`Colours: ${theme}. Change to ${next}`}>
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle class="ring" cx="8" cy="8" r="6.25" />
        {theme !== "light" && (
          <path
            class="fill"
            d={
              theme === "dark"
                ? "M8 1.75a6.25 6.25 0 0 0 0 12.5 6.25 6.25 0 0 0 0-12.5"
                : "M8 1.75a6.25 6.25 0 0 0 0 12.5z"
            }
          />
        )}
      </svg>
    </button>
  );
}
