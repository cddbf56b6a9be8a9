// Exit code 0 while the node on this machine is healthy: for container runtimes, which have no shell or curl to ask with.
// biome-ignore lint/suspicious/noUndeclaredEnvVars: it runs in a container, not in a task of turbo.
const port = /:(\d+)$/.exec(process.env.LEDGER_LISTEN ?? "")?.[1] ?? "8080";
try {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/-/healthy`, { signal: AbortSignal.timeout(4_000) });
  const text = await answer.text();
  if (!answer.ok) process.stderr.write(`${text}\n`);
  process.exitCode = answer.ok ? 0 : 1;
} catch (error) {
  process.stderr.write(`${error?.cause ?? error}\n`);
  process.exitCode = 1;
}
