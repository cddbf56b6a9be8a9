import { batchTransfer, createMultisig, deployToObject, publishPackage, transfer } from "./calls.ts";
import { describePackage, type MovePackage } from "./packages/package-metadata.ts";
import { badgePackage, cafePackage, seasonPackage } from "./packages/packages.ts";
import type { Call, TransactionRequest } from "./request.ts";
import { miaDeploysBadges, miaOpensCooperative, type Scene } from "./scene.ts";

/** Octas that everybody begins with. */
const beginning = 10_000_00000000n;
/** Octas of the co-operative. */
const capital = 100_00000000n;

/**
 * The next stage before customers come, each in a block of its own. The
 * state shows which are done, so an interrupted workload continues where it stopped.
 *
 * @returns nothing once all is there
 */
export async function setUp({ cast, places, view }: Scene): Promise<TransactionRequest[]> {
  const { cafe, mia, host, customers } = cast;
  if (!(await view.hasModule(cafe.address, "shop"))) {
    return [{ sender: cafe, call: publish(cafePackage()) }];
  }
  if ((await view.balance(mia.address)) === 0n) {
    const everybody = [...customers, host, mia].map(({ address }) => address);
    const call = batchTransfer([everybody, everybody.map(() => beginning)]);
    return [
      { sender: cafe, call },
      { sender: cafe, call: publish(seasonPackage(0)) },
    ];
  }
  const { sequenceNumber } = (await view.findAccount(mia.address)) ?? { sequenceNumber: 0n };
  if (sequenceNumber === miaOpensCooperative) {
    const owners = [cast.ada, cast.ben].map(({ address }) => address);
    return [{ sender: mia, call: createMultisig([owners, 2n, [], []]) }];
  }
  if (sequenceNumber === miaDeploysBadges) {
    const deployed = badgePackage(places.badges);
    return [
      { sender: mia, call: deployToObject([describePackage(deployed), deployed.modules]) },
      { sender: cafe, call: transfer([places.cooperative, capital]) },
    ];
  }
  return [];
}

/** Publishes or upgrades a package of the sender. */
export function publish(thing: MovePackage): Call {
  return publishPackage([describePackage(thing), thing.modules]);
}
