import type { Codec } from "@ledger/bcs";
import { describe, expect, test } from "vitest";
import {
  AbstractAuthenticationData,
  AnyPublicKey,
  AnySignature,
  bytesToHex,
  EphemeralPublicKey,
  EphemeralSignature,
  ExecutionStatus,
  hexToBytes,
  MultisigTransactionPayload,
  OpenIdSig,
  PersistedAuxiliaryInfo,
  parseAddress,
  ReplayProtector,
  Script,
  TransactionArgument,
  TransactionExecutable,
  TransactionPayload,
  ValidatorTransaction,
  WriteSetPayload,
} from "../src/index.ts";

/** A value with the bytes that the layout tables of Specification, chain types 2, chain types 3, chain types 4, give it. */
interface Row<T> {
  readonly value: T;
  readonly hex: string;
}

function describeLayout<T>(name: string, codec: Codec<T>, rows: readonly Row<T>[]): void {
  test.each(rows.map((row) => ({ ...row, label: row.hex.slice(0, 24) })))(`${name} $label`, ({ value, hex }) => {
    expect(bytesToHex(codec.encode(value))).toBe(hex);
    expect(codec.decode(hexToBytes(hex))).toEqual(value);
  });
}

const bytes = (length: number, byte = 0xaa) => new Uint8Array(length).fill(byte);
const hexOf = (length: number) => "aa".repeat(length);
const five = parseAddress("0x5");
const fiveHex = `${"0".repeat(63)}5`;
const idc = { issVal: "i", idc: bytes(32) };
const script = { code: Uint8Array.of(1), typeArgs: [], args: [] };

// No public record shows these variants, so that their bytes are written here by hand.
describe("variants that are rare or new", () => {
  describeLayout("script argument", TransactionArgument, [
    { value: { kind: "U8", value: 255 }, hex: "00ff" },
    { value: { kind: "U64", value: 2n }, hex: "010200000000000000" },
    { value: { kind: "U128", value: 9n }, hex: `0209${"00".repeat(15)}` },
    { value: { kind: "Address", value: five }, hex: `03${fiveHex}` },
    { value: { kind: "U8Vector", value: Uint8Array.of(4, 5) }, hex: "04020405" },
    { value: { kind: "Bool", value: true }, hex: "0501" },
    { value: { kind: "U16", value: 6 }, hex: "060600" },
    { value: { kind: "U32", value: 7 }, hex: "0707000000" },
    { value: { kind: "U256", value: 8n }, hex: `0808${"00".repeat(31)}` },
    { value: { kind: "Serialized", value: Uint8Array.of(1) }, hex: "090101" },
    { value: { kind: "I8", value: -1 }, hex: "0aff" },
    { value: { kind: "I16", value: -2 }, hex: "0bfeff" },
    { value: { kind: "I32", value: -3 }, hex: "0cfdffffff" },
    { value: { kind: "I64", value: -4n }, hex: `0dfc${"ff".repeat(7)}` },
    { value: { kind: "I128", value: -5n }, hex: `0efb${"ff".repeat(15)}` },
    { value: { kind: "I256", value: -6n }, hex: `0ffa${"ff".repeat(31)}` },
  ]);

  describeLayout("execution status", ExecutionStatus, [
    { value: { kind: "OutOfGas" }, hex: "01" },
    {
      value: { kind: "MoveAbort", value: { location: { kind: "Script" }, code: 1n, info: undefined } },
      hex: "0201010000000000000000",
    },
    {
      value: { kind: "ExecutionFailure", value: { location: { kind: "Script" }, function: 1, codeOffset: 515 } },
      hex: "030101000302",
    },
    { value: { kind: "MiscellaneousError", value: undefined }, hex: "0400" },
    { value: { kind: "MiscellaneousError", value: 3n }, hex: "04010300000000000000" },
  ]);

  describeLayout("auxiliary info", PersistedAuxiliaryInfo, [
    { value: { kind: "None" }, hex: "00" },
    { value: { kind: "TimestampNotYetAssignedV1", value: { transactionIndex: 1 } }, hex: "0201000000" },
  ]);

  describeLayout("public key", AnyPublicKey, [
    { value: { kind: "Secp256k1Ecdsa", value: bytes(65) }, hex: `0141${hexOf(65)}` },
    { value: { kind: "FederatedKeyless", value: { jwkAddr: five, pk: idc } }, hex: `04${fiveHex}016920${hexOf(32)}` },
    { value: { kind: "SlhDsa_Sha2_128s", value: bytes(32) }, hex: `0520${hexOf(32)}` },
  ]);

  describeLayout("signature", AnySignature, [
    { value: { kind: "Secp256k1Ecdsa", value: bytes(64) }, hex: `0140${hexOf(64)}` },
    { value: { kind: "SlhDsa_Sha2_128s", value: bytes(7856) }, hex: `04b03d${hexOf(7856)}` },
  ]);

  describeLayout("ephemeral public key", EphemeralPublicKey, [
    { value: { kind: "Secp256r1Ecdsa", value: bytes(65) }, hex: `0141${hexOf(65)}` },
  ]);

  describeLayout("ephemeral signature", EphemeralSignature, [
    {
      value: {
        kind: "WebAuthn",
        value: {
          signature: { kind: "Secp256r1Ecdsa", value: bytes(64) },
          authenticatorData: Uint8Array.of(1),
          clientDataJson: Uint8Array.of(2, 3),
        },
      },
      hex: `010040${hexOf(64)}0101020203`,
    },
  ]);

  describeLayout("OpenID signature", OpenIdSig, [
    {
      value: {
        jwtSig: Uint8Array.of(1),
        jwtPayloadJson: "p",
        uidKey: "sub",
        epkBlinder: Uint8Array.of(2),
        pepper: bytes(31),
        idcAudVal: "a",
      },
      hex: `01010170037375620102${hexOf(31)}010161`,
    },
  ]);

  describeLayout("abstraction", AbstractAuthenticationData, [
    {
      value: {
        kind: "DerivableV1",
        value: {
          signingMessageDigest: Uint8Array.of(1),
          abstractSignature: Uint8Array.of(2),
          abstractPublicKey: Uint8Array.of(3),
        },
      },
      hex: "01010101020103",
    },
  ]);

  describeLayout("executable", TransactionExecutable, [
    { value: { kind: "Script", value: script }, hex: "0001010000" },
    { value: { kind: "Empty" }, hex: "02" },
    { value: { kind: "Encrypted" }, hex: "03" },
  ]);

  describeLayout("multisig", MultisigTransactionPayload, [
    { value: { kind: "Script", value: script }, hex: "0101010000" },
  ]);

  describeLayout("payload", TransactionPayload, [
    {
      value: { kind: "Multisig", value: { multisigAddress: five, transactionPayload: undefined } },
      hex: `03${fiveHex}00`,
    },
  ]);

  describeLayout("replay protector", ReplayProtector, [
    { value: { kind: "Nonce", value: 5n }, hex: "000500000000000000" },
  ]);

  describeLayout("write set payload", WriteSetPayload, [
    { value: { kind: "Script", value: { executeAs: five, script } }, hex: `01${fiveHex}01010000` },
  ]);

  describeLayout("validator transaction", ValidatorTransaction, [
    {
      value: {
        kind: "ObservedJWKUpdate",
        value: {
          update: {
            issuer: Uint8Array.of(0x69),
            version: 2n,
            jwks: [{ variant: { typeName: "t", data: Uint8Array.of(7) } }],
          },
          multiSig: { validatorBitmask: Uint8Array.of(0x80), signature: undefined },
        },
      },
      hex: "01016902000000000000000101740107018000",
    },
  ]);
});

test("a script's arguments come in the published order", () => {
  // Specification, chain types 17.6.
  const args = [
    "0001",
    "010200000000000000",
    `03${"0".repeat(63)}3`,
    "04020405",
    "0501",
    "060600",
    "0707000000",
    `0808${"00".repeat(31)}`,
    `0209${"00".repeat(15)}`,
  ];
  expect(Script.decode(hexToBytes(`01010009${args.join("")}`)).args.map((argument) => argument.value)).toEqual([
    1,
    2n,
    parseAddress("0x3"),
    Uint8Array.of(4, 5),
    true,
    6,
    7,
    8n,
    9n,
  ]);
});
