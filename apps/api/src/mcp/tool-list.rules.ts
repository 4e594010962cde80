import type { Tool } from '@modelcontextprotocol/server';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type Described } from '../openapi/steps/openapi-operations.rules.js';
import { listedSchemaOf } from './listed-schema.rules.js';
import { TOOL_ARGUMENTS } from './tool-arguments.rules.js';
import { changes, inputSchemaOf, type ArgumentPlaces, type ToolJsonSchema } from './tool-schema.rules.js';
import { isFinal, isToolOperation, TOOL_WORDS } from './tool-table.rules.js';

/** An operation of /v1 as a tool. */
export interface OperationTool {
  /** As clients list it. */
  readonly listed: Tool;
  readonly operation: Described;
  /** The schema of all arguments; the list names only the arguments that models need most. */
  readonly schema: ToolJsonSchema;
  readonly places: ArgumentPlaces;
  /** The tool that returns one record of the list; undefined if there is none or the tool is not a list. */
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
        description: descriptionOf(operation),
        inputSchema: listedSchemaOf(schema, TOOL_ARGUMENTS[idOf(operation.operation)]),
        annotations: annotationsOf(operation),
      };
      const getTool = operation.method === 'get' ? gets.get(operation.path) : undefined;
      return [name, { listed, operation, schema, places, getTool }];
    }),
  );
}

const idOf = ({ operationId = '' }: Described['operation']): string => operationId;

/** Sentences that only programs need: the emitted events, how to keep a copy, and the required permission. */
const FOR_PROGRAMS = /\bemits?\b|^Requires (?:`|an API key)|`updatedSince`|\/v1|`after`|^Expect some/i;

/** The summary of the operation and what a model needs to know beyond it. */
function descriptionOf({ operation }: Described): string {
  const { summary = '', description = '' } = operation;
  const id = idOf(operation);
  const sentences = description.replaceAll('\n\n', ' ').split(/(?<=\.) (?=[A-Z`])/);
  const details = TOOL_WORDS[id] ?? sentences.filter((sentence) => !FOR_PROGRAMS.test(sentence)).join(' ');
  const { only, except } = TOOL_ARGUMENTS[id] ?? {};
  const more = only === undefined && except === undefined ? '' : 'More arguments: tools_describe.';
  return [`${summary}.`, details, more].filter(Boolean).join(' ');
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
