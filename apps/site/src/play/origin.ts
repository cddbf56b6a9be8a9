/** The chain's origin, for code and for the explorer. A network gives its verbs to callers that name this machine. */
export const chainOrigin = "http://127.0.0.1";
