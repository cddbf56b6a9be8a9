import { expect, test } from "vitest";
import { hasCredentials } from "./values.ts";

test.each([
  "https://user:word@node.example/v1",
  "https://token@node.example/v1",
  "ftp://user:word@node.example",
  " https://user:word@node.example",
  // What the URL standard reads as the first one.
  "https:user:word@node.example/v1",
  "https:/user:word@node.example/v1",
  "https:\\\\user:word@node.example/v1",
])("%j carries credentials", (text) => {
  expect(hasCredentials(text)).toBe(true);
});

test.each([
  "https://node.example/v1",
  "https://node.example/v1@12345",
  "https://node.example/v1?mail=a@b",
  "./backup@home",
  "C:\\ledger\\genesis.blob",
  "0:ab",
])("%j does not", (text) => {
  expect(hasCredentials(text)).toBe(false);
});
