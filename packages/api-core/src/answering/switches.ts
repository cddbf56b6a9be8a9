import type { ApiConfig } from "../contract/config.ts";
import { ApiError } from "../contract/error.ts";
import type { ReplyFormat } from "../contract/media-type.ts";
import type { Route } from "../endpoint/route.ts";

/**
 * Refuses what is switched off, and encodings that the operation does not have.
 *
 * A route without JSON says so first: its default answer is refused whatever the settings are.
 * @throws ApiError `api_disabled`, `bcs_not_supported`
 * @see {@link https://github.com/ledger-node/ledger-node/blob/main/docs/spec/rest-api.md#1.10 | Specification, REST API 1.10}, steps 7 and 8
 */
export function checkSwitches(
  route: Route,
  config: Pick<ApiConfig, "encodeSubmission" | "simulation" | "submission" | "jsonOutput" | "bcsOutput">,
  format: ReplyFormat,
): void {
  if (format === "json" && route.reply.json === undefined) {
    throw new ApiError("api_disabled", `${route.id} answers only in BCS: send Accept: application/x-bcs`);
  }
  if (route.enabledBy !== undefined && !config[route.enabledBy]) {
    throw new ApiError("api_disabled", `${route.id} is switched off on this node (setting ${route.enabledBy})`);
  }
  checkOutput(route, config, format);
  if (format === "bcs" && route.reply.bcs === undefined) {
    throw new ApiError("bcs_not_supported", `${route.id} answers only in JSON`);
  }
}

/** Refuses an encoding that is switched off for all operations. @throws ApiError `api_disabled` */
export function checkOutput(
  route: Route,
  config: Pick<ApiConfig, "jsonOutput" | "bcsOutput">,
  format: ReplyFormat,
): void {
  if (format === "json" ? config.jsonOutput : config.bcsOutput) return;
  throw new ApiError(
    "api_disabled",
    `${route.id}: ${format.toUpperCase()} output is switched off on this node (setting ${format}Output)`,
  );
}

/** The answer of an operation that needs a pool of transactions, on a node that has neither one nor a node upstream. */
export function notAvailable(route: Route): ApiError {
  return new ApiError(
    "api_disabled",
    `${route.id} is not available on this node: it has no pool of transactions. Start it with --forward <url> to forward them ` +
      "to a node that has one, or run a local network, which has its own",
  );
}
