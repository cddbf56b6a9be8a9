import { gasByLine, gasReport, net, print, tipJar } from "playground";

await net.fund("0xcafe", 1_000_000_000n);
const owner = await net.impersonate("0xcafe");
await net.deploy({ sender: owner, ...tipJar });
await net.send({ sender: owner, function: "0xcafe::tip_jar::open" });
for (const sender of net.accounts.slice(0, 3)) {
  await net.send({ sender, function: "0xcafe::tip_jar::tip", arguments: ["0xcafe", "7"] });
}
print(await gasReport());
print(await gasByLine());
