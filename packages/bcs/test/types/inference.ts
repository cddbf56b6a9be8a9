// Compiled by ../types.test.ts, never run: a wrong inference is an error of the compiler.
import {
  at,
  brand,
  bytes,
  type Codec,
  enumeration,
  fixedArray,
  fixedBytes,
  type Infer,
  type InferInput,
  lazy,
  map,
  newtype,
  option,
  set,
  string,
  struct,
  transform,
  tuple,
  u8,
  u16,
  u64,
  u64Array,
  unit,
  vector,
  withSource,
} from "@ledger/bcs";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function same<_A extends true>(): void {}

const Payload = enumeration("Payload", { None: unit, Text: string, Raw: at(7, bytes) });
const Person = struct("Person", {
  name: string,
  age: u8,
  id: u64,
  scores: vector(u16),
  photo: vector(u8),
  nick: option(string),
  pair: tuple([u8, string]),
  payload: Payload,
  friends: map(string, u64),
  tags: set(string),
  digits: fixedArray(u8, 3),
  numbers: u64Array,
});
type Person = Infer<typeof Person>;
type PersonInput = InferInput<typeof Person>;

same<Equal<Person["name"], string>>();
same<Equal<Person["id"], bigint>>();
same<Equal<Person["scores"], number[]>>();
same<Equal<PersonInput["scores"], readonly number[]>>();
same<Equal<Person["photo"], Uint8Array>>();
same<Equal<Person["nick"], string | undefined>>();
same<Equal<Person["pair"], [number, string]>>();
same<Equal<PersonInput["pair"], readonly [number, string]>>();
same<Equal<Person["friends"], Map<string, bigint>>>();
same<Equal<PersonInput["friends"], ReadonlyMap<string, bigint>>>();
same<Equal<Person["tags"], Set<string>>>();
same<Equal<Person["digits"], number[]>>();
same<Equal<Person["numbers"], BigUint64Array>>();
same<
  Equal<
    Person["payload"],
    | { readonly kind: "None" }
    | { readonly kind: "Text"; readonly value: string }
    | { readonly kind: "Raw"; readonly value: Uint8Array }
  >
>();
same<Equal<keyof Person, keyof PersonInput>>();

export function nameOf(payload: Infer<typeof Payload>): string {
  switch (payload.kind) {
    case "None":
      // @ts-expect-error a variant without a value has none
      return String(payload.value);
    case "Text":
      return payload.value;
    case "Raw":
      return String(payload.value.length);
    default:
      return payload satisfies never;
  }
}

const Cents = transform(u64, { decode: (n) => n.toString(), encode: (text: string) => BigInt(text) });
same<Equal<Infer<typeof Cents>, string>>();
const Sourced = withSource(Person);
same<Equal<Infer<typeof Sourced>["value"], Person>>();
same<Equal<InferInput<typeof Sourced>["value"], PersonInput>>();
const Age = newtype("Age", u8);
same<Equal<Infer<typeof Age>, number>>();

declare const addressBrand: unique symbol;
type Address = Uint8Array & { readonly [addressBrand]: true };
const Address = brand<Address>(fixedBytes(32), "Address");
same<Equal<Infer<typeof Address>, Address>>();
// @ts-expect-error plain bytes are no address
Address.encode(new Uint8Array(32));

interface Tree {
  readonly items: readonly Tree[];
}
const Tree: Codec<Tree> = struct("Tree", { items: vector(lazy<Tree>("Tree", () => Tree)) });
same<Equal<Infer<typeof Tree>, Tree>>();

// @ts-expect-error a field is missing
Payload.encode({ kind: "Text" });
// @ts-expect-error no such variant
Payload.encode({ kind: "Other" });
// @ts-expect-error a number is no u64
u64.encode(5);
// @ts-expect-error wrong arity
tuple([u8, u8]).encode([1]);
