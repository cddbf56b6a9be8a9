import { expect, test } from "vitest";
import { createPageHeaders } from "./page-headers.ts";

const connect = (nodes: readonly string[], host: string): string | undefined =>
  /connect-src ([^;]*)/.exec(createPageHeaders(nodes)(host)["Content-Security-Policy"] ?? "")?.[1];

test("a page may ask its own node, and those that are named", () => {
  expect(connect([], "node.example")).toBe("'self'");
  expect(connect(["https://a.example", "https://b.example:8443"], "node.example")).toBe(
    "'self' https://a.example https://b.example:8443",
  );
});

test("a page on this machine may ask all nodes of it", () => {
  const ports = "'self' http://127.0.0.1:* http://localhost:*";
  expect(connect([], "127.0.0.1:8080")).toBe(ports);
  expect(connect(["https://a.example"], "localhost")).toBe(`${ports} https://a.example`);
});
