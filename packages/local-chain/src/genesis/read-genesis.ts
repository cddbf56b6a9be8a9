import { genesisGzip } from "./genesis-data.ts";

/** The genesis transaction that every local network begins with, as BCS. It was made by executing the framework, and is shipped. */
export async function readLocalGenesis(): Promise<Uint8Array> {
  const packed = Uint8Array.from(atob(genesisGzip), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
