import { PROBLEMS, type ProblemCode } from '@billhook/domain/problems';
import { ProblemView } from '@billhook/contract/problem';
import { applyDecorators, HttpCode, SerializeOptions, StreamableFile } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { z } from 'zod';
import { statusOf } from './problem-document.js';

export interface Outcome {
  /** One sentence, for the list of operations. */
  readonly summary: string;
  readonly description?: string;
  readonly status?: 200 | 201 | 202;
  /** The refusals that are this operation's own, beside those of every route. */
  readonly problems?: readonly ProblemCode[];
}

function problemResponses(codes: readonly ProblemCode[]): MethodDecorator[] {
  const byStatus = new Map<number, ProblemCode[]>();
  for (const code of codes) byStatus.set(statusOf(code), [...(byStatus.get(statusOf(code)) ?? []), code]);
  return [...byStatus].map(([status, group]) =>
    ApiResponse({
      status,
      description: group.map((code) => `\`${code}\`: ${PROBLEMS[code].title}`).join('. '),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    }),
  );
}

/** The schema of the answer: it documents it, and strips whatever is not declared. */
export function Returns(view: z.ZodType, outcome: Outcome): MethodDecorator {
  const { summary, description, status = 200, problems = [] } = outcome;
  return applyDecorators(
    ApiOperation({ summary, description }),
    HttpCode(status),
    SerializeOptions({ schema: view }),
    ApiResponse({ status, description: 'OK', standardSchema: view }),
    ...problemResponses(problems),
  );
}

const File = z.instanceof(StreamableFile).optional();

/** A PDF. */
export function ReturnsPdf(outcome: Omit<Outcome, 'status'>): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary: outcome.summary, description: outcome.description }),
    SerializeOptions({ schema: File }),
    ApiResponse({
      status: 200,
      description: 'OK',
      content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    }),
    ApiResponse({ status: 304, description: 'You have these bytes already' }),
    ...problemResponses(outcome.problems ?? []),
  );
}

/** An answer without a body. */
export function ReturnsNothing(outcome: Omit<Outcome, 'status'>): MethodDecorator {
  return applyDecorators(
    ApiOperation({ summary: outcome.summary, description: outcome.description }),
    HttpCode(204),
    ApiResponse({ status: 204, description: 'Done' }),
    ...problemResponses(outcome.problems ?? []),
  );
}

/** The schema that problemResponses refers to; registered with the document once. */
export const PROBLEM_SCHEMA = ProblemView;
