import type { Browser } from "@ledger/browser";

/** @returns a function that has the chain's worker collect its garbage, and gives the bytes that are left */
export async function openHeapMeter(browser: Browser): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  const targetId = targetInfos.find(({ type, url }) => type === "worker" && url.includes("chain-worker"))!.targetId;
  const { sessionId } = await session.send("Target.attachToTarget", { targetId, flatten: false });
  let last = 0;
  const ask = (method: string): Promise<{ readonly usedSize: number }> => {
    const id = ++last;
    return new Promise((resolve) => {
      session.on("Target.receivedMessageFromTarget", ({ message }) => {
        const answer = JSON.parse(message) as { readonly id: number; readonly result: { readonly usedSize: number } };
        if (answer.id === id) resolve(answer.result);
      });
      void session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    });
  };
  return async () => {
    await ask("HeapProfiler.collectGarbage");
    return (await ask("Runtime.getHeapUsage")).usedSize;
  };
}
