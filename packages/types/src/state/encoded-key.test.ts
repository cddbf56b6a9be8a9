import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesToAddress, parseAddress } from "../address.ts";
import { compareBytes, concatBytes } from "../text/bytes.ts";
import { bytesToHex, hexToBytes } from "../text/hex.ts";
import { parseStructTag } from "../type-tag/parse.ts";
import {
  accountKeyPrefix,
  decodeStateKey,
  encodeStateKey,
  formatCursor,
  moduleKey,
  parseCursor,
  resourceGroupKey,
  resourceKey,
  stateKeyToBcs,
  tableItemKey,
} from "./encoded-key.ts";
import { Path, StateKey } from "./state-key.ts";

const one = parseAddress("0x1");
const zeros = "0".repeat(62);

// Specification, chain types 17.4.
const account = `00${"0".repeat(59)}a11ce3201${zeros}01076163636f756e74074163636f756e7400`;
const coin = `00${zeros}012600${zeros}0104636f696e`;
const group = `00${zeros}0a3502${zeros}01066f626a6563740b4f626a65637447726f757000`;

describe("encoded state keys", () => {
  test("of account state equal their BCS", () => {
    const keys = [
      resourceKey(parseAddress("0xa11ce"), parseStructTag("0x1::account::Account")),
      moduleKey(one, "coin"),
      resourceGroupKey(parseAddress("0xa"), parseStructTag("0x1::object::ObjectGroup")),
    ];
    expect(keys.map(bytesToHex)).toEqual([account, coin, group]);
    for (const key of keys) expect(StateKey.encode(decodeStateKey(key))).toEqual(key);
  });

  test("give the BCS that they are encoded from", () => {
    const owner = "0".repeat(61);
    const long = "ab".repeat(200);
    // Access path, table item with a short and a long key, trading position, raw.
    for (const bcs of [
      account,
      `01${owner}b0f03aabbcc`,
      `01${owner}b0fc801${long}`,
      `0300${"07".repeat(96)}`,
      "0203aabbcc",
    ]) {
      const key = StateKey.decode(hexToBytes(bcs));
      expect(bytesToHex(stateKeyToBcs(encodeStateKey(key)))).toBe(bcs);
    }
    expect(() => stateKeyToBcs(Uint8Array.of(7, 7))).toThrow("unknown tag 7");
  });

  test("of table items and raw keys lose the length", () => {
    const item = StateKey.decode(hexToBytes(`01${zeros}0903aabbcc`));
    expect(bytesToHex(encodeStateKey(item))).toBe(`01${zeros}09aabbcc`);
    expect(encodeStateKey(item)).toEqual(tableItemKey(parseAddress("0x9"), hexToBytes("aabbcc")));
    const raw = StateKey.decode(hexToBytes("0203616263"));
    expect(bytesToHex(encodeStateKey(raw))).toBe("ff616263");
  });

  test("of native trading entries have a tag of their own", () => {
    const body = `00${"11".repeat(32)}${"22".repeat(32)}${"33".repeat(32)}`;
    const key = StateKey.decode(hexToBytes(`03${body}`));
    expect(bytesToHex(encodeStateKey(key))).toBe(`02${body}`);
    expect(decodeStateKey(hexToBytes(`02${body}`))).toEqual(key);
  });

  test("begin with the account, and shorter paths come first", () => {
    const prefix = accountKeyPrefix(one);
    const names = ["acl", "any", "coin", "block", "account"];
    const keys = names.map((name) => moduleKey(one, name));
    expect(keys.toSorted(compareBytes)).toEqual(keys);
    for (const key of keys) expect(key.subarray(0, prefix.length)).toEqual(prefix);
  });

  test.each([
    ["", 0],
    ["02", 1],
    ["03", 0],
    ["0000", 1],
    [`00${zeros}01`, 33],
    [coin.slice(0, -2), 33],
    [`${coin}00`, 39 + 33],
    [`00${zeros}01a600${coin.slice(68)}`, 33],
    [`00${zeros}010103`, 34],
    [`00${zeros}0100`, 34],
    [`00${zeros}012700${zeros}0104636f696e00`, 72],
    [`01${zeros}`, 32],
  ])("%j is no state key", (hex, offset) => {
    const refusal = { code: "invalid_state_key", offset };
    expect(() => decodeStateKey(hexToBytes(hex))).toThrow(expect.objectContaining(refusal));
  });

  test("survive the way there and back", () => {
    const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytesToAddress);
    const bytes = fc.uint8Array({ maxLength: 40 });
    const key: fc.Arbitrary<StateKey> = fc.oneof(
      fc.record({ kind: fc.constant("TableItem" as const), value: fc.record({ handle: address, key: bytes }) }),
      fc.record({ kind: fc.constant("Raw" as const), value: bytes }),
      fc.tuple(address, address, fc.string({ maxLength: 300 })).map(([holder, owner, name]) => ({
        kind: "AccessPath" as const,
        value: { address: holder, path: Path.encode({ kind: "Code", value: { address: owner, name } }) },
      })),
    );
    fc.assert(
      fc.property(key, (value) => {
        expect(decodeStateKey(encodeStateKey(value))).toEqual(value);
        expect(StateKey.decode(StateKey.encode(value))).toEqual(value);
      }),
    );
  });
});

describe("cursors", () => {
  test("are the key in hex without 0x", () => {
    expect(formatCursor(hexToBytes(coin))).toBe(coin);
    expect(parseCursor(coin)).toEqual(hexToBytes(coin));
    expect(parseCursor(coin.toUpperCase())).toEqual(hexToBytes(coin));
  });

  test.each(["", `0x${coin}`, coin.slice(1), `${coin}00`, "zz", "03", `${coin.slice(0, -2)}\u0000\u0000`])(
    "%j is none",
    (text) => {
      expect(() => parseCursor(text)).toThrow(expect.objectContaining({ code: "invalid_cursor" }));
    },
  );

  test("bytes that are accepted are a whole state key", () => {
    fc.assert(
      fc.property(fc.constantFrom(coin, account, group), fc.nat(200), fc.nat(255), (text, at, byte) => {
        const bytes = hexToBytes(text);
        bytes[at % bytes.length] = byte;
        let key: StateKey;
        try {
          key = decodeStateKey(bytes);
        } catch (error) {
          expect(error).toMatchObject({ code: "invalid_state_key" });
          return;
        }
        expect(encodeStateKey(key)).toEqual(concatBytes(bytes));
      }),
    );
  });
});
