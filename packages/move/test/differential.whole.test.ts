import {
  AccountAddress,
  Bool,
  ChainId,
  EntryFunction,
  type EntryFunctionArgument,
  generateSigningMessageForTransaction,
  MoveOption,
  MoveString,
  MoveVector,
  MultiAgentTransaction,
  MultiSig,
  MultiSigTransactionPayload,
  parseTypeTag,
  RawTransaction,
  Script,
  type ScriptFunctionArgument,
  type Serializable,
  SimpleTransaction,
  TransactionExecutableEmpty,
  TransactionExecutableEntryFunction,
  TransactionExecutableScript,
  TransactionExtraConfigV1,
  TransactionInnerPayloadV1,
  TransactionPayloadEntryFunction,
  TransactionPayloadMultiSig,
  TransactionPayloadScript,
  U8,
  U16,
  U32,
  U64,
  U128,
  U256,
} from "@aptos-labs/ts-sdk";
import { Random } from "@ledger/random";
import { testSeed } from "@ledger/test-run/effort";
import { bytesToHex } from "@ledger/types";
import { describe, expect, test } from "vitest";
import { buildScript, createMoveCache, type JsonValue, type ModuleSpec, MoveView } from "../src/index.ts";
import { type CallRequest, type SigningRequest, toSigningMessage } from "./signing-request.ts";
import { frameworkModules, optionStruct, resolverOf } from "./world.ts";

// The official client, in its last Apache-2.0 line, builds the same transactions from values instead of JSON and layouts.

const casesPerKind = 2_000;
const functionCount = 200;
const chainId = 4;

/** An argument as the request states it and as the client takes it. */
interface Argument<Value = EntryFunctionArgument & Serializable> {
  readonly json: JsonValue;
  readonly value: Value;
}

type ScalarArgument = Argument<EntryFunctionArgument & ScriptFunctionArgument & Serializable>;

interface Call {
  readonly request: CallRequest;
  readonly entry: EntryFunction;
}

const seed = testSeed("differential");
const random = new Random(seed);
const scalars = ["bool", "u8", "u16", "u32", "u64", "u128", "u256", "address", "vector<u8>"];
const typeArguments = ["u8", "vector<address>", "0x1::string::String", "0x1::option::Option<vector<u64>>"];
const functions = Array.from({ length: functionCount }, (_, i) => ({
  name: `f${i}`,
  params: Array.from({ length: random.below(6) }, () => randomType(2)),
}));
const moduleAddress = `0x${"d1ff".repeat(16)}`;
const module: ModuleSpec = {
  address: moduleAddress,
  name: "calls",
  functions: functions.map(({ name, params }) => ({
    name,
    entry: true,
    typeParams: [{}],
    params: [random.pick(["&signer", "signer"]), ...params],
  })),
};
const view = new MoveView(resolverOf(...frameworkModules, optionStruct, module), createMoveCache());

function randomType(depth: number): string {
  const form = random.below(depth > 0 ? 12 : 9);
  if (form < 9) return scalars[form]!;
  if (form === 9) return random.pick(["0x1::string::String", "0x1::object::Object<0x1::string::String>"]);
  const item = randomType(depth - 1);
  return form === 10 ? `vector<${item}>` : `0x1::option::Option<${item}>`;
}

/** @param whole - the argument itself, not a part of one: only then is an object given as an address */
function randomArgument(type: string, whole: boolean): Argument {
  const inner = /^(vector|0x1::option::Option)<(.+)>$/.exec(type);
  if (inner?.[1] === "vector" && type !== "vector<u8>") {
    const items = Array.from({ length: random.below(4) }, () => randomArgument(inner[2]!, false));
    return { json: items.map(({ json }) => json), value: new MoveVector(items.map(({ value }) => value)) };
  }
  if (inner?.[1] === "0x1::option::Option") {
    if (random.once(3)) return { json: { vec: inner[2] === "u8" ? "0x" : [] }, value: new MoveOption<U8>(null) };
    const item = randomArgument(inner[2]!, false);
    // An option of bytes prints its vector in hex.
    const vec = inner[2] === "u8" ? bytesToHex(Uint8Array.of(item.json as number)) : [item.json];
    return { json: { vec }, value: new MoveOption(item.value) };
  }
  if (type.startsWith("0x1::object::Object")) {
    const { json, value } = randomArgument("address", true);
    return { json: whole ? json : { inner: json }, value };
  }
  return randomScalar(type);
}

function randomScalar(type: string): ScalarArgument {
  const number = BigInt(`0x${bytesToHex(random.bytes(1 + random.below(32)))}`);
  switch (type) {
    case "bool": {
      const json = random.once(2);
      return { json, value: new Bool(json) };
    }
    case "u8":
      return { json: Number(number & 0xffn), value: new U8(Number(number & 0xffn)) };
    case "u16":
      return { json: Number(number & 0xffffn), value: new U16(Number(number & 0xffffn)) };
    case "u32":
      return { json: Number(number & 0xffff_ffffn), value: new U32(Number(number & 0xffff_ffffn)) };
    case "u64":
      return { json: `${BigInt.asUintN(64, number)}`, value: new U64(BigInt.asUintN(64, number)) };
    case "u128":
      return { json: `${BigInt.asUintN(128, number)}`, value: new U128(BigInt.asUintN(128, number)) };
    case "u256":
      return { json: `${number}`, value: new U256(number) };
    case "vector<u8>": {
      const bytes = random.bytes(random.below(40));
      return { json: `${random.once(2) ? "0x" : ""}${bytesToHex(bytes)}`, value: MoveVector.U8([...bytes]) };
    }
    case "0x1::string::String": {
      const text = Array.from({ length: random.below(20) }, () =>
        random.pick(["a", "Z", " ", "é", "€", "😀", '"', "\n"]),
      ).join("");
      return { json: text, value: new MoveString(text) };
    }
    default: {
      const value = AccountAddress.from(randomAddress());
      return { json: random.pick([value.toStringLong(), value.toStringLong().slice(2), shortText(value)]), value };
    }
  }
}

function randomAddress(): string {
  const bytes = new Uint8Array(32);
  const length = random.pick([1, 2, 31, 32]);
  bytes.set(random.bytes(length), 32 - length);
  return `0x${bytesToHex(bytes)}`;
}

function shortText(address: AccountAddress): string {
  return `0x${address.toStringLongWithoutPrefix().replace(/^0+(?=.)/, "")}`;
}

function randomCall(): Call {
  const { name, params } = random.pick(functions);
  const typeArgument = random.pick(typeArguments);
  const args = params.map((type) => randomArgument(type, true));
  return {
    request: {
      type: "entry_function_payload",
      function: `${moduleAddress}::calls::${name}`,
      type_arguments: [typeArgument],
      arguments: args.map(({ json }) => json),
    },
    entry: EntryFunction.build(
      `${moduleAddress}::calls`,
      name,
      [parseTypeTag(typeArgument)],
      args.map(({ value }) => value),
    ),
  };
}

function randomScript() {
  const params = Array.from({ length: random.below(6) }, () => random.pick(scalars));
  const args = params.map(randomScalar);
  const code = buildScript({ params: ["&signer", ...params], code: [["ret"]] });
  return {
    request: {
      type: "script_payload",
      code: { bytecode: `0x${bytesToHex(code)}` },
      type_arguments: [],
      arguments: args.map(({ json }) => json),
    },
    script: new Script(
      code,
      [],
      args.map(({ value }) => value),
    ),
  } as const;
}

type ClientPayload = ConstructorParameters<typeof RawTransaction>[2];

/** A request of one kind, and the payload that the client makes for it. */
type MakeCase = (nonce: bigint) => { payload: SigningRequest["payload"]; client: ClientPayload; orderless?: true };

const kinds: Readonly<Record<string, MakeCase>> = {
  "entry functions": () => {
    const { request, entry } = randomCall();
    return { payload: request, client: new TransactionPayloadEntryFunction(entry) };
  },
  scripts: () => {
    const { request, script } = randomScript();
    return { payload: request, client: new TransactionPayloadScript(script) };
  },
  "multisig calls": () => {
    const { request, entry } = randomCall();
    const account = randomAddress();
    const multisig = new MultiSig(AccountAddress.from(account), new MultiSigTransactionPayload(entry));
    return {
      payload: { type: "multisig_payload", multisig_address: account, transaction_payload: request },
      client: new TransactionPayloadMultiSig(multisig),
    };
  },
  "multisig without a call": () => {
    const account = randomAddress();
    return {
      payload: { type: "multisig_payload", multisig_address: account },
      client: new TransactionPayloadMultiSig(new MultiSig(AccountAddress.from(account))),
    };
  },
  "orderless entry functions": (nonce) => {
    const { request, entry } = randomCall();
    const config = new TransactionExtraConfigV1(undefined, nonce);
    const client = new TransactionInnerPayloadV1(new TransactionExecutableEntryFunction(entry), config);
    return { payload: request, client, orderless: true };
  },
  "orderless scripts": (nonce) => {
    const { request, script } = randomScript();
    const config = new TransactionExtraConfigV1(undefined, nonce);
    const client = new TransactionInnerPayloadV1(new TransactionExecutableScript(script), config);
    return { payload: request, client, orderless: true };
  },
  "orderless multisig calls": (nonce) => {
    const { request, entry } = randomCall();
    const account = randomAddress();
    const config = new TransactionExtraConfigV1(AccountAddress.from(account), nonce);
    return {
      payload: { type: "multisig_payload", multisig_address: account, transaction_payload: request },
      client: new TransactionInnerPayloadV1(new TransactionExecutableEntryFunction(entry), config),
      orderless: true,
    };
  },
  "orderless multisig without a call": (nonce) => {
    const account = randomAddress();
    const config = new TransactionExtraConfigV1(AccountAddress.from(account), nonce);
    return {
      payload: { type: "multisig_payload", multisig_address: account },
      client: new TransactionInnerPayloadV1(new TransactionExecutableEmpty(), config),
      orderless: true,
    };
  },
};

describe(`${casesPerKind} random requests give the message that the official client gives`, () => {
  for (const [kind, makeCase] of Object.entries(kinds)) {
    test.each(["one signer", "several signers"])(`${kind}, %s`, async (signers) => {
      for (let i = 0; i < casesPerKind / 2; i++) {
        const number = () => BigInt(`0x${bytesToHex(random.bytes(8))}`);
        const [sequenceNumber, gas, price, expiry, nonce] = [number(), number(), number(), number(), number()];
        const sender = randomAddress();
        const { payload, client, orderless } = makeCase(nonce);
        const secondary = Array.from({ length: random.below(4) }, randomAddress);
        const request: SigningRequest = {
          sender,
          sequence_number: `${sequenceNumber}`,
          max_gas_amount: `${gas}`,
          gas_unit_price: `${price}`,
          expiration_timestamp_secs: `${expiry}`,
          payload,
          ...(orderless ? { replay_protection_nonce: `${nonce}` } : {}),
          ...(signers === "one signer" ? {} : { secondary_signers: secondary }),
        };
        const raw = new RawTransaction(
          AccountAddress.from(sender),
          orderless ? 2n ** 64n - 1n : sequenceNumber,
          client,
          gas,
          price,
          expiry,
          new ChainId(chainId),
        );
        const transaction =
          signers === "one signer"
            ? new SimpleTransaction(raw)
            : new MultiAgentTransaction(
                raw,
                secondary.map((address) => AccountAddress.from(address)),
              );
        const expected = bytesToHex(generateSigningMessageForTransaction(transaction));
        expect(bytesToHex(await toSigningMessage(view, request, chainId)), JSON.stringify(request)).toBe(expected);
      }
    });
  }
});
