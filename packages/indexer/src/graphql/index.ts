export { queryBounds } from "./query-bounds.ts";
export { createQueryService, type QueryAnswer, type QueryService, type QueryServiceOptions } from "./query-service.ts";
export type { FollowAnswer } from "./subscription.ts";
