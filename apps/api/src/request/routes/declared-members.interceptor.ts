import { declaredBy } from '@billhook/contract/shared/declared-members';
import { StandardSchemaSerializerInterceptor } from '@nestjs/common';
import type { z } from 'zod';

/** Removes the members of a response that the schema of its route (`Returns`) does not declare, without checking the types of the others. */
export class DeclaredMembersInterceptor extends StandardSchemaSerializerInterceptor {
  override transformToPlain(response: unknown, schema: unknown): Promise<Record<string, unknown>> {
    return Promise.resolve(declaredBy(schema as z.ZodType)(response) as Record<string, unknown>);
  }
}
