import { offerCopies } from "./copy.ts";
import { offerSearch } from "./search.ts";
import { offerThemes } from "./theme-button.ts";
import { offerVersions } from "./version-choice.ts";

offerThemes();
offerCopies();
offerSearch();
offerVersions();

// What is wider than its place is scrolled, by the keyboard too.
for (const wide of document.querySelectorAll<HTMLElement>(".table, pre, p:has(> img)")) {
  if (wide.scrollWidth > wide.clientWidth) wide.tabIndex = 0;
}
