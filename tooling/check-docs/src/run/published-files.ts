// The host where the public networks publish their files, with those that the repository has.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { readVectorBytes } from "@ledger/vectors";

/** The host, and its address on the machine of the pages. */
export const publishingHost = { name: "raw.githubusercontent.com", address: "127.0.0.6" } as const;

const files: Readonly<Record<string, string>> = {
  "/aptos-labs/aptos-networks/main/mainnet/genesis.blob": "genesis/mainnet.genesis.blob",
};

/** Serves the files. @param certificate - paths of one for the host, and of its key */
export async function publishFiles(certificate: readonly [cert: string, key: string]): Promise<void> {
  const [cert, key] = certificate.map((path) => readFileSync(path));
  const server = createServer({ cert, key }, ({ url = "" }, response) => {
    const file = files[url];
    if (file === undefined) response.writeHead(404).end();
    else response.end(readVectorBytes(file));
  });
  server.listen(443, publishingHost.address);
  await once(server, "listening");
}
