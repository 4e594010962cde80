import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplateType,
} from '@modelcontextprotocol/server';
import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InnerRequestsService } from './inner-requests.service.js';
import { RECORD_PATH, type OperationTool } from './tool-list.rules.js';
import { problemText } from './tool-result.rules.js';
import { trimmed } from './trim-result.rules.js';

const SCHEME = 'billhook://';
const GUIDES = 'guides';

/** Characters of a resource. The client chooses what of it the model reads, so it is longer than a tool's result. */
const MOST_CHARACTERS = 250_000;

/** A line of llms.txt: `- [Lists](/docs/pagination.md): Pages, filters, order, …`. */
const GUIDE_LINE = /^- \[([^\]]+)\]\((\/docs\/([\w-]+)\.md)\)(?:: (.*))?$/gm;

/** Records and guides that a client can attach to a conversation. */
@Injectable()
export class McpResourcesService {
  constructor(private readonly requests: InnerRequestsService) {}

  /** A template for each kind of record that the caller can read with a tool. */
  templates(tools: readonly OperationTool[]): ResourceTemplateType[] {
    return tools.flatMap(({ operation, listed }) => {
      const collection = operation.method === 'get' ? RECORD_PATH.exec(operation.path)?.[1] : undefined;
      if (collection === undefined) return [];
      const description = `The record as JSON, as ${listed.name} returns it.`;
      const uriTemplate = `${SCHEME}${collection}/{id}`;
      return [
        {
          name: collection,
          title: operation.operation.summary ?? collection,
          description,
          uriTemplate,
          mimeType: 'application/json',
        },
      ];
    });
  }

  /** The guides of the documentation; none if the documentation is not built. */
  async guides(caller: FastifyRequest): Promise<Resource[]> {
    const index = (await this.requests.page(caller, '/docs/llms.txt')) ?? '';
    return [...index.matchAll(GUIDE_LINE)].map(([, title = '', , name = '', description = '']) => ({
      ...{ name, title, description, uri: `${SCHEME}${GUIDES}/${name}`, mimeType: 'text/markdown' },
    }));
  }

  /** @throws ProtocolError if the resource does not exist or the caller may not read it */
  async read(caller: FastifyRequest, uri: string, tools: readonly OperationTool[]): Promise<ReadResourceResult> {
    const [, collection, id] = /^billhook:\/\/([a-z-]+)\/([A-Za-z0-9][\w.:-]{0,254})$/.exec(uri) ?? [];
    if (collection === undefined || id === undefined) throw new ResourceNotFoundError(uri);
    if (collection === GUIDES) return this.guide(caller, uri, id);
    const known = tools.some(({ operation }) => RECORD_PATH.exec(operation.path)?.[1] === collection);
    if (!known) throw new ResourceNotFoundError(uri);
    const url = `/v1/${collection}/${encodeURIComponent(id)}`;
    const { status, body } = await this.requests.send(caller, { method: 'GET', url, headers: {}, body: undefined });
    if (status === 404) throw new ResourceNotFoundError(uri, problemText(body));
    if (status >= 400) throw new ProtocolError(ProtocolErrorCode.InvalidParams, problemText(body));
    const { value } = trimmed(body, { getTool: undefined, isRecords: false }, MOST_CHARACTERS);
    return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(value, null, 2) }] };
  }

  private async guide(caller: FastifyRequest, uri: string, name: string): Promise<ReadResourceResult> {
    const known = (await this.guides(caller)).some((guide) => guide.name === name);
    const text = known ? await this.requests.page(caller, `/docs/${name}.md`) : undefined;
    if (text === undefined) throw new ResourceNotFoundError(uri);
    return { contents: [{ uri, mimeType: 'text/markdown', text }] };
  }
}
