/** Code of a link is bounded before it is unpacked: a link is from somebody else. */
const longestPacked = 20_000;
const longestCode = 100_000;

/** Packs code into the part of an address after `#`. */
export async function packCode(code: string): Promise<string> {
  const packed = new Blob([code]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return text.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** @returns the code of a link; `undefined` for what is none, or too long */
export async function unpackCode(packed: string): Promise<string | undefined> {
  if (packed.length > longestPacked) return undefined;
  try {
    const bytes = Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
      character.charCodeAt(0),
    );
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    const decoder = new TextDecoder();
    let code = "";
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      code += decoder.decode(part.value, { stream: true });
      if (code.length > longestCode) return undefined;
    }
    return code + decoder.decode();
  } catch {
    return undefined;
  }
}
