export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds for each attempt. The default is the client's setting. */
  readonly timeoutMs?: number | undefined;
  /** Attempts after the first. The default is the client's setting. */
  readonly maxRetries?: number | undefined;
  /** A credential that replaces that of the client. */
  readonly apiKey?: string | undefined;
  readonly accessToken?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface WriteOptions extends ReadOptions {
  /** Makes repeats harmless. Without it, the client creates one for each call, so that its own retries are safe. */
  readonly idempotencyKey?: string | undefined;
  /** The ETag of the record as you read it: the change is rejected with 412 if the record has changed since. */
  readonly ifMatch?: string | undefined;
  /** All checks run and the response is the same as for the real request, but nothing is written or sent. */
  readonly dryRun?: boolean | undefined;
}

/** A result with what the headers of its response say. */
export interface WithResponse<Result> {
  readonly data: Result;
  readonly status: number;
  /** For `ifMatch`. */
  readonly etag: string | null;
  readonly requestId: string | null;
  /** Whether the response is the stored one of an earlier request with the same idempotency key. */
  readonly replayed: boolean;
  readonly headers: Headers;
}

/** A request that has been started. `await` gives its result. */
export interface Call<Result> extends Promise<Result> {
  withResponse(): Promise<WithResponse<Result>>;
}

interface PageOfAny {
  readonly data: readonly unknown[];
  readonly page: { readonly hasMore: boolean; readonly nextCursor: string | null };
}

type ItemOf<List> = List extends { data: readonly (infer Item)[] } ? Item : never;

/** A list. `await` gives its first page, `for await` all records, page after page. */
export interface PagedCall<List> extends Call<List>, AsyncIterable<ItemOf<List>> {
  pages(): AsyncIterable<List>;
}

/** The parameters of the page after this one; undefined after the last. */
export function nextPage(
  { page }: PageOfAny,
  query: Readonly<Record<string, unknown>>,
): Record<string, unknown> | undefined {
  if (!page.hasMore || page.nextCursor === null) return undefined;
  // A list of events that begins at a position continues at one.
  return { ...query, [query['after'] === undefined ? 'cursor' : 'after']: page.nextCursor };
}
