import { coverage, coveredLines, net, print, tipJar } from "playground";

await net.fund("0xcafe", 1_000_000_000n);
const owner = await net.impersonate("0xcafe");
await net.deploy({ sender: owner, ...tipJar });
await net.send({ sender: owner, function: "0xcafe::tip_jar::open" });
print(await coverage());
print(await coveredLines());
