/** Questions that leave a trace, each in the place of an older one. */
const places = 4_096;

/**
 * Remembers which questions have been asked, of the last few thousand, and is nearly always right. An answer to what is asked once is not
 * worth keeping: what lives for a while and is dropped then costs the collector more than making it again.
 */
export class AskedBefore {
  readonly #traces = new Uint32Array(places);

  /** Notes a question. @returns true if it had been noted */
  note(question: string): boolean {
    const trace = traceOf(question);
    const place = trace % places;
    const isKnown = this.#traces[place] === trace;
    this.#traces[place] = trace;
    return isKnown;
  }
}

/** FNV-1a over the text's units: two questions seldom have the same, and then one answer is kept too early. */
function traceOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
