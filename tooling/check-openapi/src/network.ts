// Gives a program of `programs/` a local network to ask: it is loaded before the program.
import { startLocalNetwork } from "@ledger/devnet";

const network = await startLocalNetwork();
Object.assign(globalThis, { ledgerFetch: network.fetch });
