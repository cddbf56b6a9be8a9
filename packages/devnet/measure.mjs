import { startLocalNetwork } from "@ledger/devnet";
const net = await startLocalNetwork({ mining: "auto" });
const mb = () => { gc(); gc(); const m = process.memoryUsage(); return [m.heapUsed, m.external, m.arrayBuffers, m.rss].map((x) => (x / 1e6).toFixed(1)); };
const live = () => { gc(); gc(); const m = process.memoryUsage(); return m.heapUsed + m.external; };
const kind = process.argv[2]; const steps = process.argv[3].split(",").map(Number);
let done = 0; let before;
const [alice, bob] = net.accounts;
const step = async (n) => {
  if (kind === "empty") { while (n > 0) { await net.mine(Math.min(n, 1000)); n -= 1000; } }
  else for (let i = 0; i < n; i++) { const r = await net.send({ sender: net.accounts[i % 5].address, function: "0x1::aptos_account::transfer", arguments: [net.accounts[5 + (i % 5)].address, 1000n] }); if (!r.success) throw new Error(JSON.stringify(r, (_, v) => typeof v === "bigint" ? String(v) : v)); }
};
await step(200);
await new Promise((r) => setTimeout(r, 500));
let last = live(); console.log("start", mb().join(" "));
for (const at of steps) { const n = at - done; const t = process.cpuUsage(); await step(n); done = at; const c = process.cpuUsage(t); await new Promise((r) => setTimeout(r, 500)); const now = live(); console.log(kind, at, "bytes each", Math.round((now - last) / n), "cpu ms each", ((c.user + c.system) / 1000 / n).toFixed(2), "heap ext ab rss", mb().join(" ")); last = now; }
if (process.argv[4]) { const v8 = await import("node:v8"); v8.writeHeapSnapshot(process.argv[4]); }
await net[Symbol.asyncDispose]();
