/**
 * Checks the URL of an upstream.
 *
 * @returns whether it is on this machine
 * @throws {@link TypeError} when it is not `http(s)`, or carries credentials: they would end in logs
 */
export function checkUpstreamUrl(url: string): { readonly isLoopback: boolean } {
  const { protocol, hostname, username, password } = new URL(url);
  if (protocol !== "http:" && protocol !== "https:")
    throw new TypeError("the URL of an upstream must begin with http:// or https://");
  if (username !== "" || password !== "") throw new TypeError("the URL of an upstream must not contain credentials");
  return { isLoopback: hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.") };
}
