/*
 * The types of n8n that the nodes use. The package n8n-workflow brings hundreds of files and native code that only n8n itself needs;
 * `npm run n8n` checks the nodes against its types.
 */

export type INodePropertyRouting = Record<string, unknown>;

export interface INodeProperties {
  displayName: string;
  name: string;
  type: string;
  default: unknown;
  required?: boolean;
  noDataExpression?: boolean;
  description?: string;
  placeholder?: string;
  hint?: string;
  options?: unknown[];
  typeOptions?: Record<string, unknown>;
  displayOptions?: { show?: Record<string, unknown[]> };
  routing?: Record<string, unknown>;
}

export type Icon = `file:${string}` | { light: `file:${string}`; dark: `file:${string}` };

export interface ICredentialType {
  name: string;
  displayName: string;
  documentationUrl?: string;
  icon?: Icon;
  properties: INodeProperties[];
  authenticate?: IAuthenticateGeneric;
  test?: ICredentialTestRequest;
}

export interface IAuthenticateGeneric {
  type: 'generic';
  properties: { headers?: Record<string, string> };
}

export interface ICredentialTestRequest {
  request: { baseURL: string; url: string };
}

export interface INodeTypeDescription {
  displayName: string;
  name: string;
  icon: Icon;
  group: string[];
  version: number;
  subtitle?: string;
  description: string;
  defaults: { name: string };
  usableAsTool?: true;
  inputs: string[];
  outputs: string[];
  credentials: { name: string; required: boolean }[];
  requestDefaults?: Record<string, unknown>;
  webhooks?: { name: 'default'; httpMethod: 'POST'; responseMode: string; path: string }[];
  properties: INodeProperties[];
}

export interface INodeType {
  description: INodeTypeDescription;
}

export interface IHttpRequestOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  url: string;
  body?: unknown;
  json?: boolean;
  returnFullResponse?: boolean;
  ignoreHttpStatusErrors?: boolean;
}

export interface IN8nHttpFullResponse {
  body: unknown;
  statusCode: number;
}

export interface INode {
  readonly id: string;
  readonly name: string;
}

interface Functions {
  getCredentials(name: string): Promise<Record<string, unknown>>;
  getNodeParameter(name: string, fallback?: unknown): unknown;
  getNode(): INode;
  getWorkflow(): { readonly id?: string; readonly name?: string };
  getWorkflowStaticData(type: 'node'): Record<string, unknown>;
  readonly helpers: {
    httpRequestWithAuthentication(this: unknown, credentials: string, request: IHttpRequestOptions): Promise<unknown>;
  };
}

export type IExecuteSingleFunctions = Functions;

export interface IHookFunctions extends Functions {
  getNodeWebhookUrl(name: 'default'): string | undefined;
}

export interface IWebhookFunctions extends Functions {
  getHeaderData(): Record<string, string | string[] | undefined>;
  getRequestObject(): { readonly rawBody?: Uint8Array };
  getResponseObject(): { status(code: number): { send(text: string): { end(): void } } };
  getBodyData(): Record<string, unknown>;
  readonly helpers: Functions['helpers'] & { returnJsonArray(data: object): unknown[] };
}

export interface IWebhookResponseData {
  workflowData?: unknown[][];
  noWebhookResponse?: boolean;
}

export type IDataObject = Record<string, unknown>;

export interface INodeExecutionData {
  json: IDataObject;
  pairedItem?: { item: number };
}

export declare namespace DeclarativeRestApiSettings {
  interface ResultOptions {
    options: { qs?: Record<string, unknown> };
  }
}

export type JsonObject = Record<string, unknown>;

export interface IExecutePaginationFunctions {
  getItemIndex(): number;
  getNodeParameter(name: string, fallback?: unknown): unknown;
  makeRoutingRequest(request: DeclarativeRestApiSettings.ResultOptions): Promise<INodeExecutionData[]>;
}

export declare const NodeConnectionTypes: { readonly Main: 'main' };
export declare class NodeApiError extends Error {
  readonly httpCode: string | null;
  constructor(
    node: INode,
    error: JsonObject,
    options: { readonly message: string; readonly description: string; readonly httpCode: string },
  );
}
