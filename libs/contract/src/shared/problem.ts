import { PROBLEMS } from '@billhook/domain/shared/problems';
import { z } from 'zod';

/** RFC 9457. Additional members depend on the code; the error catalogue lists them. */
export const ProblemView = z
  .looseObject({
    type: z.string().meta({ description: 'The URL of the page in the error catalogue' }),
    title: z.string(),
    status: z.number(),
    detail: z.string(),
    code: z.string().meta({
      description: 'Stable: test this member, not the texts. Later versions may add codes.',
      'x-extensible-enum': Object.keys(PROBLEMS),
    }),
    instance: z.string(),
    requestId: z.string(),
    errors: z
      .array(
        z.object({
          pointer: z.string().optional().meta({ description: 'An RFC 6901 pointer into the body' }),
          parameter: z.string().optional().meta({ description: 'The name of a query or path parameter' }),
          code: z.string(),
          message: z.string(),
        }),
      )
      .optional(),
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
