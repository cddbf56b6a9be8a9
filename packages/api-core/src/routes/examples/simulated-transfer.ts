import { unsignedTransfer } from "./signed-transfers.ts";
import { accountChange, coinChanges, storeChanges, type TransferStore, transferEvents } from "./transfer-parts.ts";

const { sender, payload } = unsignedTransfer;
const [receiver, amount] = payload.arguments as [string, string];
const from: TransferStore = {
  address: "0x7e9c5b94d9a594143560756ffe0fc335cae70cabb06600cd87fe3b3fe7457a3a",
  stateKeyHash: "0x9e258f617af328ef797e0b3000eb38e8f371f44b1d58fb5249d39bf11bf51ea5",
  owner: sender,
  balance: "99999999944800",
};
const to: TransferStore = {
  address: "0xd448ff899c14915207a07424af4c846543b471b4cd83cc9cb54b6b79b89639f1",
  stateKeyHash: "0x5437be28e6e100a9379e74164c09cd626c9db4fdeb7f4cde27f80e5f571efdb0",
  owner: receiver,
  balance: amount,
};
/** Of what is not committed. */
const noHash = "0x0000000000000000000000000000000000000000000000000000000000000000";

/** The effects that a transfer by a well-known account of local networks would have. */
export const simulatedTransfer = [
  {
    version: "116",
    hash: "0x3a49df266de7484b6c22e2f67b3712a5efa1719f59a09d84e3c05836d2025f7b",
    state_change_hash: noHash,
    event_root_hash: noHash,
    gas_used: "542",
    success: true,
    vm_status: "Executed successfully",
    accumulator_root_hash: noHash,
    changes: [
      ...coinChanges("18446744073705672335"),
      ...storeChanges(from),
      accountChange({
        address: sender,
        stateKeyHash: "0x58f61202beaca9b820d1a35154dac1882dca392416411456322e987af92c7e5e",
        authenticationKey: sender,
        nextCreationNumber: "2",
        sequenceNumber: "1",
      }),
      ...storeChanges(to),
    ],
    sender,
    sequence_number: unsignedTransfer.sequence_number,
    max_gas_amount: unsignedTransfer.max_gas_amount,
    gas_unit_price: unsignedTransfer.gas_unit_price,
    expiration_timestamp_secs: unsignedTransfer.expiration_timestamp_secs,
    signature: { type: "single_sender" },
    payload,
    events: transferEvents(amount, from, to),
    timestamp: "1795219230000000",
  },
];
