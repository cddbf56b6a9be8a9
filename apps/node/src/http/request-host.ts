import type { IncomingMessage } from "node:http";

/** How often a request names a host. Node keeps the first name only, and a proxy before it may have looked at the last. */
export function countHosts({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): number {
  let count = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === "host") count++;
  }
  return count;
}
