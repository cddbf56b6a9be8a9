import { bytes, string, u16, u64, vector } from "@ledger/bcs";
import { coreAccount, seededAccount } from "@ledger/local-chain";
import { buildModule } from "@ledger/move";
import type { Random } from "@ledger/random";
import {
  type Address,
  concatBytes,
  formatAddress,
  frameworkTag,
  functionCall,
  namedObjectAddress,
  resourceKey,
  type SignedTransaction,
} from "@ledger/types";
import { pay } from "./cast.ts";
import type { MixedChain } from "./mixed-chain.ts";
import { packageMetadata } from "./modules.ts";

/** Who publishes: what is staged belongs to an account, so nobody else may come between. */
const publisher = seededAccount("publisher", 0, 0n);
const modulesPerPackage = 3;
const objectDomain = "aptos_framework::object_code_deployment";
const indices = vector(u16);
const chunks = vector(bytes);

/** Where the code of a package goes: to the account, to an object of its own, or into one that is there. */
type Place = "account" | "object" | "upgrade";
const places: readonly Place[] = ["account", "object", "upgrade"];
const lastCalls: Readonly<Record<Place, string>> = {
  account: "stage_code_chunk_and_publish_to_account",
  object: "stage_code_chunk_and_publish_to_object",
  upgrade: "stage_code_chunk_and_upgrade_object_code",
};

interface Step {
  readonly name: string;
  readonly args: readonly Uint8Array[];
}

/**
 * Publications of packages that come in pieces: each transaction stages a piece of the description and of every module, the last one puts
 * them together.
 */
export class LargePackages {
  readonly #random: Random;
  #steps: Step[] = [];
  #begun = 0;
  #object: { readonly address: Address; readonly name: string } | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  /** What has to happen before anything is published. */
  begin(chain: MixedChain): Promise<SignedTransaction> {
    return chain.sign(coreAccount, pay(publisher.address));
  }

  /** The next step of the publication that is under way, or the first one of another. At most once a block. */
  async next(chain: MixedChain): Promise<SignedTransaction> {
    if (this.#steps.length === 0) this.#steps = await this.#plan(chain);
    const { name, args } = this.#steps.shift()!;
    return chain.sign(publisher, functionCall(`0x7::large_packages::${name}`, args), { maxGasAmount: 2_000_000n });
  }

  async #plan(chain: MixedChain): Promise<Step[]> {
    const random = this.#random;
    const count = 2 + random.below(3);
    let place = places[this.#begun % places.length]!;
    this.#begun += 1;
    // Its step was in a block that took none.
    if (place === "upgrade" && !(await this.#isPublished(chain))) place = "object";
    if (place === "object") {
      // What was left by a publication that failed is cleared away first.
      const sequenceNumber = (await chain.nextSequenceNumber(publisher.address)) + BigInt(count);
      this.#object = { address: codeObject(sequenceNumber), name: `object${this.#begun}` };
    }
    const [owner, name] =
      place === "account"
        ? [publisher.address, `large${random.below(5)}`]
        : [this.#object!.address, this.#object!.name];
    const names = Array.from({ length: modulesPerPackage }, (_, index) => `${name}_${index}`);
    const metadata = packageMetadata(name, names);
    const modules = names.map((module) => largeModule(owner, module, random));
    const staged = Array.from({ length: count }, (_, index): Step => {
      const isLast = index === count - 1;
      const args: Uint8Array[] = [
        bytes.encode(pieceOf(metadata, index, count)),
        indices.encode(modules.map((_one, at) => at)),
        chunks.encode(modules.map((code) => pieceOf(code, index, count))),
      ];
      if (isLast && place === "upgrade") args.push(owner);
      return { name: isLast ? lastCalls[place] : "stage_code_chunk", args };
    });
    return [{ name: "cleanup_staging_area", args: [] }, ...staged];
  }

  async #isPublished(chain: MixedChain): Promise<boolean> {
    if (this.#object === undefined) return false;
    const registry = resourceKey(this.#object.address, frameworkTag("code", "PackageRegistry"));
    return (await chain.state.get(registry)) !== undefined;
  }
}

/** The address of the object that the publisher's code goes to. @param sequenceNumber - of the transaction that publishes */
function codeObject(sequenceNumber: bigint): Address {
  return namedObjectAddress(
    publisher.address,
    concatBytes(string.encode(objectDomain), u64.encode(sequenceNumber + 1n)),
  );
}

/** A module of some kilobytes. */
function largeModule(owner: Address, name: string, random: Random): Uint8Array {
  return buildModule({
    address: formatAddress(owner),
    name,
    functions: [
      {
        name: "content",
        visibility: "public",
        returns: ["vector<u8>"],
        code: [["ld_const", "vector<u8>", bytes.encode(random.bytes(1_000 + random.below(7_000)))], ["ret"]],
      },
    ],
  });
}

/** One of equal parts of bytes. */
function pieceOf(whole: Uint8Array, index: number, count: number): Uint8Array {
  const at = (part: number): number => Math.floor((whole.length * part) / count);
  return whole.subarray(at(index), at(index + 1));
}
