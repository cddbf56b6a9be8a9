import { createHash } from "node:crypto";

/** Pseudo-random bytes that are the same in every run. */
function derive(label: string, length = 32): Uint8Array {
  return new Uint8Array(createHash("shake256", { outputLength: length }).update(label).digest());
}

const one = new Uint8Array(32);
one[31] = 1;

/** A struct tag as every library here takes it. */
export interface StructTag {
  readonly address: Uint8Array;
  readonly module: string;
  readonly name: string;
  readonly type_args: readonly { readonly struct: StructTag }[];
}

/** A transfer, as it is sent for signing: 226 bytes. */
export const signingRequest = {
  sender: derive("sender"),
  sequence_number: 123456n,
  payload: {
    module: { address: one, name: "aptos_account" },
    function: "transfer_coins",
    type_args: [
      { struct: { address: one, module: "aptos_coin", name: "AptosCoin", type_args: [] as { struct: StructTag }[] } },
    ],
    args: [derive("to"), derive("amount", 8)],
  },
  max_gas_amount: 200000n,
  gas_unit_price: 100n,
  expiration_timestamp_secs: 1800000000n,
  chain_id: 4,
};

/** 100,000 numbers of all sizes. */
export const numbers: bigint[] = Array.from({ length: 100_000 }, (_, i) =>
  BigInt.asUintN(64, BigInt(i) * 0x9e3779b97f4a7c15n),
);

/** One entry of a write set: what is written, and where. */
export interface Write {
  readonly key:
    | { readonly kind: 0; readonly address: Uint8Array; readonly path: Uint8Array }
    | { readonly kind: 1; readonly handle: Uint8Array; readonly key: Uint8Array };
  /** 0 creates, 1 modifies, 2 deletes. */
  readonly op: { readonly kind: 0 | 1; readonly data: Uint8Array } | { readonly kind: 2 };
}

/** 1,000 writes, 267 kB. */
export const writeSet: Write[] = Array.from({ length: 1000 }, (_, i) => ({
  key:
    i % 2 === 1
      ? { kind: 0, address: derive(`a${i}`), path: derive(`p${i}`, 60) }
      : { kind: 1, handle: derive(`h${i}`), key: derive(`k${i}`, 40) },
  op: i % 10 === 1 ? { kind: 2 } : { kind: i % 10 === 0 ? 0 : 1, data: derive(`d${i}`, 200) },
}));

const encodedKey = (key: string): Buffer => Buffer.concat([Buffer.from([key.length]), Buffer.from(key)]);

/** 1,000 entries with keys of 12 to 20 letters, in canonical order. */
export const sortedMap: Map<string, bigint> = new Map(
  Array.from({ length: 1000 }, (_, i): [string, bigint] => {
    const digest = createHash("sha256").update(`m${i}`).digest("hex");
    return [`key_${digest.slice(0, 8 + (i % 9))}`, numbers[i]!];
  }).sort(([a], [b]) => Buffer.compare(encodedKey(a), encodedKey(b))),
);

/** The same entries in another order, as a program would hold them. */
export const shuffledMap: Map<string, bigint> = new Map([...sortedMap].sort(([, a], [, b]) => (a < b ? -1 : 1)));

/** 1,000 ASCII names of 4 to 24 letters. */
export const strings: string[] = Array.from({ length: 1000 }, (_, i) =>
  createHash("sha256")
    .update(`s${i}`)
    .digest("hex")
    .slice(0, 4 + (i % 21)),
);
