// The one way between the machine of the pages and this one: a socket file that both see.
import { connect, createServer, type Server, type Socket } from "node:net";

/** Passes what arrives on to somewhere else. @returns the server, listening */
async function pass(listen: string | { readonly port: number; readonly host: string }, open: () => Socket): Promise<Server> {
  const server = createServer((socket) => {
    const other = open();
    socket.pipe(other).pipe(socket);
    for (const [one, end] of [[socket, other], [other, socket]] as const) one.on("error", () => end.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once("error", reject).listen(listen, resolve));
  return server;
}

/** Makes a port of this machine reachable through a file. */
export const exportPort = (file: string, port: number): Promise<Server> => pass(file, () => connect(port, "127.0.0.1"));

/** Makes what a file leads to reachable at a port. */
export const importPort = (file: string, port: number): Promise<Server> =>
  pass({ port, host: "127.0.0.1" }, () => connect(file));
