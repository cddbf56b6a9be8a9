import { readFileSync } from "node:fs";
import { root } from "@ledger/check-docs/files";
import type { Source } from "../pages/page.ts";

/** Files of the pages of inspectors, by the names of the pages. */
const files = { README: "bytes", module: "module", schema: "schema", proof: "proof" };

/** A module that the Move compiler made. */
const tipJar = "examples/cover-a-module/build/TipJar/bytecode_modules/tip_jar.mv";

interface SignedExample {
  readonly signing_message: string;
  readonly signed_txn_bcs: string;
}

interface RecordExample {
  readonly write_set: string;
  readonly events: readonly string[];
  readonly transaction_info: string;
}

/** Examples to begin with, by the words of the pages that stand for them: bytes of a module, and of published transactions. */
function readExamples(): Readonly<Record<string, string>> {
  const read = (name: string): unknown => JSON.parse(readFileSync(`${root}tooling/vectors/data/${name}`, "utf8"));
  const [signed] = (read("signing/golden_rest_transactions.json") as { readonly cases: readonly [SignedExample] })
    .cases;
  const [, , record] = read("chain/testnet_0_3.json") as readonly [unknown, unknown, RecordExample];
  return {
    TIP_JAR: readFileSync(root + tipJar).toString("hex"),
    SIGNED: signed.signed_txn_bcs,
    MESSAGE: signed.signing_message,
    WRITES: record.write_set,
    EVENT: record.events[0] ?? "",
    INFO: record.transaction_info,
  };
}

/** The pages of the inspectors. */
export function readInspectors(): Source[] {
  const examples = readExamples();
  return Object.entries(files).map(([name, file]) => ({
    path: `inspect/${name}.md`,
    text: readFileSync(new URL(`./${file}.html`, import.meta.url), "utf8").replace(
      /bytes=([A-Z_]+)/g,
      (_, word: string) => `bytes=${examples[word] ?? fail(word)}`,
    ),
  }));
}

function fail(word: string): never {
  throw new Error(`there is no example ${word}`);
}
