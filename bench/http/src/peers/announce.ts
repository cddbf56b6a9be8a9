import type { Server } from "node:http";
import type { AddressInfo } from "node:net";

/** Listens on a free port and says which. */
export function announce(server: Server): void {
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}
