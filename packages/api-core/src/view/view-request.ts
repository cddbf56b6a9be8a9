import type { JsonWriter, MoveView } from "@ledger/move";
import { type EntryFunctionId, formatEntryFunctionId, type TypeTag } from "@ledger/types";
import { type TypedBytes, typeToTag } from "@ledger/vm";
import Type, { type StaticDecode } from "typebox";
import { present } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import { invalidInput, isMissingFunction, toMoveJson } from "../contract/invalid-input.ts";
import type { JsonInput } from "../contract/json.ts";
import type { ViewCall } from "../machine/ledger-machine.ts";
import { optionalMember } from "../schemas/member.ts";
import { type MoveTypeText, RequestedTypeSchema, requireTypeTag, verifyMoveType } from "../schemas/move-type.ts";
import { EntryFunctionIdSchema } from "../schemas/scalar.ts";

/** Members of a call of a view function. */
export const viewMembers = {
  function: EntryFunctionIdSchema,
  type_arguments: optionalMember(Type.Array(RequestedTypeSchema, { description: "Type arguments of the call." })),
  arguments: optionalMember(
    Type.Array(Type.Unknown(), {
      description: "Arguments of the call, each in the JSON form of its parameter's type.",
    }),
  ),
};

/** Body of `POST /view` in JSON. */
export const ViewRequestSchema = Type.Object(viewMembers, {
  title: "ViewRequest",
  description: "A call of a view function. Lists that are left out are empty.",
});

/** A call as it was asked for: types may still be meaningless, and arguments are JSON. */
export interface ViewRequest {
  readonly function: EntryFunctionId;
  readonly typeArguments: readonly MoveTypeText[];
  readonly arguments: readonly JsonInput[];
}

/** A call as it was asked for, of a body. */
export function readViewRequest(body: StaticDecode<typeof ViewRequestSchema>): ViewRequest {
  return {
    function: body.function,
    typeArguments: present(body.type_arguments) ?? [],
    arguments: (present(body.arguments) ?? []) as readonly JsonInput[],
  };
}

/** Checks what needs no state. @throws ApiError `invalid_input` */
export function verifyViewRequest({ typeArguments }: ViewRequest): void {
  for (const [i, type] of typeArguments.entries()) verifyMoveType(`type_arguments[${i}]`, type);
}

/**
 * Encodes the arguments by the function's own parameters.
 *
 * @throws ApiError `invalid_input`
 */
export async function encodeView(request: ViewRequest, view: MoveView): Promise<ViewCall> {
  const typeArgs: TypeTag[] = request.typeArguments.map((type, i) => requireTypeTag(`type_arguments[${i}]`, type));
  try {
    const json = request.arguments.map(toMoveJson);
    const args = await view.encodeFunctionArguments(request.function, typeArgs, json);
    return { function: request.function, typeArgs, args };
  } catch (cause) {
    if (isMissingFunction(cause)) {
      const name = formatEntryFunctionId(request.function);
      throw new ApiError("invalid_input", `could not find view function by ${name}`, { cause });
    }
    throw invalidInput("the call is invalid", cause, request.arguments);
  }
}

/** Appends the results of a call, an array. */
export async function writeResults(output: JsonWriter, view: MoveView, results: readonly TypedBytes[]): Promise<void> {
  output.beginArray();
  for (const { type, bytes } of results) await view.writeJson(typeToTag(type), bytes, output.item());
  output.endArray();
}
