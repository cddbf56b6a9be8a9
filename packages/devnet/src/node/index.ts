export { type Caller, createVerbAccess, type VerbAccess, type VerbAccessOptions } from "../verbs/verb-access.ts";
export { verbsFor } from "../verbs/verb-service.ts";
export { readPackage } from "./read-package.ts";
export { mergeReportParts, writeReportPart } from "./report-parts.ts";
export { type ServedLocalNetwork, type ServeLocalNetworkOptions, serveLocalNetwork } from "./serve-network.ts";
export { writeCodeReport } from "./write-report.ts";
