export type { Cast } from "./customers.ts";
export { type RunWorkloadOptions, runWorkload, type WorkloadChain } from "./run-workload.ts";
export { type Places, voucherCoin } from "./scene.ts";
export type { Signer } from "./signers.ts";
export { type Occasion, Workload, type WorkloadOptions } from "./workload.ts";
