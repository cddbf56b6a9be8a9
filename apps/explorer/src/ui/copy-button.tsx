import { useEffect, useState } from "preact/hooks";

/** Copies a text. @param what - names it for those who cannot see it: "address" */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => setState("idle"), 1500);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = (): void => {
    // Absent on pages that are served without encryption from another machine.
    const written = navigator.clipboard?.writeText(text) ?? Promise.reject(new Error("no clipboard"));
    written.then(
      () => setState("copied"),
      () => setState("refused"),
    );
  };
  const label = { idle: "Copy", copied: "Copied", refused: "Not allowed" }[state];
  return (
    <button type="button" class="copy" aria-label={state === "idle" ? `Copy ${what}` : label} onClick={copy}>
      {label}
    </button>
  );
}
