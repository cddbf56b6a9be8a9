import { readLocalGenesis } from "@ledger/local-chain";
import { createDataDir } from "@ledger/node-process";
import { composeNode } from "@ledger/node-process/compose-node";
import { writeTestLedger } from "../../support/test-ledger.ts";
import type { Callables } from "./callable.ts";
import type { Submission } from "./submission.ts";

/** A node whose ledger has the functions to call, and its answers to submissions. */
export interface DifferentialNode extends AsyncDisposable {
  /** @returns the signing message, or a text that says how the node refused */
  encode(request: Submission["request"]): Promise<string>;
}

/** Starts a node on the local network's genesis with one module more. */
export async function startDifferentialNode({ module }: Callables): Promise<DifferentialNode> {
  const dataDir = createDataDir();
  const genesis = writeTestLedger(dataDir.path, await readLocalGenesis(), { chainId: 4, modules: [module] });
  const node = await composeNode("--genesis", genesis, "--data-dir", dataDir.path);
  return {
    async encode(request) {
      const response = await fetch(`${node.url}/v1/transactions/encode_submission`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(request),
      });
      const text = await response.text();
      return response.status === 200 ? (JSON.parse(text) as string) : `${response.status} ${text}`;
    },
    async [Symbol.asyncDispose]() {
      await node.stop();
      dataDir[Symbol.dispose]();
    },
  };
}
