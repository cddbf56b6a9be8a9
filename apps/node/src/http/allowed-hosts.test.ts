import { expect, test } from "vitest";
import { allowedHosts } from "./allowed-hosts.ts";

const loopback = { host: "127.0.0.1", port: 8080 };
const everywhere = { host: "0.0.0.0", port: 8080 };

test.each([
  "localhost",
  "LOCALHOST:8080",
  "node.localhost:1",
  "127.0.0.1:8080",
  "127.8.9.10",
  "[::1]:8080",
  "localhost.",
])("on a loopback address %s is answered", (host) => {
  expect(allowedHosts(loopback, [])(host)).toBe(true);
});

test.each([
  "evil.example",
  "localhost.evil.example",
  "127.0.0.1.evil.example:8080",
  "192.0.2.1",
  "[2001:db8::1]",
  "",
  "x",
  "[::1]evil.example",
  "[::1]:80:evil.example",
  "localhost:80:evil.example",
  "localhost:evil.example",
  "localhost, evil.example",
  "127.0.0.1/evil.example",
  "evil.example@localhost",
  "127.0.0.999",
  "[127.0.0.1]",
  "[::1",
])("on a loopback address %j is not answered", (host) => {
  expect(allowedHosts(loopback, [])(host)).toBe(false);
});

test("hosts that are allowed by name are answered, with any port", () => {
  const isAllowed = allowedHosts(loopback, ["Node.Example"]);
  expect(isAllowed("node.example:443")).toBe(true);
  expect(isAllowed("localhost")).toBe(true);
  expect(isAllowed("other.example")).toBe(false);
});

test("on other addresses every host is answered, until some are allowed by name", () => {
  expect(allowedHosts(everywhere, [])("evil.example")).toBe(true);
  expect(allowedHosts(everywhere, ["node.example"])("evil.example")).toBe(false);
  expect(allowedHosts({ host: "[::1]", port: 1 }, [])("evil.example")).toBe(false);
});

test.each(["10.1.2.3:8080", "192.0.2.1", "[2001:db8::1]:8080"])(
  "on other addresses %s is no name of a page",
  (host) => {
    expect(allowedHosts(everywhere, ["node.example"])(host)).toBe(true);
  },
);

test.each(["10.1.2.3.evil.example", "0x7f.1.evil", "[evil]", ""])("on other addresses %j is a name", (host) => {
  expect(allowedHosts(everywhere, ["node.example"])(host)).toBe(false);
});
