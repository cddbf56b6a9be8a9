import { LedgerStep, ledgerStepToJson, maxEpochChanges } from "@ledger/verifier";
import Type from "typebox";
import { ApiError } from "../contract/error.ts";
import { optional } from "../contract/text-type.ts";
import { defineRoute } from "../endpoint/route.ts";
import { HexSchema, u64Text } from "../schemas/scalar.ts";

const LedgerStepSchema = Type.Object(
  {
    epoch_changes: Type.Array(HexSchema, {
      maxItems: maxEpochChanges,
      description: "Ledger infos that end an epoch, with their signatures, in BCS; ascending.",
    }),
    more: Type.Boolean({ description: "Whether later ones were left out: ask again from the last one on." }),
    latest: Type.Optional({ ...HexSchema, description: "The latest signed ledger info, where it ends no epoch." }),
  },
  {
    title: "LedgerStep",
    description: "The continuation of a ledger, signed by its validators: each epoch names the validators of the next.",
  },
);

/** `GET /proofs/ledger`: signed ledger infos from a version on. */
export const getLedgerStep = defineRoute({
  id: "get_ledger_step",
  method: "GET",
  path: "/proofs/ledger",
  tag: "Proofs",
  summary: "Get signed ledger infos",
  description:
    "Returns the ledger infos that end an epoch, from a version on, with the signatures of that epoch's validators: a client that trusts a " +
    "waypoint follows them to the newest root that is signed, which comes after the last of them. Only a node whose backup has them holds any; others answer with 404.",
  params: {},
  query: {
    since: optional(u64Text, "Version of the first ledger info that is wanted; 0 when absent."),
  },
  cache: "never",
  work: "bulk",
  handle: async ({ query: { since = 0n } }, { signed, signal }) => {
    if (signed === undefined) throw notHeld();
    const { infos, more, latest } = await signed.endingsSince(since, maxEpochChanges, signal);
    return { value: { epochChanges: infos, more, latest } };
  },
  reply: {
    description: "The ledger infos.",
    json: { schema: LedgerStepSchema, encode: (step) => JSON.stringify(ledgerStepToJson(step)) },
    bcs: { description: "The same members.", encode: (step) => LedgerStep.encode(step) },
  },
  errors: ["invalid_input"],
  examples: [
    {
      ledger: "mainnet",
      summary: "A ledger whose first epoch has not ended",
      query: { since: "1" },
      reply: { epoch_changes: [], more: false },
    },
  ],
});

function notHeld(): ApiError {
  const message = "not_held: this node holds no signed ledger infos; those that read a backup do";
  return new ApiError("web_framework_error", message, { status: 404 });
}
