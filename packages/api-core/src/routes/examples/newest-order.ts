/** The newest order of the local network's shop, as lists and streams of events have it. */
export const newestOrder = {
  version: "115",
  index: 3,
  timestamp: "1795219230000000",
  guid: { creation_number: "0", account_address: "0x0" },
  sequence_number: "0",
  type: "0xcafe::shop::OrderPlaced",
  data: {
    customer: "0x667f6002d9b7228fc0b248696ed1bdd9b7c1b41115977aabf74cedac9e874429",
    drinks: [
      { _0: "Earl Grey", _1: 181, __variant__: "Tea" },
      { _0: "Earl Grey", _1: 182, __variant__: "Tea" },
    ],
    ticket: { counter: 0, number: 6 },
    total: "620000",
  },
};
