import { expect, test } from "vitest";
import { clientOf, TrustedProxies } from "./client-address.ts";

test.each([
  ["192.0.2.7", "192.0.2.7"],
  ["::ffff:192.0.2.7", "192.0.2.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
])("%s counts as %s", (address, client) => {
  expect(clientOf(address)).toBe(client);
});

test("a trusted proxy speaks for the last client it names, others speak for themselves", () => {
  const proxies = new TrustedProxies(["10.0.0.0/8", "2001:db8::1"]);
  const ask = (remoteAddress: string, forwarded?: string) =>
    proxies.clientOf({ socket: { remoteAddress }, headers: { "x-forwarded-for": forwarded } } as never);
  expect(ask("10.1.2.3", "203.0.113.1, 198.51.100.2")).toBe("198.51.100.2");
  expect(ask("2001:db8::1", "203.0.113.1")).toBe("203.0.113.1");
  expect(ask("10.1.2.3", "nonsense")).toBe("10.1.2.3");
  // What stands before the entry of a proxy that is not trusted anybody may have written.
  expect(ask("10.1.2.3", "203.0.113.1, nonsense")).toBe("10.1.2.3");
  expect(ask("10.1.2.3")).toBe("10.1.2.3");
  expect(ask("11.1.2.3", "203.0.113.1")).toBe("11.1.2.3");
  expect(proxies.has("10.255.0.1")).toBe(true);
  expect(new TrustedProxies([]).has("10.0.0.1")).toBe(false);
  // An address of the link, as Node writes it.
  expect(ask("fe80::1%eth0", "203.0.113.1")).toBe("fe80:0:0:0::/64");
});

test("behind several proxies the client is the last address that is none of theirs", () => {
  const proxies = new TrustedProxies(["127.0.0.1", "10.0.0.0/8"]);
  const ask = (forwarded: string) =>
    proxies.clientOf({
      socket: { remoteAddress: "127.0.0.1" },
      headers: { "x-forwarded-for": forwarded },
    } as never);
  expect(ask("203.0.113.1, 10.0.0.7")).toBe("203.0.113.1");
  expect(ask("1.1.1.1, 203.0.113.1, 10.9.9.9, 10.0.0.7")).toBe("203.0.113.1");
  expect(ask("10.0.0.8, 10.0.0.7")).toBe("10.0.0.8");
});

test.each([
  ["203.0.113.1:51234", "203.0.113.1"],
  ["[2001:db8:1:2::3]:51234", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::3]", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::3", "2001:db8:1:2::/64"],
  ["203.0.113.1:x", "127.0.0.1"],
])("a proxy may write %s", (forwarded, client) => {
  const request = { socket: { remoteAddress: "127.0.0.1" }, headers: { "x-forwarded-for": forwarded } };
  expect(new TrustedProxies(["127.0.0.1"]).clientOf(request as never)).toBe(client);
});
