import type {
  DeclarativeRestApiSettings,
  IDataObject,
  IExecutePaginationFunctions,
  INodeExecutionData,
} from 'n8n-workflow';

/** The maximum number of records on a page, which is the maximum of `limit`. */
const LARGEST_PAGE = 100;

interface ListResponse {
  readonly data: IDataObject[];
  readonly page: { readonly hasMore: boolean; readonly nextCursor: string | null };
}

/** The records of a list: all of them, or as many as the node asks for. */
export async function pages(
  this: IExecutePaginationFunctions,
  request: DeclarativeRestApiSettings.ResultOptions,
): Promise<INodeExecutionData[]> {
  const most = this.getNodeParameter('returnAll', false) ? Infinity : (this.getNodeParameter('limit', 50) as number);
  const found: INodeExecutionData[] = [];
  const pairedItem = { item: this.getItemIndex() };
  const given = request.options.qs ?? {};
  let place = {};
  for (;;) {
    request.options.qs = { ...given, ...place, limit: Math.min(most - found.length, LARGEST_PAGE) };
    const [response] = await this.makeRoutingRequest(request);
    const { data, page } = (response as INodeExecutionData).json as unknown as ListResponse;
    found.push(...data.map((json) => ({ json, pairedItem })));
    if (!page.hasMore || page.nextCursor === null || found.length >= most) return found.slice(0, most);
    // A list of events that begins at a position continues at one.
    place = { [given.after === undefined ? 'cursor' : 'after']: page.nextCursor };
  }
}
