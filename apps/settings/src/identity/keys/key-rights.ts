import type { ApiKeyView } from '@billhook/contract/identity/api-key';
import { useTexts } from '@billhook/ui/use-texts';
import { useHolds } from '../../shared/session/signed-in.js';
import { useReplacement } from './key-rotation.js';
import { hasEnded } from './key-status.js';
import type { KeyOwner } from './keys.queries.js';

/** What the page of a key opens to change it. */
export type KeyDialog = 'rotate' | 'revoke' | 'rename' | 'networks' | 'rateLimit';

/** Why something cannot be done with the key, in words; undefined where it can. */
export interface KeyRights {
  readonly ended: string | undefined;
  readonly change: string | undefined;
  readonly rotate: string | undefined;
  readonly limit: boolean;
}

/** What its owner may do with a key, and with that of a service member anyone who manages keys. The API decides. */
export function useKeyRights(owner: KeyOwner, apiKey: ApiKeyView): KeyRights {
  const { t } = useTexts('keyPage');
  const creates = useHolds('api_key.create');
  const replacement = useReplacement(owner, apiKey);
  const manages = useHolds('api_key.manage');
  const ended = hasEnded(apiKey) ? t('actions.ended') : undefined;
  const isOthers = owner === 'company' && apiKey.creator.kind === 'Person';
  const change = ended ?? (isOthers ? t('actions.ownerOnly', { name: apiKey.creator.name }) : undefined);
  const replacedBy = replacement ? t('actions.rotated', { prefix: replacement.prefix }) : undefined;
  return {
    ended,
    change,
    rotate: change ?? (creates ? replacedBy : t('actions.mayNotCreate')),
    limit: manages && !ended,
  };
}
