import { transferPayload } from "./transfer-parts.ts";

const transfer = {
  sequence_number: "0",
  max_gas_amount: "200000",
  gas_unit_price: "100",
  payload: transferPayload("0xb0b", "1000"),
};

/** A transfer by a well-known account of local networks, that is only tried: it is not signed. */
export const unsignedTransfer = {
  ...transfer,
  sender: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9",
  expiration_timestamp_secs: "4102444800",
  signature: { type: "no_account_signature" },
};

/**
 * The same by two of these accounts, signed with the keys that everybody knows, for a network that began on 1 January 2024: on every other one
 * they have expired.
 */
export const signedTransfers = [
  {
    ...transfer,
    sender: "0x8ca50aa812dd586fb97d82c19ec3791528efe81f226ffab56731f20f0a2dcdf9",
    expiration_timestamp_secs: "1704067260",
    signature: {
      type: "ed25519_signature",
      public_key: "0xc16093e35f40bf66819840fca6ef34e972ee3bc040bbc258c9485d4a99f1e037",
      signature:
        "0xb061f434bbd20f4da0b27d7da4360188b3aca5bdf71f0cc9d84d4b854e0d83b8" +
        "aab5b4d0ca5c3861a54f943b800bcc2ca14997fc0b289751100c75a4598c7906",
    },
  },
  {
    ...transfer,
    sender: "0xfef287425f1065465af9fc21012d6f9d367ae42d43e18f538ffc2b9ce06faf0a",
    expiration_timestamp_secs: "1704067260",
    signature: {
      type: "ed25519_signature",
      public_key: "0x39776eb0b95e9356da886e96a5a2db1293a5162cb82a599a8a3ffee6081a8b14",
      signature:
        "0xad1febb750b4f127ade0cf925152ae7dc3d413472a5a58043410348ff099fa3f" +
        "c24ef7d97e1828e8939f163bf13079199dc5442e069f3043320a7e8fbf548200",
    },
  },
];
