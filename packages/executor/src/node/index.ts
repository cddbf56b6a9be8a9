export { createPooledEd25519Verifier } from "./ed25519.ts";
