import { FindDialog } from './find-dialog.js';
import { ShortcutsDialog } from './shortcuts-dialog.js';

interface FindDialogsProps {
  readonly name: 'find' | 'shortcuts';
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** Both dialogs are one script, because the search shows the shortcuts as well. */
export function FindDialogs({ name, onClose, onShortcuts }: FindDialogsProps) {
  if (name === 'shortcuts') return <ShortcutsDialog onClose={onClose} />;
  return <FindDialog onClose={onClose} onShortcuts={onShortcuts} />;
}
