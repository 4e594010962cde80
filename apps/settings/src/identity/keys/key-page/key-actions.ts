import type { ApiKeyView } from '@billhook/contract/identity/key';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { useTexts } from '@billhook/ui/use-texts';
import { useHolds } from '../../../shared/session/signed-in.js';
import type { KeyOwner } from '../keys.queries.js';
import { useReplacement } from './key-rotation.js';

/** The dialogs that change a key. */
export type KeyDialog = 'rotate' | 'revoke' | 'rename' | 'networks' | 'rateLimit';

/** Why an action on the key is not possible, as text; undefined if it is. */
export interface KeyRights {
  readonly ended: string | undefined;
  readonly change: string | undefined;
  readonly rotate: string | undefined;
  readonly limit: boolean;
}

/** The actions that the owner can perform on a key. Anyone who manages keys can perform them on a service member's key. The API decides. */
export function useKeyRights(owner: KeyOwner, apiKey: ApiKeyView): KeyRights {
  const { t } = useTexts('keyPage');
  const creates = useHolds('api_key.create');
  const replacement = useReplacement(owner, apiKey);
  const manages = useHolds('api_key.manage');
  const ended = hasEnded(apiKey.status) ? t('actions.ended') : undefined;
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
