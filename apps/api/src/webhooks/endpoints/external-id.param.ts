import { ExternalId } from '@billhook/contract/shared/common';
import { Problem } from '@billhook/domain/shared/problems';

/**
 * The externalId of a path.
 * @throws Problem not_found for a text that no externalId can have
 */
export function externalIdOf(text: string): string {
  const parsed = ExternalId.safeParse(text);
  if (!parsed.success) throw new Problem('not_found', 'There is no such webhook endpoint.');
  return parsed.data;
}
