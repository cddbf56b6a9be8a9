import { expect, test } from "vitest";
import { verbAccessOf, verbKeyLines } from "./verb-keys.ts";

test("a key is made where other machines are allowed, and printed; one that was chosen is not", () => {
  expect(verbAccessOf({})).toEqual({ key: undefined, needsKey: false, pages: { origins: undefined } });
  expect(verbKeyLines({}, undefined)).toEqual([]);

  const others = { allowVerbsFrom: ["172.16.0.0/12", "fd00::/8"] };
  const made = verbAccessOf(others);
  expect(made).toMatchObject({ key: expect.stringMatching(/^[\w-]{32}$/), needsKey: false });
  expect(verbAccessOf(others).key).not.toBe(made.key);
  for (const [address, isAllowed] of [
    ["172.16.3.4", true],
    ["::ffff:172.31.0.1", true],
    ["fd00::7", true],
    ["172.32.0.1", false],
    ["10.0.0.1", false],
  ] as const)
    expect(made.isAllowed!(address), address).toBe(isAllowed);
  expect(verbKeyLines(others, made.key)).toEqual([
    `verbs key ${made.key}, also from 172.16.0.0/12, fd00::/8: as LEDGER_VERBS_KEY for tests, as 'authorization: Bearer KEY' by HTTP`,
  ]);

  const chosen = { ...others, verbsKey: "a-key-that-was-chosen" };
  expect(verbAccessOf(chosen)).toMatchObject({ key: chosen.verbsKey, needsKey: true });
  expect(verbKeyLines(chosen, chosen.verbsKey).join()).not.toContain(chosen.verbsKey);
});
