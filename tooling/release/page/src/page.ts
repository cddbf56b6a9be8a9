// A page of a consumer: every library that claims to run in browsers does.
import { createClient } from "@ledger/api-core/client";
import { string, struct, u64 } from "@ledger/bcs";
import { buildModule, moduleAbi } from "@ledger/move";
import { formatAddress, formatTypeTag, parseAddress, parseTypeTag } from "@ledger/types";
import { MoveVm } from "@ledger/vm";
import { frameworkNatives } from "@ledger/vm/natives";

const Account = struct("Account", { name: string, balance: u64 });
const account = Account.decode(Account.encode({ name: "alice", balance: 25n }));
const abi = moduleAbi(buildModule({ address: "0xcafe", name: "shop" }));
const shown = [
  account.balance,
  formatAddress(parseAddress("0x0a")),
  formatTypeTag(parseTypeTag("vector< u8 >")),
  abi.name,
  typeof createClient,
  typeof new MoveVm({ natives: frameworkNatives }).createSession,
];
const done = document.createElement("p");
done.id = "done";
done.textContent = shown.join(" ");
document.body.append(done);
