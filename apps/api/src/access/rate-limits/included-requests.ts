/** Requests that an earlier, counted request included, such as the downloads of a snapshot. The feature that owns them binds it. */
export abstract class IncludedRequests {
  /**
   * Uses up one of them.
   * @param id the id in the path
   * @returns false if the request counts as any other
   */
  abstract take(companyId: number, id: number): Promise<boolean>;
}
