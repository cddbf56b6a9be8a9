import { describeVectors, readVectorJson } from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import {
  AnyPublicKey,
  aptMetadataAddress,
  authenticationKey,
  bytesToHex,
  collectionAddress,
  derivableAbstractionAddress,
  derivedObjectAddress,
  EventKey,
  ed25519AuthenticationKey,
  formatAddressLong,
  formatHex,
  guidObjectAddress,
  hashSession,
  hexToBytes,
  MultiKey,
  multiEd25519AuthenticationKey,
  multiKeyAuthenticationKey,
  multisigAccountAddress,
  namedObjectAddress,
  pairedMetadataAddress,
  parseAddress,
  parseHex,
  parseStructTag,
  primaryStoreAddress,
  resourceAccountAddress,
  singleKeyAuthenticationKey,
  tableHandleAddress,
  tokenAddress,
  uniqueAddress,
  vestingContractAddress,
  zeroHash,
} from "../src/index.ts";

const text = (value: string): Uint8Array => new Uint8Array(Buffer.from(value));

// Specification, chain types 17.7.
describe("authentication keys", () => {
  const e1 = "8a88e3dd7409f195fd52db2d3cba5d72ca6709bf1d94121bf3748801b40f6f5c";
  const e2 = "8139770ea87d175f56a35466c34c7ecccb8d8a91b4ee37a25df60f5b8fc9b394";
  const k =
    "04531fe6068134503d2723133227c867ac8fa6c83c537e9a44c3c5bdbdcb1fe3379e92c265e71e481ba82a84675a47ac705a200fcd524e92d93b0e7386f26a5458";
  const r1 =
    "04c5d2864ca7d52815f25f452b34dd0a14c38279fd1c1d93b971cb7f5180fd5b86463f085b6c8ae8071e7ecadf6ccffa588a8ae424d5a6486d4fc58546f5007dc8";
  const ed25519: AnyPublicKey = { kind: "Ed25519", value: hexToBytes(e1) };
  const secp256k1: AnyPublicKey = { kind: "Secp256k1Ecdsa", value: hexToBytes(k) };
  const keyless = { issVal: "https://accounts.google.com", idc: new Uint8Array(32).fill(7) };
  const multiKey = { publicKeys: [ed25519, secp256k1], signaturesRequired: 1 };

  test.each([
    [
      "Ed25519",
      ed25519AuthenticationKey(hexToBytes(e1)),
      "7df415e5b21bdaa8b2946e8f1f4278b39904e51a69627494cd3e6f2996732fbd",
    ],
    [
      "MultiEd25519",
      multiEd25519AuthenticationKey(hexToBytes(`${e1}${e2}02`)),
      "9dc723e76e0436836b6aaa7570410f61e0ffcc9839c0c84bdf7e53166dc31825",
    ],
    [
      "SingleKey Ed25519",
      singleKeyAuthenticationKey(ed25519),
      "bbe6af385b3f36c98c46770ac79c0db8f3c7d2a58addf0f567dfd38f8f34a036",
    ],
    [
      "SingleKey Secp256k1",
      singleKeyAuthenticationKey(secp256k1),
      "bcbb780e9744dc3f1295926d8cbb9ac7bb10fe206da9715c21f0f97b5fe623c9",
    ],
    [
      "SingleKey Secp256r1",
      singleKeyAuthenticationKey({ kind: "Secp256r1Ecdsa", value: hexToBytes(r1) }),
      "0fc9dd37d6381b48fdf9f36ada7f7ead8fe51d604df178fbc4bb399088564638",
    ],
    [
      "SingleKey keyless",
      singleKeyAuthenticationKey({ kind: "Keyless", value: keyless }),
      "3a3627da57c319849706a2b82ebcb717c53b91cbb3a008d1b72ace50efd6490d",
    ],
    [
      "SingleKey federated keyless",
      singleKeyAuthenticationKey({ kind: "FederatedKeyless", value: { jwkAddr: parseAddress("0x5"), pk: keyless } }),
      "ee3e187d75be5b4848072a73871633e271c22fbfe83abeca14b911d76ddb859d",
    ],
    [
      "MultiKey",
      multiKeyAuthenticationKey(multiKey),
      "29fc4385e148bdc02a1e3715c0d3f3d9fcec676cd269b8103b22ab1a3433c697",
    ],
  ])("%s", (_, key, expected) => {
    expect(bytesToHex(key)).toBe(expected);
  });

  test("follow from authenticators that name a key", () => {
    const signature = new Uint8Array(64);
    const of = (authenticator: Parameters<typeof authenticationKey>[0]) => authenticationKey(authenticator);
    expect(of({ kind: "Ed25519", value: { publicKey: hexToBytes(e1), signature } })).toEqual(
      ed25519AuthenticationKey(hexToBytes(e1)),
    );
    const several = hexToBytes(`${e1}${e2}02`);
    expect(of({ kind: "MultiEd25519", value: { publicKey: several, signature } })).toEqual(
      multiEd25519AuthenticationKey(several),
    );
    expect(
      of({
        kind: "SingleKey",
        value: { publicKey: secp256k1, signature: { kind: "Secp256k1Ecdsa", value: signature } },
      }),
    ).toEqual(singleKeyAuthenticationKey(secp256k1));
    expect(
      of({ kind: "MultiKey", value: { publicKeys: multiKey, signatures: [], signaturesBitmap: new Uint8Array(0) } }),
    ).toEqual(multiKeyAuthenticationKey(multiKey));
    expect(of({ kind: "NoAccountAuthenticator" })).toBeUndefined();
  });

  test("follow from abstraction only with an identity", () => {
    const functionInfo = {
      moduleAddress: parseAddress("0x1"),
      moduleName: "solana_derivable_account",
      functionName: "authenticate",
    };
    const parts = { signingMessageDigest: new Uint8Array(0), abstractSignature: new Uint8Array(0) };
    const identity = hexToBytes("0102030405");
    const derivable = { kind: "DerivableV1", value: { ...parts, abstractPublicKey: identity } } as const;
    const address = "e7f25677d8474ec4470e03d68483597842a3dfca42b617e41bbe6c6e57a10126";
    expect(bytesToHex(derivableAbstractionAddress(functionInfo, identity))).toBe(address);
    expect(bytesToHex(authenticationKey({ kind: "Abstract", value: { functionInfo, authData: derivable } })!)).toBe(
      address,
    );
    const plain = { kind: "V1", value: parts } as const;
    expect(authenticationKey({ kind: "Abstract", value: { functionInfo, authData: plain } })).toBeUndefined();
  });
});

// Specification, chain types 17.8.
test("derived addresses", () => {
  const bob = parseAddress("0xb0b");
  const derived = {
    collection: namedObjectAddress(bob, text("bob's collection")),
    token: tokenAddress(bob, "bob's collection", "bob's token"),
    resourceAccount: resourceAccountAddress(bob, hexToBytes("0b000b")),
    primaryStore: primaryStoreAddress(bob, aptMetadataAddress),
    paired: pairedMetadataAddress(parseStructTag("0x1234::moon::MoonCoin")),
    apt: pairedMetadataAddress(parseStructTag("0x1::aptos_coin::AptosCoin")),
    guidObject: guidObjectAddress(bob, 3n),
    multisig: multisigAccountAddress(bob, 0n),
    vesting: vestingContractAddress(
      parseAddress("0x756c80f0597fc221fe043d5388949b34151a4efe5753965bbfb0ed7d0be08ea"),
      0n,
      new Uint8Array(0),
    ),
  };
  expect(Object.fromEntries(Object.entries(derived).map(([name, address]) => [name, bytesToHex(address)]))).toEqual({
    collection: "f417184602a828a3819edf5e36285ebef5e4db1ba36270be580d6fd2d7bcc321",
    token: "e20d1f22a5400ba7be0f515b7cbd00edc42dbcc31acc01e31128b2b5ddb3c56e",
    resourceAccount: "ee89f8c763c27f9d942d496c1a0dcf32d5eacfe78416f9486b8db66155b163b0",
    primaryStore: "d448ff899c14915207a07424af4c846543b471b4cd83cc9cb54b6b79b89639f1",
    paired: "09c9f132341c8e4f4ba132e1102f01d8ae8ddc8d0427e7e8c3ed506e35250498",
    apt: `${"0".repeat(63)}a`,
    guidObject: "6a58a65ca939b028bf6d172c6ee146f7fff22734411c15598bd1d61a775f8e2e",
    multisig: "87ff2ba7129f76df1307a4cc7ee4afe41bfbc83abbe0da5f844cef55f9989231",
    vesting: "a69946a1fb8365a23e8244b3b3cadcaf819c481b31f10e2f0b6fee73af4b3553",
  });
});

test("the genesis session, its tables and unique addresses", () => {
  const session = hashSession({ kind: "Genesis", value: { id: zeroHash } });
  expect(bytesToHex(session)).toBe("8cf808de24256321b84ea4323c3353d7fdb500c5b0beeb0c1693110ce1d120fc");
  // The supply of the chain's own coin is the second table that mainnet's genesis made.
  expect(bytesToHex(tableHandleAddress(session, 1))).toBe(
    "1b854694ae746cdbd8d44186ca4929b2b337df21d1c74633be19b2710552fdca",
  );
  expect(bytesToHex(uniqueAddress(session, 1n))).toBe(
    "5d35f41578f4cebfdc2c4ae38761b890950dfc3c24315e8b5bafd003e8165db9",
  );
});

interface KeyCase {
  readonly scheme: string;
  readonly public_keys: readonly (string | { readonly type: string; readonly value?: string; readonly bcs?: string })[];
  readonly auth_key_input: string;
  readonly auth_key: string;
}

interface ObjectCase {
  readonly kind: string;
  readonly creator: string;
  readonly owner: string;
  readonly metadata: string;
  readonly collection_name: string;
  readonly token_name: string;
  readonly coin_type: string;
  readonly seed_text: string;
  readonly derive_from: string;
  readonly address: string;
}

interface EventKeyCase {
  readonly account_address: string;
  readonly creation_number: string;
  readonly event_key: string;
}

function deriveObject(row: ObjectCase) {
  const creator = () => parseAddress(row.creator);
  switch (row.kind) {
    case "primary fungible store":
      return primaryStoreAddress(parseAddress(row.owner), parseAddress(row.metadata));
    case "named object: collection":
      return collectionAddress(creator(), row.collection_name);
    case "named object: token":
      return tokenAddress(creator(), row.collection_name, row.token_name);
    case "fungible asset metadata paired with a coin":
      return pairedMetadataAddress(parseStructTag(row.coin_type));
    case "named object":
      return namedObjectAddress(creator(), text(row.seed_text));
    case "resource account":
      return resourceAccountAddress(creator(), text(row.seed_text));
    case "user derived object":
      return derivedObjectAddress(creator(), parseAddress(row.derive_from));
    default:
      throw new Error(`unknown kind of case: ${row.kind}`);
  }
}

describeVectors("derivation vectors", () => {
  test("authentication keys", () => {
    const { cases } = readVectorJson<{ cases: readonly KeyCase[] }>("derivations/auth_keys.json");
    for (const row of cases) {
      const [first] = row.public_keys;
      if (row.scheme.startsWith("ed25519")) {
        expect(formatHex(ed25519AuthenticationKey(parseHex(first as string)))).toBe(row.auth_key);
        continue;
      }
      const input = parseHex(row.auth_key_input).subarray(0, -1);
      const key = row.scheme.startsWith("single_key")
        ? singleKeyAuthenticationKey(AnyPublicKey.decode(input))
        : multiKeyAuthenticationKey(MultiKey.decode(input));
      expect(formatHex(key), row.scheme).toBe(row.auth_key);
    }
  });

  test("objects, stores and resource accounts", () => {
    const { cases } = readVectorJson<{ cases: readonly ObjectCase[] }>("derivations/objects.json");
    for (const row of cases) {
      expect(formatAddressLong(deriveObject(row)), row.kind).toBe(formatAddressLong(parseAddress(row.address)));
    }
  });

  test("event keys", () => {
    const { cases } = readVectorJson<{ cases: readonly EventKeyCase[] }>("derivations/event_keys_mainnet.json");
    for (const row of cases) {
      const key = { creationNumber: BigInt(row.creation_number), accountAddress: parseAddress(row.account_address) };
      expect(formatHex(EventKey.encode(key))).toBe(row.event_key);
      expect(EventKey.decode(parseHex(row.event_key))).toEqual(key);
    }
  });
});
