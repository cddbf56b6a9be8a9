import { net, print, tipJar } from "playground";

// The package is compiled for 0xcafe. No key of that account is needed here.
await net.fund("0xcafe", 1_000_000_000n);
const owner = await net.impersonate("0xcafe");
const published = await net.deploy({ sender: owner, ...tipJar });
print(`published: ${published.status}, ${published.gasUsed} units of gas`);

await net.send({ sender: owner, function: "0xcafe::tip_jar::open" });
const tip = { function: "0xcafe::tip_jar::tip", arguments: ["0xcafe", "500"] };
const tipped = await net.send({ sender: net.accounts[0], ...tip });
print(tipped.events);
print("in the jar:", await net.view({ function: "0xcafe::tip_jar::total", arguments: ["0xcafe"] }));
