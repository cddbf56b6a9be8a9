import { readFileSync } from "node:fs";
import { createSecureContext } from "node:tls";
import type { TlsOptions } from "../config/access-options.ts";
import { NodeStartError } from "../health/node-start-error.ts";

/** A certificate and its key, as they are now in their files. */
export interface Certificate {
  readonly cert: Buffer;
  readonly key: Buffer;
}

/**
 * Reads the certificate.
 *
 * @returns none where none is named
 * @throws NodeStartError `invalid_certificate` when a file cannot be read, or the two do not belong together
 */
export function readCertificate({ tlsCert, tlsKey }: TlsOptions): Certificate | undefined {
  if (tlsCert === undefined || tlsKey === undefined) return undefined;
  try {
    const certificate = { cert: readFileSync(tlsCert), key: readFileSync(tlsKey) };
    createSecureContext(certificate);
    return certificate;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new NodeStartError("invalid_certificate", `--tls-cert and --tls-key cannot be used: ${reason}`, { cause });
  }
}
