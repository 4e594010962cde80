import {
  NodeApiError,
  type IExecuteSingleFunctions,
  type IN8nHttpFullResponse,
  type INode,
  type INodeExecutionData,
} from 'n8n-workflow';

/** The members of an error of the API. The page of a proxy has none of them. */
interface ProblemBody {
  readonly detail?: string;
  readonly title?: string;
  readonly code?: string;
  readonly requestId?: string;
}

/** The error of a node, with the words of the API. n8n itself shows a general text for the status. */
export function problemOf(node: INode, { statusCode, body }: IN8nHttpFullResponse): NodeApiError {
  const { detail, title, code, requestId } = bodyOf(body);
  const names = [code ?? `HTTP ${statusCode}`, ...(requestId === undefined ? [] : [requestId])];
  return new NodeApiError(
    node,
    { statusCode },
    {
      message: detail ?? title ?? `The server responded with ${statusCode}, and not with an error of Billhook.`,
      description: names.join(', '),
      httpCode: String(statusCode),
    },
  );
}

/** The body of a file operation is its bytes. */
function bodyOf(body: unknown): ProblemBody {
  try {
    const json = body instanceof Uint8Array ? Buffer.from(body).toString() : body;
    const found = (typeof json === 'string' ? JSON.parse(json) : json) as ProblemBody | null;
    return found ?? {};
  } catch {
    return {};
  }
}

/** Fails an operation whose request was rejected. */
export async function rejectProblems(
  this: IExecuteSingleFunctions,
  items: INodeExecutionData[],
  response: IN8nHttpFullResponse,
): Promise<INodeExecutionData[]> {
  if (response.statusCode >= 400) throw problemOf(this.getNode(), response);
  return items;
}
