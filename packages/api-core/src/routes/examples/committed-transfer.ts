import {
  accountChange,
  coinChanges,
  storeChanges,
  type TransferStore,
  transferEvents,
  transferPayload,
} from "./transfer-parts.ts";

const receiver = "0x524fae821b36f5deb7dfbcd54287d221d2ed49725b39b70fe1c6878abdc8113d";
const amount = "10000000000";
const from: TransferStore = {
  address: "0xe0185f4b5f826f407f026920e7335961c4836248ad87accf8e758748498dc398",
  stateKeyHash: "0x025ffd87393cf133f3640d755aa5c767dca60624d70f4f48cabe6b10e1824abc",
  owner: "0xcafe",
  balance: "92989998498800",
};
const to: TransferStore = {
  address: "0x20bdc66af6df0d729ce875aef1a5852c0685e72964e0eb0cb852e1ba1b4f048a",
  stateKeyHash: "0xa4fd2ab195ea36a113ad544b46a9e6b865a0c76391ccd05c7e18edff5b80cd57",
  owner: receiver,
  balance: amount,
};

/** A transfer of the local network, as it is answered once it is committed. */
export const committedTransfer = {
  type: "user_transaction",
  version: "14",
  hash: "0xf523d2a4fec8c9e3035b532bb2b40f8d1284541aaf1f1e197a6921e5670664ce",
  state_change_hash: "0xe4897aeafb5c4a2e5261ffda57572a9b668c4241d03e0f274d8e33c2b97a9c21",
  event_root_hash: "0x68a99e27c5fdc13909dfc17454015ce81b77574e430f40f86aae3afc807902f9",
  gas_used: "542",
  success: true,
  vm_status: "Executed successfully",
  accumulator_root_hash: "0x30ca35b90d0cd159212f1860e630ba94db517b0d15a126b9f7fc750d38f59928",
  changes: [
    ...coinChanges("18446744073707696915"),
    accountChange({
      address: "0xcafe",
      stateKeyHash: "0xc0a54f77a5af5e315ba586f5be3580c38f570302bcaa90996a7420a858451b4d",
      authenticationKey: "0x5aaf15ae1f1901beee8b317f12db9d7880dee0862d169bc5122285c2d06eac46",
      nextCreationNumber: "3",
      sequenceNumber: "4",
    }),
    ...storeChanges(to),
    ...storeChanges(from),
  ],
  sender: "0xcafe",
  sequence_number: "3",
  max_gas_amount: "200000",
  gas_unit_price: "100",
  expiration_timestamp_secs: "1795219255",
  signature: {
    type: "ed25519_signature",
    public_key: "0x6c5f6f9629c80a8929da67868ef890c924d60ea864af9ed73a383ca7f6bf11d5",
    signature:
      "0x87d2318e02a8ed1e4277231ae16ccec3728e8c590a105f078d80268e21c9c6566bace877dc633056f0259c1c8151a86a1502244395f281e56416f06edd33f802",
  },
  payload: transferPayload(receiver, amount),
  events: transferEvents(amount, from, to),
  timestamp: "1795219205000000",
};
