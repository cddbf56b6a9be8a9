import bytecode from "#tip-jar/bytecode_modules/tip_jar.mv?inline";
import metadata from "#tip-jar/package-metadata.bcs?inline";
import sourceMap from "#tip-jar/source_maps/tip_jar.mvsm?inline";
import source from "#tip-jar/sources/tip_jar.move?raw";

/** The bytes of a data URL. */
function bytesOf(url: string): Uint8Array {
  return Uint8Array.from(atob(url.slice(url.indexOf(",") + 1)), (character) => character.charCodeAt(0));
}

/** The package of the example `cover-a-module`, as its build folder has it, to be deployed at 0xcafe. */
export const tipJar = {
  metadata: bytesOf(metadata),
  modules: [bytesOf(bytecode)],
  maps: {
    sourceMaps: new Map([["tip_jar", bytesOf(sourceMap)]]),
    sources: [{ path: "sources/tip_jar.move", text: source }],
  },
};
