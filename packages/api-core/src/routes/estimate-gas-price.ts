import { struct, u64 } from "@ledger/bcs";
import { JsonWriter } from "@ledger/move";
import Type from "typebox";
import { defineRoute } from "../endpoint/route.ts";
import { u64Number } from "../schemas/scalar.ts";

const price = (description: string) => u64Number({ description });

const GasEstimation = Type.Object(
  {
    deprioritized_gas_estimate: price("Price for a transaction that can wait."),
    gas_estimate: price("Price for a transaction that should be included soon."),
    prioritized_gas_estimate: price("Price for a transaction that must be included at once."),
  },
  { title: "GasEstimation", description: "Prices of a gas unit, in octas." },
);

const GasEstimationBcs = struct("GasEstimationBcs", { gas_estimate: u64 });

/** `GET /estimate_gas_price`: what recent blocks took. */
export const estimateGasPrice = defineRoute({
  id: "estimate_gas_price",
  method: "GET",
  path: "/estimate_gas_price",
  tag: "Transactions",
  summary: "Estimate gas price",
  description: "Estimates the gas price from what transactions in the recent blocks of this epoch paid.",
  params: {},
  query: {},
  cache: "state",
  work: "bulk",
  handle: async (_, { gas, ledger }) => {
    const value = await gas.estimate(ledger);
    return { value, validator: `g${value.low}-${value.market}-${value.aggressive}` };
  },
  reply: {
    description: "The estimate.",
    json: {
      schema: GasEstimation,
      encode: ({ low, market, aggressive }) => {
        const output = new JsonWriter({ capacity: 128 }).beginObject();
        output.member("deprioritized_gas_estimate").bareInteger(low);
        output.member("gas_estimate").bareInteger(market);
        output.member("prioritized_gas_estimate").bareInteger(aggressive);
        output.endObject();
        return output.view();
      },
    },
    bcs: {
      description: "`gas_estimate`, a u64.",
      encode: ({ market }) => GasEstimationBcs.encode({ gas_estimate: market }),
    },
  },
  errors: ["version_pruned"],
  examples: [
    {
      ledger: "mainnet",
      summary: "A ledger without blocks",
      reply: { deprioritized_gas_estimate: 100, gas_estimate: 100, prioritized_gas_estimate: 150 },
    },
  ],
});
