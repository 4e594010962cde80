import { ConnectionError } from '../errors.js';
import { messages } from '../event-feed.js';
import { failure } from '../transport.js';
import { CliError, describeError, sentenceOf } from './cli-error.js';
import type { CommandCall, CommandRun } from './command.js';
import type { Connection } from './connection.js';
import { parsed } from './settings-file.js';
import { linesOf, strictText } from './strict-text.js';

/** A JSON-RPC message. */
interface RpcMessage {
  readonly id?: string | number | null;
  readonly method?: string;
  readonly params?: {
    readonly name?: string;
    readonly uri?: string;
    readonly _meta?: Readonly<Record<string, unknown>>;
  };
}

/** Where a message states the version of the specification since 2026-07-28. */
const VERSION_MEMBER = 'io.modelcontextprotocol/protocolVersion';

/** Passes each message between stdio and `/mcp`, until stdin ends. */
export const mcp: CommandRun = async (call) => {
  const { terminal, printer } = call;
  const connection = call.connect();
  const bridge = new McpBridge(connection, call);
  const open = new Set<Promise<void>>();
  printer.terminal.stderr.write(`billhook mcp: connected to ${connection.url}/mcp\n`);
  for await (const bytes of linesOf(terminal.stdin, terminal.signal)) {
    const line = bridge.textOf(bytes)?.trim() ?? '';
    if (line === '') continue;
    const work = bridge.pass(line).finally(() => open.delete(work));
    open.add(work);
    // The handshake states the version for all that follows.
    if ((parsed(line) as RpcMessage | undefined)?.method === 'initialize') await work;
  }
  await Promise.all(open);
};

class McpBridge {
  private version: string | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly call: CommandCall,
  ) {}

  /** Undefined for a line that is not UTF-8, which gets an error. */
  textOf(line: Buffer): string | undefined {
    try {
      return strictText(line, 'the line');
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      this.write(rpcError(null, -32_700, error.message));
      return undefined;
    }
  }

  /** Sends a line, and writes each message of the response as a line. */
  async pass(line: string): Promise<void> {
    const message = parsed(line) as RpcMessage | undefined;
    if (typeof message !== 'object' || message === null)
      return this.write(rpcError(null, -32_700, 'The line is not JSON.'));
    try {
      const response = await this.post(line, message);
      if (response.status === 202 || response.status === 204) return;
      await this.relay(response, message);
    } catch (error) {
      const described = describeError(error);
      const { advice, exit } = described;
      const text = sentenceOf(described);
      if (this.call.terminal.signal.aborted) return;
      this.call.terminal.stderr.write(`billhook mcp: ${text}\n`);
      // A notification has no response.
      if (message.id != null)
        this.write(rpcError(message.id, -32_000, advice ? `${text} ${advice}` : text, { reason: exit }));
    }
  }

  private async post(line: string, message: RpcMessage): Promise<Response> {
    const { url, fetch: send } = this.connection;
    const headers = {
      authorization: `Bearer ${await this.connection.credential('mcp')}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...this.protocolHeaders(message),
    };
    try {
      return await send(`${url}/mcp`, {
        ...{ method: 'POST', headers, body: line, redirect: 'error' },
        signal: this.call.terminal.signal,
      });
    } catch (cause) {
      throw new ConnectionError(`POST ${url}/mcp: no response.`, { cause });
    }
  }

  /** The version and, since 2026-07-28, what the message calls: a server compares them with the body. */
  private protocolHeaders({ method, params }: RpcMessage): Record<string, string> {
    const stated = params?._meta?.[VERSION_MEMBER];
    if (typeof stated !== 'string') return this.version ? { 'mcp-protocol-version': this.version } : {};
    const name = params?.name ?? params?.uri;
    return {
      'mcp-protocol-version': stated,
      ...(method !== undefined && { 'mcp-method': method }),
      ...(name !== undefined && { 'mcp-name': headerValue(name) }),
    };
  }

  private async relay(response: Response, request: RpcMessage): Promise<void> {
    const type = response.headers.get('content-type') ?? '';
    if (type.includes('text/event-stream')) {
      for await (const { data } of messages(response)) this.write(this.noted(parsed(data) ?? {}, request));
      return;
    }
    if (!response.ok || !type.includes('json')) {
      const copy = response.clone();
      const body = parsed(await copy.text());
      // A JSON-RPC error with an HTTP status.
      if (typeof body === 'object' && body !== null && 'jsonrpc' in body) return this.write(body);
      throw await failure(response);
    }
    this.write(this.noted(await response.json(), request));
  }

  private noted(message: unknown, { method }: RpcMessage): unknown {
    const version = (message as { result?: { protocolVersion?: unknown } }).result?.protocolVersion;
    if (method === 'initialize' && typeof version === 'string') this.version = version;
    return message;
  }

  private write(message: unknown): void {
    this.call.terminal.stdout.write(`${JSON.stringify(message)}\n`);
  }
}

/** A text that no header can contain is sent in base64, by the specification. */
const headerValue = (text: string): string =>
  /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;

const rpcError = (id: string | number | null, code: number, message: string, data?: object) => ({
  ...{ jsonrpc: '2.0', id },
  error: { code, message, ...(data && { data }) },
});
