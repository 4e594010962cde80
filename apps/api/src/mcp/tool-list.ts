import type { Tool } from '@modelcontextprotocol/server';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Described } from '../openapi/steps/openapi-operations.js';
import { changes, inputSchemaOf, type ArgumentPlaces } from './tool-schema.js';
import { isFinal, isToolOperation } from './tool-table.js';

/** An operation of /v1 as a tool. */
export interface OperationTool {
  /** As clients list it. */
  readonly listed: Tool;
  readonly operation: Described;
  readonly places: ArgumentPlaces;
  /** The tool that returns one record of the list; undefined if there is none or the tool is no list. */
  readonly getTool: string | undefined;
}

/** `Invoices.writeOff` is `invoices_write_off`. */
export const toolName = (operationId: string): string =>
  operationId
    .replaceAll('.', '_')
    .replace(/([a-z])([A-Z])/g, '$1_$2')
    .toLowerCase();

/** The path of one record: `/v1/invoices/{id}`. */
export const RECORD_PATH = /^\/v1\/([^/{]+)\/\{\w+\}$/;

/** The tools of a document, by name, in the order of the document. */
export function toolsOf(document: OpenAPIObject): ReadonlyMap<string, OperationTool> {
  const operations = operationsOf(document).filter(({ operation }) => isToolOperation(idOf(operation)));
  const gets = new Map(
    operations
      .filter(({ method, path }) => method === 'get' && RECORD_PATH.test(path))
      .map(({ path, operation }) => [path.replace(/\/\{\w+\}$/, ''), toolName(idOf(operation))]),
  );
  return new Map(
    operations.map((operation) => {
      const { schema, places } = inputSchemaOf(operation, document);
      const name = toolName(idOf(operation.operation));
      const listed: Tool = {
        name,
        title: operation.operation.summary ?? name,
        description: descriptionOf(operation),
        inputSchema: schema,
        annotations: annotationsOf(operation),
      };
      const getTool = operation.method === 'get' ? gets.get(operation.path) : undefined;
      return [name, { listed, operation, places, getTool }];
    }),
  );
}

const idOf = ({ operationId = '' }: Described['operation']): string => operationId;

/** Without the permission that the operation needs: only callers that have it see the tool. */
function descriptionOf({ operation: { summary = '', description = '' } }: Described): string {
  const paragraphs = description.split('\n\n').filter((paragraph) => !/^Requires (?:`|an API key)/.test(paragraph));
  return [`${summary}.`, ...paragraphs].join('\n\n');
}

/** A write is destructive if it changes or deletes an existing record, or creates one that cannot be deleted. */
function annotationsOf(described: Described): NonNullable<Tool['annotations']> {
  const { method, operation } = described;
  if (!changes(described)) return { readOnlyHint: true, openWorldHint: false };
  const creates = '201' in operation.responses && !isFinal(idOf(operation));
  return {
    readOnlyHint: false,
    destructiveHint: !creates,
    // A repeated call is performed once: it carries the same idempotency key.
    idempotentHint: true,
    openWorldHint: method === 'post' && /send|retry|resend/.test(operation.operationId ?? ''),
  };
}
