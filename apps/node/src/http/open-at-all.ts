import { addressesOf, type ListenAddress, lacksFamily } from "../config/listen-address.ts";

/**
 * Opens a server at every address that a host means: all at the port of the first, and none in a family that the machine does not support.
 *
 * @returns the first one
 * @throws what opening one of the others throws; they stay open then
 */
export async function openAtAll<Server extends { readonly port: number }>(
  address: ListenAddress,
  openAt: (place: ListenAddress) => Promise<Server>,
): Promise<Server> {
  const [first, ...others] = addressesOf(address);
  const server = await openAt(first);
  for (const other of others) {
    await openAt({ ...other, port: server.port }).catch((error: unknown) => {
      if (!lacksFamily(error)) throw error;
    });
  }
  return server;
}
