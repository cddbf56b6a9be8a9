export { createNodeEd25519Verifier, createPooledEd25519Verifier, type InstantEd25519Verifier } from "./ed25519.ts";
