import { asApiError } from '@billhook/ui/api-fetch';
import { ErrorState } from '@billhook/ui/components/error-state';
import { useTexts } from '@billhook/ui/use-texts';
import { ChangeError } from '../../shared/workspace/change-error.js';
import { Throttled, useWait } from '../session/sign-in-wait.js';

const CODES = {
  own_membership: 'own',
  member_holds_more: 'holdsMore',
  not_held: 'notHeld',
  already_member: 'alreadyMember',
  already_invited: 'alreadyInvited',
  member_removed: 'removed',
  invitation_closed: 'closed',
} as const;
type KnownCode = keyof typeof CODES;

const isKnown = (code: string | undefined): code is KnownCode => code !== undefined && Object.hasOwn(CODES, code);

/** Why the API refused a change of a member, in the language on screen. */
export function MemberError({ error, name }: { error: unknown; name: string }) {
  const { t } = useTexts('members');
  const failure = asApiError(error);
  const wait = useWait(failure);
  const code = [failure.code, ...failure.errors.map((fieldError) => fieldError.code)].find(isKnown);
  if (failure.code === 'too_many_attempts') return <Throttled wait={wait} words={t('errors.tooManyMails')} />;
  if (!code) return <ChangeError error={failure} />;
  return <ErrorState error={failure} words={t(`errors.${CODES[code]}`, { name })} />;
}
