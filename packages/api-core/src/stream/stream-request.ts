import { ApiError } from "../contract/error.ts";
import type { StreamRequest } from "../contract/stream.ts";
import { optional, type ParameterValues } from "../contract/text-type.ts";
import { filterOf, filterQuery, formatFilter } from "./filter.ts";
import { placeBefore, streamPlaceText } from "./place.ts";

/** Longest text of a filter: each of thousands is kept while its stream is open, and crosses to a thread with every block. */
const longestFilter = 8 * 1024;

/** Query parameters of a stream. */
export const streamQuery = {
  from: optional(
    streamPlaceText,
    "Place to begin at: a version, or `{version}.{index}`. One above the newest version is waited for. The newest version when absent.",
  ),
  after: optional(
    streamPlaceText,
    "Place to begin after: the `id` of something that the client has, or `next` of a JSON answer. `Last-Event-ID` counts more.",
  ),
  ...filterQuery,
};

/** Says what a query asks for. @throws ApiError `invalid_input` for parts that exclude each other, or are too long */
export function streamRequestOf(query: ParameterValues<typeof streamQuery>): StreamRequest {
  const { from, after } = query;
  if (from !== undefined && after !== undefined)
    throw new ApiError("invalid_input", "from and after exclude each other: give one of them");
  const filter = formatFilter(filterOf(query));
  if (filter.length > longestFilter)
    throw new ApiError(
      "invalid_input",
      "the types, accounts and keys of a stream are too long: ask for some of them in another one",
    );
  return { filter, after: after ?? (from && placeBefore(from)) };
}
