/**
 * Checks the URL of an upstream.
 *
 * @returns whether it is on this machine
 * @throws {@link TypeError} when it is not `http(s)`, or carries credentials: they would end in logs
 */
export function checkUpstreamUrl(url: string): { readonly isLoopback: boolean } {
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:") throw new TypeError("an upstream is an http(s) URL");
  if (username !== "" || password !== "") throw new TypeError("the URL of an upstream carries no credentials");
  return { isLoopback: hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.") };
}
