/** A configuration that cannot be used; the text says where and why. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
  readonly code = "invalid_config";
}
