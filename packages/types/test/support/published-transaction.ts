import {
  type AccountAuthenticator,
  type AnyPublicKey,
  type AnySignature,
  decodeMultiEd25519PublicKey,
  decodeMultiEd25519Signature,
  formatAddress,
  formatHex,
  KeylessPublicKey,
  KeylessSignature,
  PartialAuthenticatorAssertionResponse,
  parseAddress,
  parseHex,
  type RawTransaction,
  type StructTag,
  setBits,
  type TransactionArgument,
  type TransactionAuthenticator,
  type TransactionPayload,
  type TypeTag,
} from "../../src/index.ts";

/** A type tag as the published vectors write it: the JSON of the reference's own types. */
export type PublishedTag = string | { readonly vector: PublishedTag } | { readonly struct: PublishedStruct };

interface PublishedStruct {
  readonly address: string;
  readonly module: string;
  readonly name: string;
  readonly type_args: readonly PublishedTag[];
}

/** A raw transaction as the published vectors write it. */
export interface PublishedTransaction {
  readonly sender: string;
  readonly sequence_number: string;
  readonly payload: {
    readonly EntryFunction?: {
      readonly module: { readonly address: string; readonly name: string };
      readonly function: string;
      readonly ty_args: readonly PublishedTag[];
      readonly args: readonly string[];
    };
    readonly Script?: {
      readonly code: string;
      readonly ty_args: readonly PublishedTag[];
      readonly args: readonly Readonly<Record<string, string | number | boolean>>[];
    };
    readonly ModuleBundle?: { readonly codes: readonly { readonly code: string }[] };
  };
  readonly max_gas_amount: string;
  readonly gas_unit_price: string;
  readonly expiration_timestamp_secs: string;
  readonly chain_id: number;
}

/** The value that a published raw transaction describes. */
export function readPublished(transaction: PublishedTransaction): RawTransaction {
  return {
    sender: parseAddress(transaction.sender),
    sequenceNumber: BigInt(transaction.sequence_number),
    payload: readPayload(transaction.payload),
    maxGasAmount: BigInt(transaction.max_gas_amount),
    gasUnitPrice: BigInt(transaction.gas_unit_price),
    expirationTimestampSecs: BigInt(transaction.expiration_timestamp_secs),
    chainId: transaction.chain_id,
  };
}

function readPayload({ EntryFunction, Script, ModuleBundle }: PublishedTransaction["payload"]): TransactionPayload {
  if (EntryFunction !== undefined) {
    const { module, function: name, ty_args, args } = EntryFunction;
    return {
      kind: "EntryFunction",
      value: {
        module: { address: parseAddress(module.address), name: module.name },
        function: name,
        typeArgs: ty_args.map(readTag),
        args: args.map(parseHex),
      },
    };
  }
  if (Script !== undefined) {
    const { code, ty_args, args } = Script;
    return {
      kind: "Script",
      value: { code: parseHex(code), typeArgs: ty_args.map(readTag), args: args.map(readArgument) },
    };
  }
  if (ModuleBundle === undefined) throw new Error("unknown payload");
  return { kind: "ModuleBundle", value: { codes: ModuleBundle.codes.map(({ code }) => parseHex(code)) } };
}

function readTag(tag: PublishedTag): TypeTag {
  if (typeof tag === "string") return { kind: pascalCase(tag) } as TypeTag;
  if ("vector" in tag) return { kind: "Vector", value: readTag(tag.vector) };
  return { kind: "Struct", value: readStruct(tag.struct) };
}

function readStruct({ address, module, name, type_args }: PublishedStruct): StructTag {
  return { address: parseAddress(address), module, name, typeArgs: type_args.map(readTag) };
}

function readArgument(argument: Readonly<Record<string, string | number | boolean>>): TransactionArgument {
  const [kind, value] = Object.entries(argument)[0]!;
  switch (kind) {
    case "U8":
      return { kind, value: Number(value) };
    case "U64":
    case "U128":
      return { kind, value: BigInt(value) };
    case "Address":
      return { kind, value: parseAddress(String(value)) };
    case "U8Vector":
      return { kind, value: parseHex(String(value)) };
    case "Bool":
      return { kind, value: value === true };
    default:
      throw new Error(`unknown argument ${kind}`);
  }
}

/** A transaction authenticator as the REST API shows it. */
export function showAuthenticator({ kind, value }: TransactionAuthenticator): unknown {
  switch (kind) {
    case "Ed25519":
    case "MultiEd25519":
      return showAccount({ kind, value });
    case "SingleSender":
      return { type: "single_sender", sender: showAccount(value.sender) };
    case "MultiAgent":
    case "FeePayer":
      return {
        type: kind === "FeePayer" ? "fee_payer_signature" : "multi_agent_signature",
        sender: showAccount(value.sender),
        secondary_signer_addresses: value.secondarySignerAddresses.map(formatAddress),
        secondary_signers: value.secondarySigners.map(showAccount),
        ...(kind === "FeePayer" && {
          fee_payer_address: formatAddress(value.feePayerAddress),
          fee_payer_signer: showAccount(value.feePayerSigner),
        }),
      };
  }
}

function showAccount(authenticator: AccountAuthenticator): unknown {
  switch (authenticator.kind) {
    case "Ed25519": {
      const { publicKey, signature } = authenticator.value;
      return { type: "ed25519_signature", public_key: formatHex(publicKey), signature: formatHex(signature) };
    }
    case "MultiEd25519": {
      const { publicKeys, threshold } = decodeMultiEd25519PublicKey(authenticator.value.publicKey);
      const { signatures, bitmap } = decodeMultiEd25519Signature(authenticator.value.signature);
      return {
        type: "multi_ed25519_signature",
        public_keys: publicKeys.map(formatHex),
        signatures: signatures.map(formatHex),
        threshold,
        bitmap: formatHex(bitmap),
      };
    }
    case "SingleKey": {
      const { publicKey, signature } = authenticator.value;
      return { type: "single_key_signature", public_key: showKey(publicKey), signature: showSignature(signature) };
    }
    case "MultiKey": {
      const { publicKeys, signatures, signaturesBitmap } = authenticator.value;
      const signers = setBits(signaturesBitmap);
      return {
        type: "multi_key_signature",
        public_keys: publicKeys.publicKeys.map(showKey),
        signatures: signatures.map((signature, index) => ({
          index: signers[index],
          signature: showSignature(signature),
        })),
        signatures_required: publicKeys.signaturesRequired,
      };
    }
    default:
      throw new Error(`not in the vectors: ${authenticator.kind}`);
  }
}

function showKey(key: AnyPublicKey): unknown {
  switch (key.kind) {
    case "Ed25519":
      return { type: "ed25519", value: formatHex(key.value) };
    case "Secp256r1Ecdsa":
      return { type: "secp256r1_ecdsa", value: formatHex(key.value) };
    case "Keyless":
      return { type: "keyless", value: formatHex(KeylessPublicKey.encode(key.value)) };
    default:
      throw new Error(`not in the vectors: ${key.kind}`);
  }
}

function showSignature(signature: AnySignature): unknown {
  switch (signature.kind) {
    case "Ed25519":
      return { type: "ed25519", value: formatHex(signature.value) };
    case "WebAuthn":
      return { type: "web_authn", value: formatHex(PartialAuthenticatorAssertionResponse.encode(signature.value)) };
    case "Keyless":
      return { type: "keyless", value: formatHex(KeylessSignature.encode(signature.value)) };
    default:
      throw new Error(`not in the vectors: ${signature.kind}`);
  }
}

function pascalCase(word: string): string {
  return word[0]!.toUpperCase() + word.slice(1);
}
