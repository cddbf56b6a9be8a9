import { once } from "node:events";
import { createServer } from "node:net";
import type { ListenAddress } from "../config/listen-address.ts";
import { cannotListen } from "../health/node-start-error.ts";

/**
 * Tries an address before anything is begun with it.
 *
 * @param flag - the option that sets it
 * @throws NodeStartError when it cannot be used
 */
export async function expectFreeAddress(listen: ListenAddress, flag = "--listen"): Promise<void> {
  const server = createServer();
  try {
    server.listen(listen.port, listen.host);
    await once(server, "listening");
  } catch (error) {
    throw cannotListen(listen, error, flag);
  }
  server.close();
  await once(server, "close");
}
