/*
 * Who did something is stored as one text, such as `member ada@example.com`, because it must stay readable when the member is renamed or
 * removed. Everything that writes or reads such a text uses this table.
 */

/** The text before the name. */
const NAMED = {
  member: 'member ',
  key: 'key ',
  application: 'application ',
  portal: 'portal of ',
  leak_report: 'leak report from ',
} as const;

/** The whole text of actors without a name. */
const NAMELESS = {
  client: 'client',
  viewing_link: 'viewing link',
  leak_report: 'leak report',
  system: 'system',
} as const;

type NamedActorKind = keyof typeof NAMED;
type NamelessActorKind = keyof typeof NAMELESS;

/** The kinds of actors of the API. `unknown` is for a text that no release is known to write. */
export const LABELLED_ACTOR_KINDS = [
  'member',
  'key',
  'application',
  'portal',
  'client',
  'viewing_link',
  'leak_report',
  'system',
  'unknown',
] as const;
export type LabelledActorKind = (typeof LABELLED_ACTOR_KINDS)[number];

/** Who did something, in parts. */
export interface LabelledActor {
  readonly kind: LabelledActorKind;
  /** The email address of a member, the prefix of a key, the name of an application, the IP address of a leak report. */
  readonly name: string | null;
}

export function actorLabel(kind: NamedActorKind, name: string): string;
export function actorLabel(kind: NamelessActorKind): string;
/** The text that is stored for an actor. */
export function actorLabel(kind: NamedActorKind | NamelessActorKind, name?: string): string {
  if (name !== undefined && kind in NAMED) return NAMED[kind as NamedActorKind] + name;
  return NAMELESS[kind as NamelessActorKind];
}

/** The parts of a stored text. A text of another form is the name of an `unknown` actor. */
export function actorOfLabel(label: string): LabelledActor {
  for (const [kind, text] of Object.entries(NAMELESS)) {
    if (label === text) return { kind: kind as NamelessActorKind, name: null };
  }
  for (const [kind, text] of Object.entries(NAMED)) {
    if (label.startsWith(text)) return { kind: kind as NamedActorKind, name: label.slice(text.length) };
  }
  return { kind: 'unknown', name: label };
}
