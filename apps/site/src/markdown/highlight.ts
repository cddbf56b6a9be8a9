import { createCssVariablesTheme, createHighlighterCore } from "@shikijs/core";
import { createOnigurumaEngine } from "@shikijs/engine-oniguruma";

/** Writes code as HTML, its words in classes: a strict policy takes no colours from attributes. */
export type Highlight = (code: string, language: string) => string;

const languages = {
  bash: () => import("@shikijs/langs/bash"),
  diff: () => import("@shikijs/langs/diff"),
  html: () => import("@shikijs/langs/html"),
  json: () => import("@shikijs/langs/json"),
  move: () => import("@shikijs/langs/move"),
  nginx: () => import("@shikijs/langs/nginx"),
  sql: () => import("@shikijs/langs/sql"),
  toml: () => import("@shikijs/langs/toml"),
  typescript: () => import("@shikijs/langs/typescript"),
  yaml: () => import("@shikijs/langs/yaml"),
};

const prefix = "--code-";
const theme = createCssVariablesTheme({ variablePrefix: prefix });

/** Text as it is written in HTML, in attributes too. */
export function escapeHtml(text: string): string {
  const names: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (mark) => names[mark] ?? mark);
}

/** Loads the grammars of the languages that the pages use. Other languages are written without colours. */
export async function loadHighlight(): Promise<Highlight> {
  const shiki = await createHighlighterCore({
    themes: [theme],
    langs: Object.values(languages),
    langAlias: { sh: "bash", js: "typescript", ts: "typescript", jsonc: "json" },
    engine: createOnigurumaEngine(import("@shikijs/engine-oniguruma/wasm-inlined")),
  });
  const known = new Set(shiki.getLoadedLanguages());
  return (code, language) => {
    const text = code.replace(/\n$/, "");
    if (!known.has(language)) return escapeHtml(text);
    const lines = shiki.codeToTokensBase(text, { lang: language, theme: "css-variables" });
    return lines.map((line) => line.map(writeToken).join("")).join("\n");
  };
}

function writeToken({ content, color }: { readonly content: string; readonly color?: string }): string {
  const kind = color?.slice(`var(${prefix}`.length, -1).replace(/^token-/, "");
  if (kind === undefined || kind === "foreground" || content.trim() === "") return escapeHtml(content);
  return `<span class="t-${kind}">${escapeHtml(content)}</span>`;
}
