import { Option } from "commander";

/** Settings of what a node can prove. */
export interface ProofOptions {
  /** Keeps the state tree with the ledger, from which answers are proved. */
  readonly proofs: "on" | "off";
}

/** The options of {@link ProofOptions}. */
export function proofOptions(): Option[] {
  return [
    new Option(
      "--proofs <on|off>",
      "keep the state tree, so that clients can check what they read; it is built where it is missing, while the node serves",
    )
      .env("LEDGER_PROOFS")
      .choices(["on", "off"])
      .default("off"),
  ];
}
