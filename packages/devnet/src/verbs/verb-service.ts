import type { LocalAccount } from "@ledger/local-chain";
import { createLocalDescription, type HttpService, type ServiceResponse } from "@ledger/local-services";
import type { StateView } from "@ledger/types";
import { LocalNetworkError, type LocalNetworkErrorCode } from "../refusal/network-error.ts";
import { type Caller, createVerbAccess, type VerbAccess } from "./verb-access.ts";
import { fieldsOf, type ServedNetwork, type VerbName, verbs } from "./verbs.ts";

/** The path of the verbs. */
export const verbRoot = "/v1/-/local/";

const verbNames = Object.keys(verbs) as VerbName[];
const verbPaths = verbNames.map((name) => verbRoot + name);

/** A dumped state as hex is the largest body. */
const largestBody = 256 * 2 ** 20;

/**
 * Serves the verbs of a network: `POST /v1/-/local/<verb>` with a JSON object. They are for this machine alone: the request must name a
 * loopback host, and come from no page of another origin.
 */
export function createVerbService(served: ServedNetwork): HttpService {
  return {
    routes: Object.fromEntries(verbPaths.map((path) => [path, ["POST"] as const])),
    changes: verbPaths,
    writeFault: undefined,
    work: "verbs",
    largestBody,
    refuse: (request) => programsHere.refuse(request),
    handle: async (request) => {
      try {
        return answer(200, await runVerb(served, request.path.slice(verbRoot.length) as VerbName, request.body));
      } catch (error) {
        return answer(400, { ...refusal(error instanceof Error ? error.message : String(error)), code: codeOf(error) });
      }
    },
  };
}

/** The code that the caller's own process throws; a network has others for the state that a fork cannot read. */
function codeOf(error: unknown): LocalNetworkErrorCode {
  return error instanceof LocalNetworkError ? error.code : "refused";
}

async function runVerb(served: ServedNetwork, name: VerbName, body: Uint8Array): Promise<unknown> {
  const given = readBody(body);
  const fields = fieldsOf(name);
  const input: Record<string, unknown> = {};
  for (const [member, field] of Object.entries(fields)) {
    try {
      input[member] = field.read(given[member]);
    } catch (cause) {
      throw invalid(`${member}: ${cause instanceof Error ? cause.message : "invalid"}`, cause);
    }
  }
  const unknown = Object.keys(given).find((member) => !Object.hasOwn(fields, member));
  if (unknown !== undefined) throw invalid(`${name} has no parameter ${unknown.slice(0, 40)}`);
  const { run, output } = verbs[name] as {
    run: (net: ServedNetwork, given: unknown) => Promise<unknown>;
    output: { write: (value: unknown) => unknown };
  };
  return output.write(await run(served, input));
}

function readBody(body: Uint8Array): Readonly<Record<string, unknown>> {
  if (body.length === 0) return {};
  let given: unknown;
  try {
    given = JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw invalid("the body is not JSON", cause);
  }
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw invalid("the body must be a JSON object");
  return given as Readonly<Record<string, unknown>>;
}

function invalid(message: string, cause?: unknown): LocalNetworkError {
  return new LocalNetworkError("invalid_input", message, { cause });
}

/** The access of a network that no other is set for. */
const programsHere = createVerbAccess();

/** The names of the verbs that a caller may use: none for those of other machines, and for pages of other origins. */
export function verbsFor(caller: Caller, access: VerbAccess = programsHere): readonly string[] {
  return access.isTaken(caller) ? verbNames : [];
}

function refusal(message: string) {
  return { message, error_code: "invalid_input", vm_error_code: null };
}

function answer(status: number, value: unknown): ServiceResponse {
  return {
    status,
    headers: { "Content-Type": "application/json; charset=utf-8" },
    body: JSON.stringify(value ?? null),
  };
}

/** Describes a network whose services are all at one place. @param origin - where that is for callers in the same process */
export function describeInProcess(
  accounts: readonly LocalAccount[],
  origin: string,
  state: () => StateView,
): HttpService {
  return createLocalDescription({
    accounts,
    state,
    verbs: (request) => verbsFor(request),
    places: ({ header }) => {
      const host = header("host");
      const root = host === undefined ? origin : `http://${host}`;
      return { faucet: root, graphql: `${root}/v1/graphql` };
    },
  });
}
