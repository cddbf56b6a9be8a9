import { readFileSync } from "node:fs";
import { buildModule, type FunctionSpec } from "@ledger/move";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { genesisSource } from "@ledger/sync";
import { hexToBytes } from "@ledger/types";
import {
  describeVectors,
  laterRequests,
  newestNetwork,
  readVectorBytes,
  readVectorJson,
  vectorPath,
} from "@ledger/vectors";
import { describe, expect, test } from "vitest";
import { shared } from "./support/shared.ts";
import { type ExtraModule, writeTestLedger } from "./support/test-ledger.ts";
import { serveSource } from "./support/upstream.ts";

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

/** A group of cases, and the server whose ledger holds what they need. */
interface Group {
  readonly name: string;
  readonly server: () => Promise<{ readonly url: string }>;
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

/** A node on a genesis. */
const onNode = (genesisIn: (folder: string) => string): Group["server"] => {
  const started = shared(
    async () => {
      const dataDir = createDataDir();
      return { dataDir, node: await composeNode("--genesis", genesisIn(dataDir.path), "--data-dir", dataDir.path) };
    },
    async ({ dataDir, node }) => {
      await node.stop();
      dataDir[Symbol.dispose]();
    },
  );
  return async () => (await started()).node;
};

/** The same API on a genesis, in this process: that of further chains differs by the ledger alone. */
const onGenesis = (genesisIn: (folder: string) => string): Group["server"] =>
  shared(
    async () => {
      using folder = createDataDir();
      return serveSource(genesisSource(readFileSync(genesisIn(folder.path))));
    },
    (server) => server.stop(),
  );

/** The newest genesis made one of another chain, with more modules. */
const testLedger = (chainId: number, modules: readonly ExtraModule[]) => (folder: string) =>
  writeTestLedger(folder, readVectorBytes(`genesis/${newestNetwork}.genesis.blob`), { chainId, modules });

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

function collectGroups(): Group[] {
  const generated = readVectorJson<{ cases: GeneratedCase[] }>("signing/generated.json").cases.filter(
    ({ id, rest }) => rest && !laterRequests.has(id),
  );
  const arguments_ = readVectorJson<{ bytecode: string; abi: { address: string; name: string } }>(
    "signing/tx_args_module.json",
  );
  const golden = readVectorJson<{ cases: GoldenCase[] }>("signing/golden_rest_transactions.json").cases;
  const real = Object.groupBy(
    readVectorJson<{ cases: RealCase[] }>("transactions/real.json").cases,
    ({ chain_id }) => chain_id,
  );
  // Groups of local networks share a ledger.
  const argumentsModule = { ...arguments_.abi, bytecode: hexToBytes(arguments_.bytecode.slice(2)) };
  const local = onNode(testLedger(4, [argumentsModule, ...stubModules(real[4] ?? [])]));
  const serverOf = (network: string, [one]: readonly GeneratedCase[]): Group["server"] => {
    if (network === "tx_args_module") return local;
    // The framework that is here, on the chain that the requests are for.
    if (network === "devnet" && network !== newestNetwork) return onGenesis(testLedger(one!.chain_id, []));
    const genesis = () => vectorPath(`genesis/${network}.genesis.blob`);
    return network === "mainnet" ? onNode(genesis) : onGenesis(genesis);
  };
  return [
    ...Object.entries(Object.groupBy(generated, ({ network }) => network)).map(([network, cases = []]) => ({
      name: `generated requests, ${network}`,
      cases,
      server: serverOf(network, cases),
    })),
    {
      name: "published REST transactions",
      cases: golden
        .filter((one) => one.encode_submission_gives_this)
        .map(({ id, request, signing_message }) => ({ id, request, expected: signing_message })),
      server: local,
    },
    ...Object.entries(real).map(([chainId, cases = []]) => ({
      name: `committed transactions of chain ${chainId}`,
      cases: cases.map((one) => ({
        id: one.id,
        request: realRequest(one),
        expected: one.signing_message_without_fee_payer ?? one.signing_message,
      })),
      server: chainId === "4" ? local : onGenesis(testLedger(Number(chainId), stubModules(cases))),
    })),
  ];
}

describeVectors("encode_submission over HTTP", () => {
  for (const { name, server, cases } of collectGroups()) {
    describe(name, () => {
      test.each(cases.map((one) => [one.id, one] as const))("%s", async (_id, { request, expected }) => {
        const response = await fetch(`${(await server()).url}/v1/transactions/encode_submission`, {
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
