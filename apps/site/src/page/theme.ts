// Before anything is drawn, so that a page never changes its colours while it is read. A script of its own, and no module: those wait.
try {
  const chosen = localStorage.getItem("ledger-explorer-theme");
  if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
} catch {
  // Storage may be forbidden; then the system's colours hold.
}
