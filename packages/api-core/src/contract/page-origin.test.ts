import { expect, test } from "vitest";
import { createChangeRule, parseHost } from "./page-origin.ts";

test.each([
  ["LOCALHOST:8080", { name: "localhost", port: 8080 }],
  ["localhost.", { name: "localhost", port: undefined }],
  ["[2001:DB8::1]:80", { name: "[2001:db8::1]", port: 80 }],
  ["node_1.example", { name: "node_1.example", port: undefined }],
])("a host is read whole: %s", (header, host) => {
  expect(parseHost(header)).toEqual(host);
});

test.each([
  "",
  ":80",
  "localhost:",
  "localhost:80:evil.example",
  "[::1]evil.example",
  "[::1].evil.example",
  "[::1]:80:80",
  "[evil]",
  "a b",
  "a/b",
  "a@b",
  "a..b",
  "a,b",
])("%j is no host", (header) => {
  expect(parseHost(header)).toBeUndefined();
});

const mayChange = createChangeRule({
  origins: ["https://wallet.example"],
  hosts: ["Node.Example"],
  isOwnPort: (port) => port === 8081,
});

test.each([
  ["a named origin", "https://wallet.example", "127.0.0.1:8080"],
  ["loopback, any port", "http://localhost:3000", "192.0.2.1:8080"],
  ["loopback, usual port", "http://localhost", "localhost"],
  ["loopback over TLS", "https://127.0.0.1:1", "localhost"],
  ["loopback of IPv6", "http://[::1]:5173", "localhost"],
  ["a name under localhost", "http://app.localhost:5173", "localhost"],
  ["the network's own page by an address", "http://192.0.2.1:8080", "192.0.2.1:8080"],
  ["that at another port of it", "http://192.0.2.1:8081", "192.0.2.1:8080"],
  ["the network's own page by an allowed name", "http://node.example:8080", "node.example:8080"],
])("%s may change the network: %s asks %s", (_, origin, host) => {
  expect(mayChange(origin, host)).toBe(true);
});

test.each([
  ["another origin", "https://evil.example", "127.0.0.1:8080"],
  ["one that hides", "null", "127.0.0.1:8080"],
  ["no origin at all", "", "127.0.0.1:8080"],
  ["two", "http://localhost:1, https://evil.example", "127.0.0.1:8080"],
  ["a name that begins as loopback", "http://127.0.0.1.evil.example", "127.0.0.1:8080"],
  ["another one", "http://localhost.evil.example", "127.0.0.1:8080"],
  ["one that ends so", "http://evillocalhost", "127.0.0.1:8080"],
  ["a name before loopback", "http://evil.example@localhost", "127.0.0.1:8080"],
  ["what is no origin but a URL", "http://localhost:3000/", "127.0.0.1:8080"],
  ["another scheme", "chrome-extension://localhost", "127.0.0.1:8080"],
  ["a named origin at another port", "https://wallet.example:444", "127.0.0.1:8080"],
  ["a name that points here", "http://evil.example:8080", "evil.example:8080"],
  ["another port of the same machine", "http://192.0.2.1:9999", "192.0.2.1:8080"],
  ["its own host, malformed", "http://192.0.2.1:8080", "192.0.2.1:8080:x"],
])("%s may not: %s asks %s", (_, origin, host) => {
  expect(mayChange(origin, host)).toBe(false);
});

test("a request without a host has no page of its own", () => {
  expect(mayChange("http://192.0.2.1:8080", undefined)).toBe(false);
});
