import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { TestApi } from './api.js';

/** The specification of 2026-07-28, or those before, whose clients begin with a handshake. */
export type Era = 'auto' | 'legacy';

/** What a call of a tool returned: its texts, and its structured content. */
export interface CalledTool<T = Record<string, unknown>> {
  readonly isError: boolean;
  readonly text: string;
  readonly result: T;
  readonly structured: Record<string, unknown>;
}

/** The official client, connected to the MCP server with a credential. */
export class Assistant {
  private constructor(readonly client: Client) {}

  static async connect(api: TestApi, secret: string, era: Era = 'auto'): Promise<Assistant> {
    const client = new Client({ name: 'spec', version: '1' }, { versionNegotiation: { mode: era } });
    const headers = { authorization: `Bearer ${secret}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${api.url}/mcp`), { requestInit: { headers } }));
    return new Assistant(client);
  }

  /** Connects for the duration of the work. */
  static async during<T>(
    api: TestApi,
    secret: string,
    work: (assistant: Assistant) => Promise<T>,
    era?: Era,
  ): Promise<T> {
    const assistant = await Assistant.connect(api, secret, era);
    try {
      return await work(assistant);
    } finally {
      await assistant.close();
    }
  }

  close(): Promise<void> {
    return this.client.close();
  }

  async toolNames(): Promise<string[]> {
    return (await this.client.listTools(undefined, { cacheMode: 'bypass' })).tools.map(({ name }) => name);
  }

  async call<T = Record<string, unknown>>(name: string, given: Record<string, unknown> = {}): Promise<CalledTool<T>> {
    const called = await this.client.callTool({ name, arguments: given });
    const { content, isError = false } = called;
    const structured = (called.structuredContent ?? {}) as Record<string, unknown>;
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
    return { isError, text, structured, result: structured['result'] as T };
  }
}

/** A JSON-RPC message as a client before 2026-07-28 sends it without a handshake. */
export const rpc = (method: string, params: object = {}) => ({
  body: { jsonrpc: '2.0', id: 1, method, params },
  headers: { accept: 'application/json, text/event-stream' },
});
