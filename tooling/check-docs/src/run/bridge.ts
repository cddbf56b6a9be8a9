import { connect, createServer, type Server } from "node:net";

/** The place at which a server listens: a port of an address of this machine, or a socket file, which other machines may see as well. */
type Place = { readonly port: number; readonly host: string } | string;

/** Passes what comes to a place on to another one. @returns the server, listening */
export async function forward(from: Place, to: Place): Promise<Server> {
  const server = createServer((socket) => {
    const other = typeof to === "string" ? connect(to) : connect(to);
    socket.pipe(other).pipe(socket);
    socket.on("error", () => other.destroy());
    other.on("error", () => socket.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(from, resolve));
  return server;
}
