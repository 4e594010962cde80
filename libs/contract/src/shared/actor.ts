import { LABELLED_ACTOR_KINDS } from '@billhook/domain/shared/actor-label';
import { z } from 'zod';

/** Who did something. New kinds can be added. */
export const ActorView = z
  .object({
    kind: z.enum(LABELLED_ACTOR_KINDS).meta({
      description:
        'What acted. client: the client, through its link. viewing_link: a holder of the read-only link. system: Billhook, by time. unknown: an entry that this release cannot read',
    }),
    name: z.string().nullable().meta({
      description:
        'The email address of a member or of the owner of a portal session, the prefix of a key, the name of an application, the IP address of a leak report; otherwise null',
      example: 'bhk_3kTn9Qa1',
    }),
  })
  .meta({ id: 'Actor', description: 'Who did something. New kinds can be added' });
export type ActorView = z.infer<typeof ActorView>;

/** The same as a text, which was documented first and stays. */
export const ActorText = z.string().meta({
  description: 'The actor as a text. Programs read the parts of it from the member beside it',
  example: 'key bhk_3kTn9Qa1',
});
