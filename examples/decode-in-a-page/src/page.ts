// Fetches a transaction as the bytes that the chain has of it, checks its hash, and shows what it is.
import {
  ContractEvent,
  formatHash,
  formatTypeTag,
  hashTransaction,
  Transaction,
  TransactionData,
  type TransactionOnChainData,
} from "@ledger/types";

const form = document.querySelector("form") as HTMLFormElement;
const shown = document.querySelector("#shown") as HTMLElement;

async function fetchTransaction(api: string, version: string): Promise<TransactionOnChainData> {
  const answer = await fetch(`${api}/transactions/by_version/${version}`, { headers: { accept: "application/x-bcs" } });
  if (!answer.ok) throw new Error(((await answer.json()) as { message: string }).message);
  const data = TransactionData.decode(new Uint8Array(await answer.arrayBuffer()));
  if (data.kind !== "OnChain") throw new Error("the transaction is not committed yet");
  return data.value;
}

function describe({ version, transaction, info, events }: TransactionOnChainData): string {
  // The hash in the info is what the ledger commits to; this one is of the bytes that came.
  const hash = formatHash(hashTransaction(Transaction.encode(transaction)));
  const claimed = formatHash(info.value.transactionHash);
  return [
    `version  ${version}: ${transaction.kind}`,
    `hash     ${hash}, ${hash === claimed ? "as the ledger says" : `but the ledger says ${claimed}`}`,
    `gas      ${info.value.gasUsed} units`,
    ...events.map(
      (event) => `event    ${formatTypeTag(event.value.typeTag)}, ${ContractEvent.encode(event).length} bytes`,
    ),
  ].join("\n");
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const values = new FormData(form);
  shown.textContent = "…";
  fetchTransaction(`${values.get("api")}`, `${values.get("version")}`)
    .then(describe)
    .catch((error: unknown) => (error instanceof Error ? error.message : String(error)))
    .then((text) => {
      shown.textContent = text;
    });
});
