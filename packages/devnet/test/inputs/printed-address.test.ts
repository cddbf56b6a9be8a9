import { inspect } from "node:util";
import { localAccounts, printedAddress } from "@ledger/local-chain";
import { formatAddress, parseAddress } from "@ledger/types";
import { expect, test } from "vitest";

test("the address of an account prints as the API writes it, and is still bytes", () => {
  const { address } = localAccounts[0]!;
  const text = formatAddress(address);
  expect([`${address}`, JSON.parse(JSON.stringify({ address })).address, inspect(address)]).toEqual([text, text, text]);
  expect(address).toEqual(parseAddress(text));
  expect(`${printedAddress(parseAddress("0xb0b"))}`).toBe("0xb0b");
});
