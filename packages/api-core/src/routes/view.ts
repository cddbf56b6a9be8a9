import { Writer } from "@ledger/bcs";
import { JsonWriter } from "@ledger/move";
import { EntryFunction, type EntryFunctionId, formatEntryFunctionId, type TypeTag } from "@ledger/types";
import { type TypedBytes, typeToTag } from "@ledger/vm";
import Type, { type Static } from "typebox";
import { defineBody, present, type TextReader } from "../contract/body.ts";
import { moveView, type RequestContext, resolveVersion } from "../contract/context.ts";
import { ApiError } from "../contract/error.ts";
import { invalidInput, isMissingFunction, toMoveJson } from "../contract/invalid-input.ts";
import type { JsonInput } from "../contract/json.ts";
import { defineRoute } from "../contract/route.ts";
import { type MoveTypeText, moveTypeText, requireTypeTag, verifyMoveType } from "../schemas/move-type.ts";
import { MoveValueSchema } from "../schemas/move-value.ts";
import { EntryFunctionIdSchema, entryFunctionIdText, MoveTypeSchema } from "../schemas/scalar.ts";
import { optionalMember } from "../schemas/transaction-request.ts";
import type { ViewCall } from "../view/ledger-machine.ts";
import { checkViewFilter } from "../view/view-filter.ts";
import { ledgerVersionParameter } from "./parameters.ts";

/** Body of `POST /view` in JSON. */
const ViewRequestSchema = Type.Object(
  {
    function: EntryFunctionIdSchema,
    type_arguments: optionalMember(Type.Array(MoveTypeSchema, { description: "Type arguments of the call." })),
    arguments: optionalMember(
      Type.Array(Type.Unknown(), {
        description: "Arguments of the call, each in the JSON form of its parameter's type.",
      }),
    ),
  },
  { title: "ViewRequest", description: "A call of a view function. Lists that are left out are empty." },
);

/** A call as it was asked for: in JSON, types may still be meaningless and arguments are JSON. */
type ViewRequest = JsonViewRequest | { readonly kind: "bcs"; readonly call: ViewCall };

interface JsonViewRequest {
  readonly kind: "json";
  readonly function: EntryFunctionId;
  readonly typeArguments: readonly MoveTypeText[];
  readonly arguments: readonly JsonInput[];
}

/** Results of a call, and the version that they are about. */
interface ViewAnswer {
  readonly results: readonly TypedBytes[];
  readonly version: bigint;
}

/** `POST /view`: calls a view function. */
export const view = defineRoute({
  id: "view",
  method: "POST",
  path: "/view",
  tag: "View",
  summary: "Execute view function",
  description:
    "Calls a function that its module marks as `#[view]`, of any visibility, on the state of a kept ledger version, and " +
    "returns its results. What the function writes is dropped. An abort, a failure and running out of gas are 400 " +
    "`invalid_input` with the machine's status in `vm_error_code`; the message of an abort names it by the module's own words.",
  params: {},
  query: { ledger_version: ledgerVersionParameter },
  body: defineBody(ViewRequestSchema, readRequest, {
    contentType: "application/x.aptos.view_function+bcs",
    description: "Module, function, type arguments, and the BCS of each argument.",
    parse: readEncodedRequest,
  }),
  cache: "never",
  work: "compute",
  metered: true,
  relayed: "always",
  verify: ({ body }) => {
    if (body.kind === "bcs") return;
    for (const [i, type] of body.typeArguments.entries()) verifyMoveType(`type_arguments[${i}]`, type);
  },
  handle: async ({ query, body }, context) => {
    const version = resolveVersion(context.ledger, query.ledger_version);
    checkViewFilter(context.config.viewFilter, body.kind === "bcs" ? body.call.function : body.function);
    const call = body.kind === "bcs" ? body.call : await encodeCall(body, context, version);
    const { results, gasUsed } = await context.machine.view(call, {
      store: context.store,
      version,
      codeEra: version < context.ledger.lastModuleVersion ? undefined : context.code.era(context.ledger),
      maxGasUnits: context.config.maxViewGas,
      defer: context.defer,
      signal: context.signal,
    });
    return { value: { results, version }, gasUsed };
  },
  reply: {
    description: "The results, in order.",
    json: {
      schema: Type.Array(MoveValueSchema, { description: "One value a result." }),
      encode: writeResults,
    },
    bcs: {
      description: "The number of results, then the BCS of each.",
      encode: ({ results }) => {
        const writer = new Writer();
        writer.uleb128(results.length);
        for (const { bytes } of results) writer.bytes(bytes);
        return writer.finish();
      },
    },
  },
  errors: ["invalid_input", "version_not_found", "version_pruned"],
  // The filter refuses.
  unusualErrors: { 403: "invalid_input" },
  examples: [
    {
      ledger: "local",
      summary: "The symbol of the chain's own coin",
      body: { function: "0x1::coin::symbol", type_arguments: ["0x1::aptos_coin::AptosCoin"], arguments: [] },
      reply: ["APT"],
    },
    {
      ledger: "local",
      summary: "Whether an account exists",
      body: { function: "0x1::account::exists_at", type_arguments: [], arguments: ["0x1"] },
      reply: [true],
    },
  ],
});

function readRequest(body: Static<typeof ViewRequestSchema>, text: TextReader): ViewRequest {
  return {
    kind: "json",
    function: text(entryFunctionIdText, body.function, "function"),
    typeArguments: (present(body.type_arguments) ?? []).map((type, i) => text(moveTypeText, type, "type_arguments", i)),
    arguments: (present(body.arguments) ?? []) as readonly JsonInput[],
  };
}

/** @throws BcsError */
function readEncodedRequest(bytes: Uint8Array): ViewRequest {
  const { module, function: name, typeArgs, args } = EntryFunction.decode(bytes);
  return { kind: "bcs", call: { function: { address: module.address, module: module.name, name }, typeArgs, args } };
}

/** Encodes the arguments by the function's own parameters. */
async function encodeCall(request: JsonViewRequest, context: RequestContext, version: bigint): Promise<ViewCall> {
  const typeArgs: TypeTag[] = request.typeArguments.map((type, i) => requireTypeTag(`type_arguments[${i}]`, type));
  try {
    const json = request.arguments.map(toMoveJson);
    const args = await moveView(context, version).encodeFunctionArguments(request.function, typeArgs, json);
    return { function: request.function, typeArgs, args };
  } catch (cause) {
    if (isMissingFunction(cause)) {
      const name = formatEntryFunctionId(request.function);
      throw new ApiError("invalid_input", `could not find view function by ${name}`, { cause });
    }
    throw invalidInput("the call is invalid", cause);
  }
}

async function writeResults({ results, version }: ViewAnswer, context: RequestContext): Promise<Uint8Array> {
  const output = new JsonWriter();
  const types = moveView(context, version);
  output.beginArray();
  for (const { type, bytes } of results) await types.writeJson(typeToTag(type), bytes, output.item());
  output.endArray();
  return output.view();
}
