import { decodeStateKey, formatHash, parseHash, parseHex } from "@ledger/types";
import Type from "typebox";
import { defineBody, present } from "../contract/body.ts";
import { invalidInput } from "../contract/invalid-input.ts";
import { repeated, type TextType } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { maxProvedKeys, proveState, stateProofReply } from "../proofs/prove-state.ts";
import { optionalMember } from "../schemas/member.ts";
import { HashSchema, HexSchema } from "../schemas/scalar.ts";
import { chainIdKey, chainIdProof } from "./examples/proofs.ts";
import { provedVersions } from "./parameters.ts";

const keyText: TextType<Uint8Array> = { schema: HexSchema, parse: (text) => readKey(parseHex(text)) };

const shared = {
  tag: "Proofs",
  reply: stateProofReply,
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
  query: { key: repeated(keyText, "Encoded state key. May be given up to 1,000 times."), ...provedVersions },
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
    const value = await proveState(context, key, { ledgerVersion: ledger_version, rootVersion: root_version });
    return { value, validator: `p${value.version}-${value.info.ledgerVersion}` };
  },
});

const StateProofRequest = Type.Object(
  {
    keys: Type.Array(HexSchema, { minItems: 1, maxItems: maxProvedKeys, description: "Encoded state keys." }),
    known: optionalMember(
      Type.Array(HashSchema, {
        maxItems: maxProvedKeys,
        description: "Hashes of values that the client has: the answer names them by `value_hash` in place of `value`.",
      }),
    ),
  },
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
  query: provedVersions,
  body: defineBody(StateProofRequest, ({ keys, known }) => ({ keys, known: present(known) ?? [] })),
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
    value: await proveState(context, body.keys.map(readPostedKey), {
      ledgerVersion: ledger_version,
      rootVersion: root_version,
      known: new Set(body.known.map(readKnown)),
    }),
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
    throw invalidInput(`keys[${index}] is invalid`, cause);
  }
}

/** A hash of a known value, as {@link proveState} compares it. */
function readKnown(text: string, index: number): string {
  try {
    return formatHash(parseHash(text));
  } catch (cause) {
    throw invalidInput(`known[${index}] is invalid`, cause);
  }
}
