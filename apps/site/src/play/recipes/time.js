import { net, print } from "playground";

const show = async () => print((await net.time.now()).toISOString());

await show();
await net.time.increase(365 * 24 * 3_600);
await show();
