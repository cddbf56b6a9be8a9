export type {
  ClientAnswer,
  ClientProvider,
  ClientRequest,
  ProviderRequest,
  ProviderResponse,
} from "../client/provider.ts";
export {
  type AnswerMark,
  createVerifiedFetch,
  type UnverifiableRequest,
  type VerifiedFetch,
  type VerifiedFetchOptions,
  verifiedHeader,
} from "./create-verified-fetch.ts";
