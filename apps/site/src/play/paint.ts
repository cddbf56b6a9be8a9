import { SugarHigh } from "sugar-high/core";
import { tokenize } from "sugar-high/lang/javascript";

/** Colours of kinds of words, as blocks of code on the pages have them. */
const classes: Readonly<Record<string, string>> = {
  keyword: "t-keyword",
  string: "t-string",
  comment: "t-comment",
  class: "t-function",
  entity: "t-function",
};

/** Characters that are coloured, at most: longer code would be slow to type in. */
const longest = 20_000;

/**
 * Colours the code of an editor. A field for text has one colour only, so the same words lie in colours behind it.
 *
 * @param editor - whose own words are not seen while `data-painted` is there
 * @param behind - takes the words
 */
export function paintCode(editor: HTMLTextAreaElement, behind: HTMLElement): void {
  const { value } = editor;
  const isPainted = value.length <= longest;
  editor.toggleAttribute("data-painted", isPainted);
  // A last line that is empty has its height only if something comes after its break.
  behind.replaceChildren(...(isPainted ? tokenize(value, undefined).map(paintWord) : []), "\n");
  follow(editor, behind);
}

/** Moves the words behind an editor as it is scrolled. */
export function followScroll(editor: HTMLTextAreaElement, behind: HTMLElement): void {
  editor.addEventListener("scroll", () => follow(editor, behind));
}

function follow({ scrollTop, scrollLeft }: HTMLTextAreaElement, behind: HTMLElement): void {
  behind.scrollTo(scrollLeft, scrollTop);
}

function paintWord([kind, text]: readonly [number, string]): Node | string {
  const className = classes[SugarHigh.TokenTypes[kind] ?? ""];
  return className === undefined
    ? text
    : Object.assign(document.createElement("span"), { className, textContent: text });
}
