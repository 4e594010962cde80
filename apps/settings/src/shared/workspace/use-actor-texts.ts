import type { ActorView } from '@billhook/contract/shared/actor';
import { LABELLED_ACTOR_KINDS } from '@billhook/domain/shared/actor-label';
import { useTexts } from '@billhook/ui/use-texts';

/** Who did something, for readers: at the beginning of a line, and after "by" in a sentence. A kind that this page does not know has its name. */
export function useActorTexts() {
  const { t } = useTexts('workspace');
  const textOf = (form: 'actor' | 'byActor', { kind, name }: ActorView): string => {
    const known = LABELLED_ACTOR_KINDS.find((each) => each === kind) ?? 'unknown';
    return t(`${form}.${known}`, { name: name ?? '' });
  };
  return {
    actor: (actor: ActorView) => textOf('actor', actor),
    byActor: (actor: ActorView) => textOf('byActor', actor),
  };
}
