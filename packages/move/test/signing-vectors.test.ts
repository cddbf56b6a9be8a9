import {
  feePayerSigningMessage,
  formatHex,
  formatModuleId,
  parseAddress,
  parseEntryFunctionId,
  parseHex,
  parseTypeTag,
} from "@ledger/types";
import { describeVectors, laterRequests, newestNetwork, readVectorJson } from "@ledger/vectors";
import { expect, test } from "vitest";
import { createMoveCache, type ModuleResolver, MoveView } from "../src/index.ts";
import { networksByFramework, readGenesisState } from "./genesis-state.ts";
import { type CallRequest, type SigningRequest, toRawTransaction, toSigningMessage } from "./signing-request.ts";

interface GeneratedCase {
  readonly id: string;
  readonly chain_id: number;
  readonly network: string;
  readonly request: SigningRequest;
  readonly fee_payer?: string;
  readonly expected: string;
}

interface GoldenCase {
  readonly chain_id: number;
  readonly request: SigningRequest;
  readonly encode_submission_gives_this: boolean;
  readonly signing_message: string;
}

interface RealCase {
  readonly chain_id: number;
  readonly request: SigningRequest;
  readonly argument_types: readonly string[];
  readonly secondary_signers?: readonly string[];
  readonly message_kind: "single" | "fee_payer" | "multi_agent";
  readonly signing_message: string;
  readonly signing_message_without_fee_payer?: string;
}

describeVectors("signing messages", () => {
  const cache = createMoveCache();
  const views = new Map(
    networksByFramework.map((network) => [network as string, new MoveView(readGenesisState(network), cache)]),
  );
  // Where that of July 2026 is not here, the one before stands in: the called functions are the same.
  const newest = views.get(newestNetwork)!;
  views.set("devnet", newest);
  views.set("tx_args_module", new MoveView(argumentsModule(), cache));

  const generated = readVectorJson<{ cases: GeneratedCase[] }>("signing/generated.json").cases;
  test.for(generated)(
    "$kind on $network, $id",
    async ({ id, chain_id, network, request, fee_payer, expected }, { skip }) => {
      skip(laterRequests.has(id), "calls a function of a framework that may not be committed");
      const view = views.get(network)!;
      if (fee_payer === undefined) {
        expect(formatHex(await toSigningMessage(view, request, chain_id))).toBe(expected);
        return;
      }
      const raw = await toRawTransaction(view, request, chain_id);
      const secondary = (request.secondary_signers ?? []).map(parseAddress);
      expect(formatHex(feePayerSigningMessage(raw, secondary, parseAddress(fee_payer)))).toBe(expected);
    },
  );

  const goldens = readVectorJson<{ cases: GoldenCase[] }>("signing/golden_rest_transactions.json").cases;
  test.each(goldens.filter((golden) => golden.encode_submission_gives_this))(
    "recorded request $id",
    async ({ chain_id, request, signing_message }) => {
      expect(formatHex(await toSigningMessage(newest, request, chain_id))).toBe(signing_message);
    },
  );

  const real = readVectorJson<{ cases: RealCase[] }>("transactions/real.json").cases;
  test.each(real)("committed transaction $id", async ({ chain_id, request, argument_types, ...expected }) => {
    // Most of the called modules are not in any genesis: the case states the types of the arguments.
    const encodeCall = async (call: CallRequest) => ({
      module: moduleOf(call),
      function: parseEntryFunctionId(call.function).name,
      typeArgs: call.type_arguments.map(parseTypeTag),
      args: await Promise.all(
        argument_types.map((type, i) => newest.encodeFromJson(parseTypeTag(type), call.arguments[i]!)),
      ),
    });
    const signers = expected.message_kind === "multi_agent" ? { secondary_signers: expected.secondary_signers! } : {};
    const message = await toSigningMessage(newest, { ...request, ...signers }, chain_id, encodeCall);
    expect(formatHex(message)).toBe(expected.signing_message_without_fee_payer ?? expected.signing_message);
  });
});

function moduleOf(call: CallRequest) {
  const { address, module } = parseEntryFunctionId(call.function);
  return { address, name: module };
}

/** A state that holds the published test module with functions of every argument type, next to the framework. */
function argumentsModule(): ModuleResolver {
  const { bytecode, abi } = readVectorJson<{ bytecode: string; abi: { address: string; name: string } }>(
    "signing/tx_args_module.json",
  );
  const framework = readGenesisState(newestNetwork);
  const id = `${abi.address}::${abi.name}`;
  return {
    findModule: (address, name) =>
      formatModuleId({ address, name }) === id ? parseHex(bytecode) : framework.findModule(address, name),
  };
}
