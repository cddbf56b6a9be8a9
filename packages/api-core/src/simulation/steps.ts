import type { Address, TransactionAuthenticator } from "@ledger/types";
import Type, { type Static, type StaticDecode } from "typebox";
import { defineBody, present } from "../contract/body.ts";
import { ApiError } from "../contract/error.ts";
import type { TextType } from "../contract/text-type.ts";
import { optionalMember } from "../schemas/member.ts";
import { TransactionPayloadSchema } from "../schemas/payload.ts";
import { AddressSchema, TextFault, U64Schema } from "../schemas/scalar.ts";
import { SubmittedSignatureSchema } from "../schemas/signature.ts";
import { type PayloadRequest, verifyPayload } from "../submission/payload.ts";
import { readSignature } from "../submission/read-signature.ts";
import { readViewRequest, type ViewRequest, verifyViewRequest, viewMembers } from "../view/view-request.ts";
import { OverridesSchema, readOverrides } from "./overrides.ts";

/** Most steps of one request. */
const maxSteps = 32;

const TransactionStep = Type.Object(
  {
    type: Type.Literal("transaction"),
    sender: AddressSchema,
    payload: TransactionPayloadSchema,
    sequence_number: optionalMember(U64Schema),
    replay_protection_nonce: optionalMember(U64Schema),
    max_gas_amount: optionalMember(U64Schema),
    gas_unit_price: optionalMember(U64Schema),
    expiration_timestamp_secs: optionalMember(U64Schema),
    secondary_signers: optionalMember(
      Type.Array(AddressSchema, { description: "Secondary signers of a multi-agent transaction, in their order." }),
    ),
    fee_payer: optionalMember(AddressSchema),
    signature: optionalMember(SubmittedSignatureSchema),
  },
  {
    title: "TransactionStep",
    description:
      "A transaction, without keys. What is left out is filled in: the sender's next sequence number, the lowest gas price, as " +
      "much gas as the payer can pay for, an expiration in one minute. A `signature` must not be valid; only its size counts.",
  },
);

const ViewStep = Type.Object(
  { type: Type.Literal("view"), ...viewMembers },
  { title: "ViewStep", description: "A call of a view function. What it writes is dropped." },
);

const SimulationStepSchema = Type.Union([TransactionStep, ViewStep], {
  title: "SimulationStep",
  description: "A transaction or a view.",
  "x-discriminator": "type",
});

/** Forms of a trace. */
export const TraceFormatSchema = Type.Union(
  [Type.Literal("text"), Type.Literal("folded"), Type.Literal("speedscope")],
  {
    title: "TraceFormat",
    description:
      "`text`: an indented list of calls, reads and charges for people. `folded`: stacks as flame graph tools read them. " +
      "`speedscope`: a file of https://www.speedscope.app.",
  },
);

/** A form of a trace, as a parameter. */
export const traceFormatText: TextType<TraceFormat> = {
  schema: TraceFormatSchema,
  parse: (text) => {
    if (text === "text" || text === "folded" || text === "speedscope") return text;
    throw new TextFault("expected `text`, `folded` or `speedscope`");
  },
};

/** A form of a trace. */
export type TraceFormat = Static<typeof TraceFormatSchema>;

const SimulationRequestSchema = Type.Object(
  {
    steps: Type.Array(SimulationStepSchema, { description: `What is done, in order: at most ${maxSteps} steps.` }),
    overrides: optionalMember(OverridesSchema),
    trace: optionalMember(TraceFormatSchema),
  },
  { title: "SimulationRequest", description: "Transactions and views that are tried one after the other." },
);

/** A transaction to try; what was left out is absent. */
export interface TransactionToTry {
  readonly kind: "transaction";
  readonly sender: Address;
  readonly payload: PayloadRequest;
  readonly sequenceNumber: bigint | undefined;
  readonly nonce: bigint | undefined;
  readonly maxGasAmount: bigint | undefined;
  readonly gasUnitPrice: bigint | undefined;
  readonly expirationTimestampSecs: bigint | undefined;
  readonly payer: Address;
  readonly authenticator: TransactionAuthenticator;
}

/** One step of a simulation. */
export type SimulationStep = TransactionToTry | { readonly kind: "view"; readonly request: ViewRequest };

/** The body of a simulation of several steps. */
export const simulationBody = defineBody(SimulationRequestSchema, (body) => {
  if (body.steps.length > maxSteps) {
    throw new ApiError(
      "invalid_input",
      `the simulation has ${body.steps.length} steps, at most ${maxSteps} are allowed`,
    );
  }
  const overrides = present(body.overrides);
  return {
    steps: body.steps.map(readStep),
    overrides: overrides === undefined ? [] : readOverrides(overrides),
    trace: present(body.trace),
  };
});

function readStep(step: StaticDecode<typeof SimulationStepSchema>): SimulationStep {
  if (step.type === "view") return { kind: "view", request: readViewRequest(step) };
  const { sender } = step;
  const feePayer = present(step.fee_payer);
  const signature = present(step.signature);
  const secondary = present(step.secondary_signers) ?? [];
  return {
    kind: "transaction",
    sender,
    payload: step.payload,
    sequenceNumber: present(step.sequence_number),
    nonce: present(step.replay_protection_nonce),
    maxGasAmount: present(step.max_gas_amount),
    gasUnitPrice: present(step.gas_unit_price),
    expirationTimestampSecs: present(step.expiration_timestamp_secs),
    payer: feePayer ?? sender,
    authenticator: signature === undefined ? withoutKeys(secondary, feePayer) : readSignature(signature),
  };
}

const nothing = { kind: "NoAccountAuthenticator" } as const;

/** A proof without signatures, for these signers. */
function withoutKeys(secondarySigners: readonly Address[], feePayer: Address | undefined): TransactionAuthenticator {
  const common = {
    sender: nothing,
    secondarySignerAddresses: secondarySigners,
    secondarySigners: secondarySigners.map(() => nothing),
  };
  if (feePayer !== undefined)
    return { kind: "FeePayer", value: { ...common, feePayerAddress: feePayer, feePayerSigner: nothing } };
  if (secondarySigners.length > 0) return { kind: "MultiAgent", value: common };
  return { kind: "SingleSender", value: { sender: nothing } };
}

/** Checks what needs no state. @throws ApiError `invalid_input` */
export function verifyStep(step: SimulationStep): void {
  if (step.kind === "view") verifyViewRequest(step.request);
  else verifyPayload(step.payload);
}
