const units = ["B", "KiB", "MiB", "GiB", "TiB"] as const;

/** `3.2 GiB`. */
export function formatBytes(bytes: number): string {
  const unit = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(bytes) / 10));
  return unit === 0 ? `${bytes} B` : `${(bytes / 2 ** (10 * unit)).toFixed(1)} ${units[unit]}`;
}
