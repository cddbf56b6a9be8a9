import { Overview } from "./ledger/overview.tsx";
import { Reference } from "./reference/reference.tsx";
import { useHash } from "./ui/use-hash.ts";

const views = [
  { hash: "ledger", title: "Ledger" },
  { hash: "reference", title: "API reference" },
] as const;

/** The whole page: a heading, the views, and the one that the address names. */
export function App() {
  const hash = useHash();
  const current = hash.startsWith("reference") ? "reference" : "ledger";
  return (
    <>
      <a class="skip" href="#main">
        Skip to content
      </a>
      <header class="top">
        <p class="brand">
          <a href="#ledger">Ledger explorer</a>
        </p>
        <nav aria-label="Views">
          {views.map((view) => (
            <a key={view.hash} href={`#${view.hash}`} aria-current={view.hash === current ? "page" : undefined}>
              {view.title}
            </a>
          ))}
        </nav>
      </header>
      <main id="main">{current === "reference" ? <Reference selected={hash.split("/")[1]} /> : <Overview />}</main>
    </>
  );
}
