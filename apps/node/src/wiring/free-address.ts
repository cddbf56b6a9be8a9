import { once } from "node:events";
import { createServer } from "node:net";
import { addressesOf, type ListenAddress, lacksFamily } from "../config/listen-address.ts";
import { cannotListen } from "../health/node-start-error.ts";

/**
 * Tries an address before anything is begun with it.
 *
 * @param flag - the option that sets it
 * @throws NodeStartError when it cannot be used
 */
export async function expectFreeAddress(listen: ListenAddress, flag = "--listen"): Promise<void> {
  const [first, ...others] = addressesOf(listen);
  await tryAddress(first).catch((error: unknown) => {
    throw cannotListen(first, error, flag);
  });
  for (const other of others) {
    await tryAddress(other).catch((error: unknown) => {
      if (!lacksFamily(error)) throw cannotListen(other, error, flag);
    });
  }
}

async function tryAddress({ host, port }: ListenAddress): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, "listening");
  server.close();
  await once(server, "close");
}
