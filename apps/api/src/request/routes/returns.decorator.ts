import type { ProblemCode } from '@billhook/domain/shared/problems';
import { applyDecorators, HttpCode, SerializeOptions, SetMetadata, StreamableFile } from '@nestjs/common';
import { ApiExtension, ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';

/** Set on a route whose response has no body. */
export const RETURNS_NOTHING = 'returns nothing';

export interface Outcome {
  /** One sentence, for the list of operations. */
  readonly summary: string;
  readonly description?: string;
  readonly status?: 200 | 201 | 202 | 207;
  /** For 201: the collection of the created record, for its Location. */
  readonly at?: string;
  /** The errors of this operation, in addition to the errors of every route. */
  readonly problems?: readonly ProblemCode[];
}

/** The metadata key for the collection of a created record. */
export const CREATED_COLLECTION = 'created-collection';

const WORDS = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted: the work is done after the response',
  207: 'A result for each item',
} as const;

/** The OpenAPI document generates the error responses from the codes, with headers and examples. */
const Describes = ({ summary, description, problems = [] }: Omit<Outcome, 'status'>): MethodDecorator =>
  applyDecorators(ApiOperation({ summary, ...(description && { description }) }), ApiExtension('x-problems', problems));

/** The schema of the response: documents it, and strips undeclared members. */
export function Returns(view: z.ZodType, outcome: Outcome): MethodDecorator {
  const { status = 200, at } = outcome;
  return applyDecorators(
    Describes(outcome),
    SetMetadata(CREATED_COLLECTION, at),
    HttpCode(status),
    SerializeOptions({ schema: view }),
    ApiResponse({ status, description: WORDS[status], standardSchema: view }),
  );
}

/** Another status and its response: the handler sets it on the reply. */
export function AlsoReturns(status: 200 | 201, view: z.ZodType): MethodDecorator {
  return ApiResponse({ status, description: WORDS[status], standardSchema: view });
}

const File = z.instanceof(StreamableFile).optional();

/** A file. @param types its possible media types */
export function ReturnsFile(types: readonly string[], outcome: Omit<Outcome, 'status'>): MethodDecorator {
  const binary = { schema: { type: 'string', format: 'binary' } } as const;
  return applyDecorators(
    Describes(outcome),
    SerializeOptions({ schema: File }),
    ApiResponse({
      status: 200,
      description: 'OK',
      content: Object.fromEntries(types.map((type) => [type, binary])),
    }),
  );
}

/** A response of server-sent events. */
export const EVENT_STREAM = 'text/event-stream';

/** A response that continues as long as the caller reads. */
export function ReturnsEventStream(outcome: Omit<Outcome, 'status'>): MethodDecorator {
  const schema = {
    type: 'string',
    description: 'Blocks of lines separated by an empty line (WHATWG HTML, server-sent events)',
    example:
      'id: msg_invoicepaid4Qm8\nevent: invoice.paid\ndata: {"id":"msg_invoicepaid4Qm8","type":"invoice.paid",…}\n\n',
  } as const;
  return applyDecorators(
    Describes(outcome),
    SerializeOptions({ schema: File }),
    ApiResponse({ status: 200, description: 'OK; the connection stays open', content: { [EVENT_STREAM]: { schema } } }),
  );
}

/** A PDF. */
export const ReturnsPdf = (outcome: Omit<Outcome, 'status'>): MethodDecorator =>
  ReturnsFile(['application/pdf'], outcome);

/** A response without a body. */
export function ReturnsNothing(outcome: Omit<Outcome, 'status'> & { readonly status?: 202 | 204 }): MethodDecorator {
  const { status = 204 } = outcome;
  const description = status === 204 ? 'Done' : WORDS[status];
  return applyDecorators(
    Describes(outcome),
    HttpCode(status),
    SetMetadata(RETURNS_NOTHING, true),
    ApiResponse({ status, description }),
  );
}
