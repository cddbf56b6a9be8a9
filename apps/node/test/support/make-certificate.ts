import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { needsProgram } from "@ledger/test-run/needs";
import type { TestOptions } from "vitest";

/** Options of a test that makes certificates. */
export const needsOpenssl: TestOptions = needsProgram("openssl", "version");

/** Makes a certificate for this machine, and for a name. @returns the files */
export function makeCertificate(folder: string, name: string): { readonly cert: string; readonly key: string } {
  const [cert, key] = [join(folder, `${name}.pem`), join(folder, `${name}.key`)];
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"],
      ...["-keyout", key, "-out", cert, "-subj", `/CN=${name}`],
      ...["-addext", `subjectAltName=IP:127.0.0.1,DNS:${name}`],
    ],
    { stdio: "ignore" },
  );
  return { cert, key };
}
