import type { SigningRequest } from "../api/answers.ts";

/** Kinds of payload that the form can make, with their titles. */
export const payloadTitles = {
  entry_function_payload: "Entry function",
  script_payload: "Script",
  multisig_payload: "Multisig account",
} as const;

type PayloadKind = keyof typeof payloadTitles;
export const payloadKinds = Object.keys(payloadTitles) as readonly PayloadKind[];

/** The fields of the form, as they were typed; arguments are in the API's JSON form. */
export interface SigningForm {
  readonly sender: string;
  readonly sequenceNumber: string;
  readonly maxGasAmount: string;
  readonly gasUnitPrice: string;
  readonly expiration: string;
  /** Empty for a transaction with a sequence number. */
  readonly nonce: string;
  /** Addresses between spaces, commas or line breaks; empty for one signer. */
  readonly secondarySigners: string;
  readonly kind: PayloadKind;
  readonly function: string;
  readonly typeArguments: readonly string[];
  readonly arguments: readonly unknown[];
  readonly bytecode: string;
  /** Arguments of a script: a JSON array. */
  readonly scriptArguments: string;
  readonly multisigAddress: string;
  /** True when a multisig transaction carries its call; otherwise it runs the one stored on chain. */
  readonly carriesCall: boolean;
}

/** The fields that a form begins with, where nothing better is known of the ledger. */
export const emptyForm = {
  maxGasAmount: "200000",
  gasUnitPrice: "100",
  nonce: "",
  secondarySigners: "",
  kind: "entry_function_payload",
  typeArguments: [],
  arguments: [],
  bytecode: "0x",
  scriptArguments: "[]",
  carriesCall: true,
} as const satisfies Partial<SigningForm>;

/** Text of a JSON array; anything else goes as it is, for the API to judge. */
function parseArguments(text: string): readonly unknown[] {
  try {
    return JSON.parse(text) as readonly unknown[];
  } catch {
    return text as unknown as readonly unknown[];
  }
}

function buildPayload(form: SigningForm): SigningRequest["payload"] {
  const call = {
    type: "entry_function_payload",
    function: form.function,
    type_arguments: form.typeArguments,
    arguments: form.arguments,
  } as const;
  switch (form.kind) {
    case "entry_function_payload":
      return call;
    case "script_payload":
      return {
        type: "script_payload",
        code: { bytecode: form.bytecode },
        type_arguments: form.typeArguments,
        arguments: parseArguments(form.scriptArguments),
      };
    case "multisig_payload":
      return {
        type: "multisig_payload",
        multisig_address: form.multisigAddress,
        ...(form.carriesCall ? { transaction_payload: call } : {}),
      };
  }
}

/** The request of a filled-in form. */
export function buildRequest(form: SigningForm): SigningRequest {
  const secondary = form.secondarySigners.split(/[\s,]+/).filter((address) => address !== "");
  return {
    sender: form.sender,
    sequence_number: form.sequenceNumber,
    max_gas_amount: form.maxGasAmount,
    gas_unit_price: form.gasUnitPrice,
    expiration_timestamp_secs: form.expiration,
    payload: buildPayload(form),
    ...(form.nonce === "" ? {} : { replay_protection_nonce: form.nonce }),
    ...(secondary.length === 0 ? {} : { secondary_signers: secondary }),
  };
}
