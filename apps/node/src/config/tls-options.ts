import { Option } from "commander";

/** Files of the certificate that the API is served with. Plain data: they cross process boundaries. */
export interface TlsOptions {
  /** Certificate and its chain, PEM; without one the API is served without encryption. */
  readonly tlsCert?: string | undefined;
  /** Private key, PEM. */
  readonly tlsKey?: string | undefined;
}

/** The options of {@link TlsOptions}. */
export function tlsOptions(): Option[] {
  return [
    new Option(
      "--tls-cert <file>",
      "certificate with its chain (PEM), to serve the API over HTTPS (HTTP/2 and 1.1)",
    ).env("LEDGER_TLS_CERT"),
    new Option("--tls-key <file>", "private key of the certificate (PEM)").env("LEDGER_TLS_KEY"),
  ];
}
