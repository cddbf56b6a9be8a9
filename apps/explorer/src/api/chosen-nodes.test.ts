import { expect, test } from "vitest";
import { parseNodeUrl } from "./chosen-nodes.ts";

test.each([
  ["https://node.example/v1", "https://node.example/v1"],
  ["https://node.example/v1//", "https://node.example/v1"],
  ["https://node.example./v1", "https://node.example/v1"],
  ["http://127.0.0.1:8080/v1", "http://127.0.0.1:8080/v1"],
  ["javascript:alert(1)", undefined],
  ["https://user@node.example/v1", undefined],
  ["https://node.example/v1?a=1", undefined],
  ["https://node.example/v1#a", undefined],
  ["node.example", undefined],
])("%s as the address of a node", (text, url) => {
  expect(parseNodeUrl(text)).toBe(url);
});
