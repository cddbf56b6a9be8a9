import { listPages } from "./files.ts";

export { type RunOptions, runPages } from "./run/outside.ts";

/** Pages that readers follow: those of users, not those about how this repository is made, as the site's is. */
const forReaders =
  /^(?:README\.md|docs\/(?:guides|postgres|monitoring)\/|(?:apps(?!\/site\/)|packages|examples)\/[^/]+\/(?:README\.md|docs\/api\.md))/;

/** @returns the paths of the pages whose blocks are run */
export function listRunnable(): string[] {
  return listPages()
    .filter(({ path, text }) => forReaders.test(path) && /^ *```/m.test(text))
    .map(({ path }) => path);
}
