import type { BuiltSite } from "./built-site.ts";

/** @returns a function that has the chain's worker of the site collect its garbage, and gives the bytes that are left */
export async function openHeapMeter({
  browser,
  url: place,
}: Pick<BuiltSite, "browser" | "url">): Promise<() => Promise<number>> {
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send("Target.getTargets");
  // Other files have pages in the same browser.
  const isChain = ({ type, url }: { readonly type: string; readonly url: string }): boolean =>
    type === "worker" && url.startsWith(place) && url.includes("chain-worker");
  const targetId = targetInfos.find(isChain)!.targetId;
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
