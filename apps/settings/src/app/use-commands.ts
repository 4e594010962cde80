import type { Permission } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { IconBolt, IconBuilding, IconKey, IconPlus, IconUsers, type Icon } from '@tabler/icons-react';
import type { LinkProps } from '@tanstack/react-router';
import { useSignOut } from '../identity/session/session.queries.js';
import { switchCompany } from '../identity/session/switch-company.js';
import { useSignedIn } from '../shared/session/signed-in.js';
import { useNavigationEntries } from './navigation-entries.js';
import { SHORTCUTS, type Shortcut } from './shortcuts.js';

/** An action or a page of the search. */
export interface FindCommand {
  readonly id: string;
  readonly group: 'actions' | 'pages';
  readonly label: string;
  readonly icon: Icon;
  /** Other words that find it. */
  readonly words: string;
  readonly keys?: string | undefined;
  readonly run: (() => void) | Pick<Shortcut, 'to' | 'search'>;
}

type ActionName = 'newInvoice' | 'newQuote' | 'recordPayment' | 'newClient' | 'importClients' | 'createKey';

const ACTIONS: Readonly<
  Record<ActionName, Pick<Shortcut, 'to' | 'search'> & { readonly icon: Icon; readonly needs: Permission }>
> = {
  newInvoice: { to: '/invoices/new', icon: IconPlus, needs: 'invoice.write' },
  recordPayment: { to: '/payments/new', icon: IconPlus, needs: 'payment.write' },
  newQuote: { to: '/quotes/new', icon: IconPlus, needs: 'quote.write' },
  newClient: { to: '/clients/new', icon: IconPlus, needs: 'client.write' },
  importClients: { to: '/clients/import', icon: IconBolt, needs: 'client.write' },
  createKey: { to: '/api-keys', search: { create: 1 }, icon: IconKey, needs: 'api_key.create' },
};
const ACTION_NAMES = Object.keys(ACTIONS) as ActionName[];

const keysTo = (to: LinkProps['to'], search?: Shortcut['search']): string | undefined => {
  const all: readonly Shortcut[] = SHORTCUTS;
  return all.find((shortcut) => shortcut.to === to && (shortcut.search === undefined) === (search === undefined))?.keys;
};

/** What the member can do and open, in the order in which it is shown. */
export function useCommands(onShortcuts: () => void): readonly FindCommand[] {
  const { t } = useTexts('find');
  const { member, companies } = useSignedIn();
  const { work, settings } = useNavigationEntries();
  const signOut = useSignOut();
  const actions = ACTION_NAMES.filter((name) => member.permissions.includes(ACTIONS[name].needs)).map(
    (name): FindCommand => {
      const { to, search, icon } = ACTIONS[name];
      const label = t(`actions.${name}`);
      const run = { to, ...(search && { search }) };
      return { id: name, group: 'actions', label, words: t(`words.${name}`), icon, keys: keysTo(to, search), run };
    },
  );
  const others = companies.filter(({ memberId }) => memberId !== member.id);
  const switches = others.map(({ memberId, name }): FindCommand => ({
    ...{ id: `switch-${memberId}`, group: 'actions', icon: IconBuilding },
    ...{ label: t('actions.switchTo', { company: name }), words: t('words.switchTo') },
    run: () => void switchCompany(memberId),
  }));
  const pages = [{ title: '', entries: work }, ...settings].flatMap(({ title, entries }) =>
    entries.map(({ to, label, icon }): FindCommand => ({
      ...{ id: `page-${to}`, group: 'pages', label, icon, words: title, keys: keysTo(to) },
      run: { to },
    })),
  );
  return [
    ...actions,
    ...switches,
    {
      ...{ id: 'shortcuts', group: 'actions', label: t('actions.shortcuts'), icon: IconBolt, keys: '?' },
      ...{ words: t('words.shortcuts'), run: onShortcuts },
    },
    {
      ...{ id: 'sign-out', group: 'actions', label: t('actions.signOut'), icon: IconBolt },
      ...{ words: t('words.signOut'), run: () => signOut.start([]) },
    },
    ...pages,
    {
      ...{ id: 'page-/account', group: 'pages', label: t('words:yourAccount'), icon: IconUsers, words: '' },
      run: { to: '/account' },
    },
  ];
}

/** Without case and accents. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const wordsIn = (text: string): string[] => plain(text).match(/[\p{L}\p{N}]+/gu) ?? [];

/** The commands in which each word of a text begins a word, those whose label begins with the text first. */
export function matchingCommands<Each extends Pick<FindCommand, 'label' | 'words'>>(
  commands: readonly Each[],
  text: string,
): Each[] {
  const wanted = wordsIn(text);
  if (wanted.length === 0) return [];
  const found = commands.filter(({ label, words }) => {
    const own = wordsIn(`${label} ${words}`);
    return wanted.every((word) => own.some((each) => each.startsWith(word)));
  });
  const isNamed = ({ label }: Each) => plain(label).startsWith(plain(text.trim()));
  return [...found.filter(isNamed), ...found.filter((command) => !isNamed(command))];
}
