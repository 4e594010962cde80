import { excerptOf, find, loadIndex, type DocsIndex, type SearchResult } from '@billhook/docs-search/search-index';
import { Problem } from '@billhook/domain/shared/problems';
import { ENV, type Env } from '@billhook/platform/env';
import type { CallToolResult, Tool } from '@modelcontextprotocol/server';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { InnerRequestsService } from './inner-requests.service.js';
import { wholeSchemaOf } from './listed-schema.rules.js';
import { McpResourcesService } from './mcp-resources.service.js';
import type { ToolArguments } from './tool-call.rules.js';
import type { OperationTool } from './tool-list.rules.js';
import { plainResultOf } from './tool-result.rules.js';
import { MOST_CHARACTERS } from './trim-result.rules.js';

const INDEX = '/docs/search-index.json';
const RESULTS = 5;
const MOST_RESULTS = 10;
const LONGEST_QUERY = 200;

const annotations = { readOnlyHint: true, openWorldHint: false } as const;

const textArgument = (name: string, description: string) => ({
  type: 'object' as const,
  properties: { [name]: { type: 'string', description } },
  required: [name],
});

/** The tools about the tools and the documentation, which are not operations of /v1. */
export const ASSISTANT_TOOLS: readonly Tool[] = [
  {
    name: 'tools_describe',
    description: 'Returns all arguments of a tool with their rules, what it does in full, and an example.',
    inputSchema: textArgument('tool', 'Like invoices_create'),
    annotations,
  },
  {
    name: 'guides_search',
    description: 'Search the documentation: rules of invoicing, VAT, webhooks, errors, the API. In English.',
    inputSchema: {
      ...textArgument('q', 'Words or a question'),
      properties: {
        ...textArgument('q', 'Words or a question').properties,
        limit: { type: 'integer', description: `1 to ${MOST_RESULTS}, default ${RESULTS}` },
      },
    },
    annotations,
  },
  {
    name: 'guides_get',
    description: 'Read a guide of the documentation.',
    inputSchema: textArgument('guide', 'Its name in a result of guides_search, like invoicing-rules'),
    annotations,
  },
];

/** Calls the tools that are not operations. */
@Injectable()
export class AssistantToolsService {
  private loaded?: DocsIndex;

  constructor(
    private readonly requests: InnerRequestsService,
    private readonly resources: McpResourcesService,
    @Inject(ENV) private readonly env: Env,
  ) {}

  /**
   * @param name of one of `ASSISTANT_TOOLS`
   * @param tools the operations that the caller may call
   * @throws Problem bad_request, not_found
   */
  async call(
    caller: FastifyRequest,
    name: string,
    given: ToolArguments,
    tools: readonly OperationTool[],
  ): Promise<CallToolResult> {
    const { properties = {} } = ASSISTANT_TOOLS.find((each) => each.name === name)?.inputSchema ?? {};
    const unknown = Object.keys(given).find((member) => !(member in properties));
    if (unknown !== undefined) throw new Problem('bad_request', `${name} has no argument ${unknown.slice(0, 60)}.`);
    if (name === 'tools_describe') return plainResultOf(describe(textOf(given, 'tool'), tools));
    if (name === 'guides_get') return this.guide(caller, textOf(given, 'guide'));
    return plainResultOf(await this.search(caller, textOf(given, 'q'), limitOf(given['limit'])));
  }

  private async search(caller: FastifyRequest, q: string, limit: number): Promise<{ results: object[] }> {
    this.loaded ??= await this.load(caller);
    return { results: find(this.loaded, q, limit).map((result) => this.presented(result)) };
  }

  private presented({ id, page, section, kind, text, matches }: SearchResult): object {
    const guide = /^\/docs\/([\w-]+)\/(?:#|$)/.exec(id)?.[1];
    return {
      title: section === '' ? page : `${page}: ${section}`,
      address: `${this.env.PUBLIC_URL}${id}`,
      ...(guide !== undefined && (kind === 'Guide' || kind === 'Permission') ? { guide } : {}),
      excerpt: excerptOf(text, matches)
        .map((part) => part.text)
        .join(''),
    };
  }

  private async load(caller: FastifyRequest): Promise<DocsIndex> {
    const text = await this.requests.page(caller, INDEX);
    if (text === undefined) throw new Problem('not_found', 'The documentation of this installation is not built.');
    return loadIndex(text);
  }

  private async guide(caller: FastifyRequest, name: string): Promise<CallToolResult> {
    const guide = (await this.resources.guides(caller)).find((each) => each.name === name);
    const text = guide && (await this.requests.page(caller, `/docs/${name}.md`));
    if (text === undefined) {
      throw new Problem('not_found', 'There is no such guide. guides_search returns the names of guides.');
    }
    const cut = text.slice(0, MOST_CHARACTERS);
    const note = cut === text ? '' : `\n\nThe guide is cut. All of it: ${this.env.PUBLIC_URL}/docs/${name}/`;
    return {
      content: [{ type: 'text', text: cut + note }],
      structuredContent: { result: { guide: name, title: guide?.title, text: cut + note } },
    };
  }
}

function describe(name: string, tools: readonly OperationTool[]): Readonly<Record<string, unknown>> {
  const tool = tools.find(({ listed }) => listed.name === name);
  if (!tool) throw new Problem('not_found', 'There is no such tool, or its arguments are all in the list of tools.');
  const { method, path, operation } = tool.operation;
  const { requestBody } = operation;
  const json = requestBody && 'content' in requestBody ? requestBody.content['application/json'] : undefined;
  const example: unknown = json?.example;
  return {
    tool: name,
    operation: `${method.toUpperCase()} ${path}`,
    description: `${operation.summary ?? name}. ${operation.description ?? ''}`,
    arguments: wholeSchemaOf(tool.schema),
    ...(example === undefined ? {} : { exampleOfTheBody: example }),
  };
}

function textOf(given: ToolArguments, name: string): string {
  const value = given[name];
  if (typeof value === 'string' && value.trim() !== '' && value.length <= LONGEST_QUERY) return value.trim();
  throw new Problem('bad_request', `The argument ${name} is required: a text of 1 to ${LONGEST_QUERY} characters.`);
}

function limitOf(value: unknown): number {
  if (value === undefined || value === null) return RESULTS;
  if (typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= MOST_RESULTS) return value;
  throw new Problem('bad_request', `The argument limit must be a whole number from 1 to ${MOST_RESULTS}.`);
}
