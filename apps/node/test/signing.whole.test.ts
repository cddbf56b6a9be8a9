import { buildModule, type FunctionSpec } from "@ledger/move";
import { createDataDir, type NodeProcess, startNode } from "@ledger/node-process";
import { hexToBytes } from "@ledger/types";
import {
  describeVectors,
  laterRequests,
  newestNetwork,
  readVectorBytes,
  readVectorJson,
  vectorPath,
} from "@ledger/vectors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ExtraModule, writeTestLedger } from "./support/test-ledger.ts";

interface Payload {
  readonly type: string;
  readonly function?: string;
  readonly type_arguments?: readonly string[];
}

interface SigningCase {
  readonly id: string;
  readonly request: { readonly payload: Payload; readonly secondary_signers?: readonly string[] };
  readonly expected: string;
}

/** A node that holds what a group of cases needs. */
interface Ledger {
  readonly name: string;
  readonly start: (folder: string) => Promise<NodeProcess>;
  readonly cases: readonly SigningCase[];
}

interface GeneratedCase extends SigningCase {
  readonly rest: boolean;
  readonly chain_id: number;
  readonly network: string;
}

interface GoldenCase {
  readonly id: string;
  readonly encode_submission_gives_this: boolean;
  readonly request: SigningCase["request"];
  readonly signing_message: string;
}

interface RealCase {
  readonly id: string;
  readonly chain_id: number;
  readonly request: SigningCase["request"];
  readonly argument_types: readonly string[];
  readonly argument_types_from: string;
  readonly message_kind: string;
  readonly signing_message: string;
  readonly signing_message_without_fee_payer?: string;
  readonly signature: { readonly secondary_signer_addresses?: readonly string[] };
}

/** The request as it would have been made: the secondary signers stand in the signature of a committed transaction. */
function realRequest({ request, message_kind, signature }: RealCase): SigningCase["request"] {
  if (message_kind !== "multi_agent") return request;
  return { ...request, secondary_signers: signature.secondary_signer_addresses ?? [] };
}

const onGenesis = (network: string) => (folder: string) =>
  startNode("--genesis", vectorPath(`genesis/${network}.genesis.blob`), "--data-dir", folder);

const onTestLedger = (chainId: number, modules: readonly ExtraModule[]) => (folder: string) => {
  const genesis = readVectorBytes(`genesis/${newestNetwork}.genesis.blob`);
  return startNode("--genesis", writeTestLedger(folder, genesis, { chainId, modules }), "--data-dir", folder);
};

/** Modules with the called functions, for calls whose modules are in no genesis: only signatures matter here. */
function stubModules(cases: readonly RealCase[]): ExtraModule[] {
  const modules = new Map<string, Map<string, FunctionSpec>>();
  for (const { request, argument_types, argument_types_from } of cases) {
    const [address, module, name] = request.payload.function?.split("::") ?? [];
    if (!argument_types_from.startsWith("inferred") || !address || !module || !name) continue;
    const functions = modules.get(`${address}::${module}`) ?? new Map<string, FunctionSpec>();
    const typeParams = (request.payload.type_arguments ?? []).map(() => ({}));
    functions.set(name, { name, entry: true, typeParams, params: ["&signer", ...argument_types] });
    modules.set(`${address}::${module}`, functions);
  }
  return [...modules].map(([id, functions]) => {
    const [address = "", name = ""] = id.split("::");
    return { address, name, bytecode: buildModule({ address, name, version: 9, functions: [...functions.values()] }) };
  });
}

function collectLedgers(): Ledger[] {
  const generated = readVectorJson<{ cases: GeneratedCase[] }>("signing/generated.json").cases.filter(
    ({ id, rest }) => rest && !laterRequests.has(id),
  );
  const arguments_ = readVectorJson<{ bytecode: string; abi: { address: string; name: string } }>(
    "signing/tx_args_module.json",
  );
  const ledgers: Ledger[] = Object.entries(Object.groupBy(generated, ({ network }) => network)).map(
    ([network, cases = []]) => ({
      name: `generated requests, ${network}`,
      cases,
      start:
        network === "tx_args_module"
          ? onTestLedger(4, [{ ...arguments_.abi, bytecode: hexToBytes(arguments_.bytecode.slice(2)) }])
          : network === newestNetwork || network !== "devnet"
            ? onGenesis(network)
            : // The framework that is here, on the chain that the requests are for.
              onTestLedger(cases[0]!.chain_id, []),
    }),
  );
  const golden = readVectorJson<{ cases: GoldenCase[] }>("signing/golden_rest_transactions.json").cases;
  ledgers.push({
    name: "published REST transactions",
    cases: golden
      .filter((one) => one.encode_submission_gives_this)
      .map(({ id, request, signing_message }) => ({ id, request, expected: signing_message })),
    start: (folder) => startNode("--data-dir", folder),
  });
  const real = readVectorJson<{ cases: RealCase[] }>("transactions/real.json").cases;
  for (const [chainId, cases = []] of Object.entries(Object.groupBy(real, ({ chain_id }) => chain_id))) {
    ledgers.push({
      name: `committed transactions of chain ${chainId}`,
      cases: cases.map((one) => ({
        id: one.id,
        request: realRequest(one),
        expected: one.signing_message_without_fee_payer ?? one.signing_message,
      })),
      start: onTestLedger(Number(chainId), stubModules(cases)),
    });
  }
  return ledgers;
}

describeVectors("encode_submission over HTTP", () => {
  for (const { name, start, cases } of collectLedgers()) {
    describe(name, () => {
      const dataDir = createDataDir();
      let node: NodeProcess;

      beforeAll(async () => {
        node = await start(dataDir.path);
      });
      afterAll(async () => {
        await node.stop();
        dataDir[Symbol.dispose]();
      });

      test.each(cases.map((one) => [one.id, one] as const))("%s", async (_id, { request, expected }) => {
        const response = await fetch(`${node.url}/v1/transactions/encode_submission`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(request),
        });
        expect(await response.json()).toBe(expected);
        expect(response.status).toBe(200);
      });
    });
  }
});
