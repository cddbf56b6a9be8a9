/** The part of a standard `URL` that is used. */
interface ParsedUrl {
  readonly href: string;
  readonly pathname: string;
  readonly searchParams: { append(name: string, value: string): void; getAll(name: string): string[] };
}

/** Parses a URL. @param base - where one that is not absolute begins @throws TypeError for a text that is none */
export function parseUrl(text: string, base?: string): ParsedUrl {
  // The package is compiled without DOM and Node types.
  const { URL: Url } = globalThis as unknown as { readonly URL: new (text: string, base?: string) => ParsedUrl };
  return new Url(text, base);
}
