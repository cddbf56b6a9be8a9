/** Languages that a request is shown in. */
export const snippetLanguages = ["curl", "TypeScript", "Python", "Go", "Rust"] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];
