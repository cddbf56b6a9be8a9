export { createFaucet, type FaucetOptions } from "./faucet/faucet.ts";
export { createLocalFaucet, type LocalFaucetOptions } from "./faucet/local-faucet.ts";
export type { HttpService, ServiceFault, ServiceRequest, ServiceResponse, ServiceWork } from "./http-service.ts";
export {
  calledHost,
  createLocalDescription,
  type DescribedAccount,
  descriptionPath,
  type LocalDescription,
  type LocalDescriptionOptions,
} from "./local-description.ts";
export {
  createLocalIndexer,
  createLocalTables,
  type LocalIndexer,
  type LocalIndexerOptions,
  type LocalTables,
  queryService,
} from "./local-indexer.ts";
