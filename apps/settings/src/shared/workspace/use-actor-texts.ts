import type { ActorView } from '@billhook/contract/shared/actor';
import { LABELLED_ACTOR_KINDS } from '@billhook/domain/shared/actor-label';
import { useTexts } from '@billhook/ui/use-texts';
import { usePeople } from '../session/people.queries.js';
import { useSignedIn } from '../session/signed-in.js';

/**
 * Who did something, for readers: at the beginning of a line, and after "by" in a sentence. A person has their name if the reader may see the
 * members, otherwise their address. A kind that this page does not know has its name.
 */
export function useActorTexts() {
  const { t } = useTexts('workspace');
  const { member: self } = useSignedIn();
  const people = usePeople();
  const personOf = (address: string): string =>
    [self, ...(people ?? [])].find(({ email }) => email === address)?.name ?? address;
  const textOf = (form: 'actor' | 'byActor', { kind, name }: ActorView): string => {
    const known = LABELLED_ACTOR_KINDS.find((each) => each === kind) ?? 'unknown';
    const isPerson = known === 'member' || known === 'portal';
    return t(`${form}.${known}`, { name: isPerson && name !== null ? personOf(name) : (name ?? '') });
  };
  return {
    actor: (actor: ActorView) => textOf('actor', actor),
    byActor: (actor: ActorView) => textOf('byActor', actor),
  };
}
