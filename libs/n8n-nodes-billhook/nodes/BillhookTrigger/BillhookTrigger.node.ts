import {
  NodeConnectionTypes,
  type IHookFunctions,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type INodeType,
  type INodeTypeDescription,
  type IWebhookFunctions,
  type IWebhookResponseData,
  type NodeApiError,
} from 'n8n-workflow';
import { problemOf } from '../problem';
import { eventTypes, triggerDescription } from './eventTypes';
import { isGenuine, type Message } from './signature';

const ENDPOINTS = '/v1/webhook-endpoints';

interface Endpoint {
  readonly id: number;
  readonly url: string;
  readonly secret: string;
}

/** What n8n stores for the node of a workflow. */
interface StoredEndpoint {
  endpointId?: number;
  secret?: string;
}

const storedOf = (functions: IHookFunctions | IWebhookFunctions) =>
  functions.getWorkflowStaticData('node') as StoredEndpoint;

/** Starts a workflow for each message of a webhook endpoint, which exists while the workflow is active. */
export class BillhookTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Billhook Trigger',
    name: 'billhookTrigger',
    icon: { light: 'file:../../icons/billhook.svg', dark: 'file:../../icons/billhook.dark.svg' },
    group: ['trigger'],
    version: 1,
    subtitle: '={{ $parameter["eventTypes"].join(", ") }}',
    description: triggerDescription,
    defaults: { name: 'Billhook Trigger' },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'billhookApi', required: true }],
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [
      {
        displayName: 'Event Types',
        name: 'eventTypes',
        type: 'multiOptions',
        options: eventTypes,
        default: ['invoice.paid'],
        required: true,
        description: 'The events that start the workflow',
      },
      {
        displayName: 'Filter',
        name: 'filter',
        type: 'json',
        default: '',
        description: 'A condition on the record, such as { "field": "currency", "eq": "EUR" }',
      },
    ],
  };

  webhookMethods = {
    default: {
      async checkExists(this: IHookFunctions): Promise<boolean> {
        const { endpointId } = storedOf(this);
        if (endpointId === undefined) return false;
        const { data } = await call<{ data: Endpoint[] }>(this, 'GET', `${ENDPOINTS}?limit=100`);
        return data.some(({ id, url }) => id === endpointId && url === this.getNodeWebhookUrl('default'));
      },

      async create(this: IHookFunctions): Promise<boolean> {
        const filter = this.getNodeParameter('filter', '') as string | object;
        const { id, secret } = await call<Endpoint>(this, 'POST', ENDPOINTS, {
          url: this.getNodeWebhookUrl('default'),
          eventTypes: this.getNodeParameter('eventTypes'),
          description: `n8n: ${this.getWorkflow().name ?? this.getNode().name}`.slice(0, 200),
          ...(filter !== '' && { filter: typeof filter === 'string' ? (JSON.parse(filter) as object) : filter }),
        });
        Object.assign(storedOf(this), { endpointId: id, secret });
        return true;
      },

      async delete(this: IHookFunctions): Promise<boolean> {
        const stored = storedOf(this);
        if (stored.endpointId !== undefined) {
          await call(this, 'DELETE', `${ENDPOINTS}/${stored.endpointId}`).catch(ignoreMissing);
        }
        delete stored.endpointId;
        delete stored.secret;
        return true;
      },
    },
  };

  async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
    if (!(await isFromEndpoint(this))) {
      this.getResponseObject().status(400).send('The signature does not match.').end();
      return { noWebhookResponse: true };
    }
    return { workflowData: [this.helpers.returnJsonArray(this.getBodyData())] };
  }
}

/** A rotated secret is read again, once. */
async function isFromEndpoint(functions: IWebhookFunctions): Promise<boolean> {
  const stored = storedOf(functions);
  const message = messageOf(functions);
  if (message === undefined || stored.endpointId === undefined) return false;
  if (stored.secret !== undefined && isGenuine(message, stored.secret)) return true;
  const path = `${ENDPOINTS}/${stored.endpointId}/secret`;
  const { secret } = await call<{ secret: string }>(functions, 'GET', path);
  if (secret === stored.secret) return false;
  stored.secret = secret;
  return isGenuine(message, secret);
}

function messageOf(functions: IWebhookFunctions): Message | undefined {
  const headers = functions.getHeaderData() as Record<string, string | undefined>;
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers[`webhook-${name}`]);
  const { rawBody } = functions.getRequestObject();
  if (!id || !timestamp || !signatures || !rawBody) return undefined;
  return { id, timestamp, signatures, body: rawBody };
}

async function call<Result>(
  functions: IHookFunctions | IWebhookFunctions,
  method: IHttpRequestOptions['method'],
  path: string,
  body?: object,
): Promise<Result> {
  const { baseUrl } = await functions.getCredentials('billhookApi');
  const url = String(baseUrl).replace(/\/+$/, '') + path;
  const request: IHttpRequestOptions = {
    ...{ method, url, json: true, returnFullResponse: true, ignoreHttpStatusErrors: true },
    ...(body && { body }),
  };
  const response = (await functions.helpers.httpRequestWithAuthentication.call(
    functions,
    'billhookApi',
    request,
  )) as IN8nHttpFullResponse;
  if (response.statusCode >= 400) throw problemOf(functions.getNode(), response);
  return response.body as Result;
}

/** An endpoint that a person deleted in the portal needs no deletion. */
function ignoreMissing(error: unknown): void {
  if ((error as NodeApiError).httpCode !== '404') throw error;
}
