import { PROBLEMS } from '@billhook/domain/shared/problems';
import { z } from 'zod';

/** RFC 9457. Additional members depend on the code; the error catalogue lists them. */
export const ProblemView = z
  .looseObject({
    type: z.string().meta({ description: 'The URL of the page in the error catalogue' }),
    title: z
      .string()
      .meta({ description: 'What happened, in one sentence that is the same for every error with this code' }),
    status: z.number().meta({ description: 'The HTTP status of the response' }),
    detail: z.string().meta({ description: 'What happened in this request, and what to do next' }),
    code: z.string().meta({
      description: 'Stable: test this member, not the texts. Later versions may add codes.',
      'x-extensible-enum': Object.keys(PROBLEMS),
    }),
    instance: z.string().meta({ description: 'The path of the request, without its query' }),
    requestId: z.string().meta({ description: 'The id of the request, as in the header `Request-Id`' }),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional().meta({ description: 'An RFC 6901 pointer into the body' }),
          parameter: z.string().optional().meta({ description: 'The name of a query or path parameter' }),
          code: z.string().meta({ description: 'The rule that the value breaks, for programs. Codes may be added' }),
          message: z.string().meta({ description: 'What is wrong with the value, for people' }),
        }),
      )
      .optional()
      .meta({
        description: 'What is wrong with the input, one entry for each place; absent if the error is about no member',
      }),
  })
  .meta({
    id: 'Problem',
    example: {
      type: 'http://localhost:3000/docs/errors/insufficient_scope',
      title: 'The key does not have a required permission',
      status: 403,
      detail: 'This requires invoice.write.',
      code: 'insufficient_scope',
      instance: '/v1/invoices',
      requestId: 'req_2n8QbYtH1x',
    },
  });
export type ProblemView = z.infer<typeof ProblemView>;

/** A field error in a problem document. */
export const FieldErrorView = z
  .object({
    pointer: z.string().meta({ description: 'An RFC 6901 pointer to the value', example: '/lines/0/taxRate' }),
    code: z.string().meta({ description: 'Stable: test this member, not the message. Codes may be added' }),
    message: z.string().meta({ description: 'What is wrong with the value, for people' }),
  })
  .meta({ id: 'Fault' });
