import {
  decodeStateKey,
  type HashValue,
  hashStateKey,
  mapKey,
  mergeSparseMerkleProofs,
  parseHex,
  StateValue,
  StateValueMetadata,
  TypesError,
} from "@ledger/types";
import { encodeStateAnswer, type StateAnswer, type StateAnswerEntry, stateAnswerToJson } from "@ledger/verifier";
import Type from "typebox";
import { defineBody } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { optional, repeated, type TextType } from "../contract/text-type.ts";
import type { RequestContext } from "../endpoint/context.ts";
import { defineRoute, type NegotiatedReply } from "../endpoint/route.ts";
import { findProvedBlock, openTree, proveInfo } from "../proofs/proved.ts";
import { StateProofSchema } from "../proofs/schemas.ts";
import { HexSchema, u64Text } from "../schemas/scalar.ts";
import { chainIdKey, chainIdProof } from "./examples/proofs.ts";

/** Most keys of one request. */
const maxKeys = 1_000;

const keyText: TextType<Uint8Array> = { schema: HexSchema, parse: (text) => readKey(parseHex(text)) };

const query = {
  ledger_version: optional(
    u64Text,
    "Ledger version to prove the state at; the newest when absent. Inside of a block, the answer is about the end of the block before, " +
      "and names it.",
  ),
  root_version: optional(
    u64Text,
    "Ledger version of the root that the proof has to lead to: that of the root which the client trusts. `ledger_version` when absent.",
  ),
};

const reply = {
  description: "The values or absences, with their proof.",
  json: { schema: StateProofSchema, encode: (answer) => JSON.stringify(stateAnswerToJson(answer)) },
  bcs: { description: "The same: `00`, then the members in their order.", encode: encodeStateAnswer },
} satisfies NegotiatedReply<StateAnswer>;

const shared = {
  tag: "Proofs",
  reply,
  params: {},
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  work: "bulk",
} as const;

/** `GET /proofs/state`: proved state by a few keys. */
export const getStateProof = defineRoute({
  ...shared,
  id: "get_state_proof",
  method: "GET",
  path: "/proofs/state",
  summary: "Prove state",
  description:
    "Returns the values of state keys, or shows that they are absent, with a multiproof that leads to a root of the ledger. A key " +
    "that is given twice is answered once.",
  query: { key: repeated(keyText, "Encoded state key. May be given up to 1,000 times."), ...query },
  cache: "state",
  examples: [
    {
      ledger: "mainnet",
      summary: "Chain id of the main network, proved",
      query: { key: chainIdKey, ledger_version: "0" },
      reply: chainIdProof,
    },
  ],
  handle: async ({ query: { key, ledger_version, root_version } }, context) => {
    const value = await proveState(context, key, ledger_version, root_version);
    return { value, validator: `p${value.version}-${value.info.ledgerVersion}` };
  },
});

const StateProofRequest = Type.Object(
  { keys: Type.Array(HexSchema, { minItems: 1, maxItems: maxKeys, description: "Encoded state keys." }) },
  { title: "StateProofRequest", description: "The state keys to prove." },
);

/** `POST /proofs/state`: proved state by many keys. */
export const proveStateKeys = defineRoute({
  ...shared,
  id: "prove_state_keys",
  method: "POST",
  path: "/proofs/state",
  summary: "Prove state by many keys",
  description: "The same as the operation by `GET`, for more keys than an address holds.",
  query,
  body: defineBody(StateProofRequest, ({ keys }) => keys),
  cache: "never",
  examples: [
    {
      ledger: "mainnet",
      summary: "Chain id of the main network, proved",
      body: { keys: [chainIdKey] },
      reply: chainIdProof,
    },
  ],
  handle: async ({ query: { ledger_version, root_version }, body }, context) => ({
    value: await proveState(context, body.map(readPostedKey), ledger_version, root_version),
  }),
});

/** The key as it was sent, if it is one. @throws TypesError */
function readKey(key: Uint8Array): Uint8Array {
  decodeStateKey(key);
  return key;
}

function readPostedKey(key: Uint8Array, index: number): Uint8Array {
  try {
    return readKey(key);
  } catch (cause) {
    if (!(cause instanceof TypesError)) throw cause;
    throw new ApiError("invalid_input", `keys[${index}] is invalid: ${cause.message}`, { cause });
  }
}

async function proveState(
  context: RequestContext,
  asked: readonly Uint8Array[],
  ledgerVersion: bigint | undefined,
  rootVersion: bigint | undefined,
): Promise<StateAnswer> {
  if (asked.length > maxKeys)
    throw new ApiError("invalid_input", `key is given ${asked.length} times: at most ${maxKeys}`);
  const kept = await openTree(context);
  const found = await findProvedBlock(context, kept, ledgerVersion, rootVersion);
  const version = found.block.lastVersion;
  const keys = new Map<string, { readonly key: Uint8Array; readonly hash: HashValue }>();
  for (const key of asked) {
    const hash = hashStateKey(key);
    keys.set(mapKey(hash), { key, hash });
  }
  const hashes = [...keys.values()].map(({ hash }) => hash);
  const info = await proveInfo(context, kept, version, found.rootVersion);
  const proofs = await kept.tree.prove(version, hashes);
  const { ends, siblings } = mergeSparseMerkleProofs(hashes.map((key, i) => ({ key, proof: proofs[i]! })));
  const entries: StateAnswerEntry[] = [];
  for (const { key: hash, valueHash, leaf, depth } of ends) {
    const { key } = keys.get(mapKey(hash))!;
    const value = valueHash && (await readValue(context, version, key, hash));
    entries.push({ key, value, leaf, depth });
  }
  return { version, entries, siblings, info, ledgerInfo: undefined };
}

/** BCS of a state value that is there. */
async function readValue(
  { store }: RequestContext,
  version: bigint,
  key: Uint8Array,
  hash: HashValue,
): Promise<Uint8Array> {
  const stored = await store.readState(version, key);
  if (stored === undefined)
    throw new Error(`the state tree has a value for ${mapKey(hash)} that the state does not have`);
  const { bytes, metadata } = stored;
  return StateValue.encode(
    metadata === undefined
      ? { kind: "V0", value: bytes }
      : { kind: "WithMetadata", value: { data: bytes, metadata: StateValueMetadata.decode(metadata) } },
  );
}
