import type { Permission } from '@billhook/domain/identity/permissions';
import type { LinkProps } from '@tanstack/react-router';

/** The shortcuts of the workspace, without React. */

export interface Shortcut {
  /** The keys in their order. */
  readonly keys: string;
  readonly to: NonNullable<LinkProps['to']>;
  readonly search?: Readonly<Record<string, number>>;
  readonly needs?: Permission;
}

/** `g` goes to a page, `n` creates a record. */
export const SHORTCUTS = [
  { keys: 'gh', to: '/', needs: 'invoice.read' },
  { keys: 'gi', to: '/invoices', needs: 'invoice.read' },
  { keys: 'gq', to: '/quotes', needs: 'quote.read' },
  { keys: 'gc', to: '/clients', needs: 'client.read' },
  { keys: 'gp', to: '/payments', needs: 'payment.read' },
  { keys: 'gk', to: '/api-keys' },
  { keys: 'gw', to: '/webhooks', needs: 'integration.write' },
  { keys: 'ni', to: '/invoices/new', needs: 'invoice.write' },
  { keys: 'nq', to: '/quotes/new', needs: 'quote.write' },
  { keys: 'nc', to: '/clients/new', needs: 'client.write' },
  { keys: 'np', to: '/payments/new', needs: 'payment.write' },
  { keys: 'nk', to: '/api-keys', search: { create: 1 }, needs: 'api_key.create' },
] as const satisfies readonly Shortcut[];

/** The shortcuts of a member with these permissions. */
export function shortcutsFor(permissions: readonly Permission[]): readonly Shortcut[] {
  const all: readonly Shortcut[] = SHORTCUTS;
  return all.filter(({ needs }) => needs === undefined || permissions.includes(needs));
}

/** The time between two keys of a shortcut. */
const PAUSE_MS = 1_500;

/** The keys that were pressed, until they are a shortcut or can no longer become one. */
export class KeySequence {
  private keys = '';
  private at = 0;

  /** @returns the shortcut that this key completes */
  press(key: string, atMs: number, shortcuts: readonly Shortcut[]): Shortcut | undefined {
    const before = atMs - this.at > PAUSE_MS ? '' : this.keys;
    const pressed = [before + key, key].find((keys) => shortcuts.some((shortcut) => shortcut.keys.startsWith(keys)));
    this.keys = pressed ?? '';
    this.at = atMs;
    const found = shortcuts.find(({ keys }) => keys === pressed);
    if (found) this.keys = '';
    return found;
  }

  forget(): void {
    this.keys = '';
  }
}

const STORAGE_KEY = 'billhook-single-keys';

/** Whether shortcuts without Ctrl or ⌘ are on in this browser. A person who dictates would press them by accident. */
export function singleKeysOn(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

export function turnSingleKeys(on: boolean): void {
  try {
    if (on) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, 'off');
  } catch {
    // Without storage they stay on.
  }
}

const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.platform);

/** The shortcut of the search on this keyboard. */
export const findKeys = (): readonly [string, string] => [isMac() ? '⌘' : 'Ctrl', 'K'];

/** On a Mac, Ctrl K deletes the rest of a line. */
export function isFindShortcut({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean {
  const [held, other] = isMac() ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return held && !other && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

/** Fields take letters, and lists and menus search by them. */
const TAKES_LETTERS =
  'input:not([type=checkbox], [type=radio], [type=button]), textarea, select, [contenteditable], [role=combobox], [role=listbox], [role=menu], [role=radiogroup]';

export const takesLetters = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TAKES_LETTERS) !== null;

/** A dialog or a menu over the page keeps the keys to itself. */
export const isCovered = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;
