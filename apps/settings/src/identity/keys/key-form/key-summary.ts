import { keyExpiresAt, type KeyExpiry } from '@billhook/domain/identity/key-status';
import { GRANTABLE_PERMISSIONS, PERMISSIONS, type Permission } from '@billhook/domain/identity/permissions';
import type { Format } from '@billhook/ui/format';
import type { TextOf } from '@billhook/ui/use-texts';

type KeyResource = {
  [Name in Permission]: (typeof PERMISSIONS)[Name]['grantable'] extends true
    ? (typeof PERMISSIONS)[Name]['resource']
    : never;
}[Permission];
type Things = Exclude<KeyResource, 'integration'>;

/** The records that keys can read and change, in the order of the permission table. */
const THINGS = [
  ...new Set(GRANTABLE_PERMISSIONS.map((permission) => PERMISSIONS[permission].resource as KeyResource)),
].filter((resource): resource is Things => resource !== 'integration');

type KeyFormTexts = TextOf<'keyForms'>;

/** A sentence about what a key with these choices could do, and until when. */
export function keySummary(
  scopes: readonly Permission[],
  expiry: KeyExpiry,
  now: Date,
  t: KeyFormTexts,
  format: Format,
): string {
  const things: Record<'read' | 'write' | 'readWrite', Things[]> = { read: [], write: [], readWrite: [] };
  const has = (name: string) => scopes.some((scope) => scope === name);
  for (const resource of THINGS) {
    const reads = has(`${resource}.read`);
    const writes = has(`${resource}.write`);
    if (reads || writes) things[reads && writes ? 'readWrite' : reads ? 'read' : 'write'].push(resource);
  }
  const named = (list: Things[]) => format.list(list.map((thing) => t(`summary.things.${thing}`)));
  const abilities = [
    ...(things.readWrite.length ? [t('summary.readWrite', { things: named(things.readWrite) })] : []),
    ...(things.read.length ? [t('summary.read', { things: named(things.read) })] : []),
    ...(things.write.length ? [t('summary.write', { things: named(things.write) })] : []),
    ...(has('integration.write') ? [t('summary.manageWebhooks')] : []),
  ];
  if (abilities.length === 0) return t('summary.empty');
  const end = keyExpiresAt(expiry, now);
  const said = { abilities: format.list(abilities) };
  return end ? t('summary.until', { ...said, date: format.date(end) }) : t('summary.forever', said);
}
