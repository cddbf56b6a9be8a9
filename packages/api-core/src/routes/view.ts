import { writeBytes } from "@ledger/bcs";
import { JsonWriter, type MoveView } from "@ledger/move";
import { EntryFunction, type EntryFunctionId, formatEntryFunctionId, functionIdOf } from "@ledger/types";
import Type, { type StaticDecode } from "typebox";
import { defineBody } from "../contract/body.ts";
import { findBadName } from "../contract/call-names.ts";
import { ApiError } from "../contract/error.ts";
import { moveView, requestedState } from "../endpoint/context.ts";
import { defineRoute } from "../endpoint/route.ts";
import type { ViewCall } from "../machine/ledger-machine.ts";
import { MoveValueSchema } from "../schemas/move-value.ts";
import { checkViewFilter } from "../view/view-filter.ts";
import {
  encodeView,
  readViewRequest,
  type ViewRequest,
  ViewRequestSchema,
  verifyViewRequest,
  writeResults,
} from "../view/view-request.ts";
import { ledgerVersionParameter } from "./parameters.ts";

/** A call as it was asked for: in JSON, or in BCS. */
export type EitherRequest =
  | { readonly kind: "json"; readonly request: ViewRequest }
  | { readonly kind: "bcs"; readonly call: ViewCall };

/** Body of a call of a view function, in JSON or in BCS. */
export const viewBody = defineBody(ViewRequestSchema, readRequest, {
  contentType: "application/x.aptos.view_function+bcs",
  typeName: "ViewFunction",
  description: "Module, function, type arguments, and the BCS of each argument.",
  parse: readEncodedRequest,
});

/** `POST /view`: calls a view function. */
export const view = defineRoute({
  id: "view",
  method: "POST",
  path: "/view",
  tag: "View",
  summary: "Execute view function",
  description:
    "Calls a function that its module marks as `#[view]`, of any visibility, on the state of a kept ledger version, at its time, and " +
    "returns its results. What the function writes is dropped. An abort, a failure and running out of gas are 400 " +
    "`invalid_input` with the machine's status in `vm_error_code`; the message of an abort names it by the module's own words.",
  params: {},
  query: { ledger_version: ledgerVersionParameter },
  body: viewBody,
  cache: "never",
  sharedByBody: true,
  work: "compute",
  metered: true,
  relayed: "when_unknown",
  verify: ({ body }) => verifyView(body),
  describeCall: ({ body }) => ({ kind: "view", function: formatEntryFunctionId(calledView(body)) }),
  handle: async ({ query, body }, context) => {
    // Before anything that another node may be asked for.
    checkViewFilter(context.config.viewFilter, calledView(body));
    const place = requestedState(context, query.ledger_version);
    const { version } = place;
    const call = await readCall(body, moveView(context, version));
    const { results, gasUsed } = await context.machine.view(call, {
      ...place,
      maxGasUnits: context.config.maxViewGas,
    });
    return { value: { results, version }, gasUsed };
  },
  reply: {
    description: "The results, in order.",
    json: {
      schema: Type.Array(MoveValueSchema, { description: "One value per result." }),
      encode: async ({ results, version }, context) => {
        const output = new JsonWriter();
        await writeResults(output, moveView(context, version), results);
        return output.view();
      },
    },
    bcs: {
      description: "The number of results, then the BCS of each.",
      encode: ({ results }) =>
        writeBytes((writer) => {
          writer.uleb128(results.length);
          for (const { bytes } of results) writer.bytes(bytes);
        }),
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

/** @throws BcsError */
function readEncodedRequest(bytes: Uint8Array): EitherRequest {
  const called = EntryFunction.decode(bytes);
  return { kind: "bcs", call: { function: functionIdOf(called), typeArgs: called.typeArgs, args: called.args } };
}

function readRequest(body: StaticDecode<typeof ViewRequestSchema>): EitherRequest {
  return { kind: "json", request: readViewRequest(body) };
}

/** Checks what needs no state. @throws ApiError `invalid_input` */
export function verifyView(body: EitherRequest): void {
  if (body.kind === "json") {
    verifyViewRequest(body.request);
    return;
  }
  const fault = findBadName(body.call.function, body.call.typeArgs);
  if (fault !== undefined) throw new ApiError("invalid_input", `the call is invalid: ${fault}`);
}

/** The function that is called. */
export function calledView(body: EitherRequest): EntryFunctionId {
  return body.kind === "bcs" ? body.call.function : body.request.function;
}

/** The call, its arguments encoded by the code of a version. @throws ApiError `invalid_input` */
export async function readCall(body: EitherRequest, view: MoveView): Promise<ViewCall> {
  return body.kind === "bcs" ? body.call : encodeView(body.request, view);
}
