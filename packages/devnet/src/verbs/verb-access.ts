import { type ChangingPages, createChangeRule, isLoopbackName, type MayChange, parseHost } from "@ledger/api-core";
import type { ServiceRequest, ServiceResponse } from "@ledger/local-services";

/** Access to the verbs of a network for others than the programs of its machine. */
export interface VerbAccessOptions {
  /** Carried as `Authorization: Bearer …` by requests of other machines and of proxies. */
  readonly key?: string | undefined;
  /** True if requests of this machine have to carry the key as well. */
  readonly needsKey?: boolean | undefined;
  /** Returns true for addresses of other machines whose requests are taken with the key. */
  readonly isAllowed?: ((address: string) => boolean) | undefined;
  /** Pages that may use them besides those of loopback origins. */
  readonly pages?: ChangingPages | undefined;
}

/** The parts of a request that tell its origin. */
export type Caller = Pick<ServiceRequest, "header" | "isOfThisMachine" | "address">;

/** Tells who may use the verbs. */
export interface VerbAccess {
  /** Refuses a request before its body is read; `undefined` where it may be handled. */
  refuse(request: Caller): ServiceResponse | undefined;
  /** Returns true if the caller may use the verbs. */
  isTaken(caller: Caller): boolean;
}

/** Headers by which a proxy says that it passes on the request of somebody else. */
const proxyHeaders = [
  "forwarded",
  "via",
  "x-forwarded-for",
  "x-forwarded-host",
  "x-forwarded-port",
  "x-forwarded-prefix",
  "x-forwarded-proto",
  "x-forwarded-scheme",
  "x-forwarded-server",
  "x-real-ip",
] as const;

/**
 * Makes what tells who may use the verbs of a network: programs of this machine that name a loopback host, and pages that may change the
 * network. With a key others may, too, see {@link VerbAccessOptions}.
 */
export function createVerbAccess(options: VerbAccessOptions = {}): VerbAccess {
  const mayChange = createChangeRule(options.pages);
  const why = (caller: Caller): string | undefined => foreignPage(caller, mayChange) ?? foreignCaller(caller, options);
  return {
    isTaken: (caller) => why(caller) === undefined,
    refuse(request) {
      const message = why(request) ?? untypedBody(request);
      if (message === undefined) return undefined;
      return {
        status: 403,
        headers: { "Content-Type": "application/json; charset=utf-8" },
        body: JSON.stringify({ message, error_code: "invalid_input", vm_error_code: null }),
      };
    },
  };
}

/**
 * Why a page is not taken. A page of another site can send requests to this machine, and can let its own name point to it: the first
 * shows in `Origin`, or in `Sec-Fetch-Site` where a request has no origin, the second in `Host`.
 */
function foreignPage({ header }: Caller, mayChange: MayChange): string | undefined {
  const origin = header("origin");
  const site = header("sec-fetch-site");
  const isTaken =
    origin === undefined
      ? site === undefined || site === "same-origin" || site === "none"
      : mayChange(origin, header("host"));
  return isTaken ? undefined : "these operations are not available to pages of this origin";
}

/** Why a program is not taken. What another machine writes into its headers is not believed, but for the key. */
function foreignCaller(
  { header, isOfThisMachine, address }: Caller,
  { key, needsKey = false, isAllowed }: VerbAccessOptions,
): string | undefined {
  const onlyHere = "these operations are only available at a loopback host";
  if (!isOfThisMachine && (address === undefined || isAllowed?.(address) !== true)) return onlyHere;
  if (key !== undefined && carries(header("authorization"), key)) return undefined;
  if (needsKey || !isOfThisMachine) return "these operations need the network's key, as Authorization: Bearer KEY";
  const host = parseHost(header("host") ?? "");
  if (host === undefined || !isLoopbackName(host.name)) return onlyHere;
  const passedOn = proxyHeaders.some((name) => header(name) !== undefined);
  return passedOn ? "these operations need the network's key behind a proxy: set one with --verbs-key" : undefined;
}

/** Compares in a time that does not tell how much of the key is right. */
function carries(authorization: string | undefined, key: string): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1] ?? "";
  if (given.length !== key.length) return false;
  let difference = 0;
  for (let at = 0; at < key.length; at++) difference |= given.charCodeAt(at) ^ key.charCodeAt(at);
  return difference === 0;
}

/** A page of another site can send any body but this one without asking. */
function untypedBody({ header }: Caller): string | undefined {
  const type = (header("content-type") ?? "").split(";", 1).join("").trim().toLowerCase();
  return type === "application/json" ? undefined : "these operations need Content-Type: application/json";
}
