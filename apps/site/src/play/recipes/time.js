import { net, print } from "playground";

const show = async () => print(new Date(Number((await net.time.now()) / 1_000n)).toISOString());

await show();
await net.time.increase(365 * 24 * 3_600);
await show();
