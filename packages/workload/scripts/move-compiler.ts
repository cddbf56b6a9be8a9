import { createRequire } from "node:module";
import { join } from "node:path";
import { bool, option, string, struct, u8, u32 } from "@ledger/bcs";

/** The compiler's arguments, as its library takes them. */
const buildRequest = struct("CompilerArguments", {
  packagePath: option(string),
  verbose: bool,
  devMode: bool,
  testMode: bool,
  generateDocs: bool,
  generateAbis: bool,
  installDir: option(string),
  forceRecompilation: bool,
  fetchDependenciesOnly: bool,
  skipFetchLatestGitDependencies: bool,
  bytecodeVersion: u32,
  compilerVersion: string,
  languageVersion: string,
  additionalNamedAddresses: u8,
});

const libraries: Readonly<Record<string, string>> = {
  "linux-x64": "libcompiler.x86_64.so",
  "linux-arm64": "libcompiler.aarch64.so",
  "darwin-x64": "libcompiler.dylib",
  "darwin-arm64": "libcompiler.dylib",
};

interface Owned {
  readonly is_none: boolean;
  readonly ptr: unknown;
  readonly len: bigint | number;
  readonly cap: bigint | number;
}

/**
 * Loads the compiler from the folder that `@initia/builder.js` and `koffi` were installed to.
 *
 * @returns compiles the package in a folder, into `build/` there; throws an Error with the compiler's text
 */
export function loadCompiler(folder: string): (packagePath: string) => void {
  const load = createRequire(join(folder, "package.json"));
  const koffi = load("koffi");
  const file = libraries[`${process.platform}-${process.arch}`];
  if (file === undefined) throw new Error(`the compiler has no library for ${process.platform} ${process.arch}`);
  const library = koffi.load(join(folder, "node_modules/@initia/builder.js/library", file));
  const view = koffi.struct("View", { is_nil: "bool", ptr: "const uint8_t *", len: "size_t" });
  const owned = koffi.struct("Owned", { is_none: "bool", ptr: "void *", len: "size_t", cap: "size_t" });
  const build = library.func("build_move_package", owned, [koffi.inout(koffi.pointer(owned)), view]);
  return (packagePath) => {
    const request = buildRequest.encode({
      packagePath,
      verbose: false,
      devMode: false,
      testMode: false,
      generateDocs: false,
      generateAbis: false,
      installDir: undefined,
      forceRecompilation: true,
      fetchDependenciesOnly: false,
      skipFetchLatestGitDependencies: true,
      bytecodeVersion: 7,
      compilerVersion: "2.1",
      languageVersion: "2.1",
      additionalNamedAddresses: 0,
    });
    const failure: Owned = { is_none: true, ptr: null, len: 0, cap: 0 };
    build(failure, { is_nil: false, ptr: request, len: request.length });
    if (failure.is_none) return;
    throw new Error(Buffer.from(koffi.decode(failure.ptr, "uint8_t", Number(failure.len))).toString());
  };
}
