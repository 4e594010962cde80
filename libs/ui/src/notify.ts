import i18next from 'i18next';

/* Notifications follow an action, never the first render: their code is loaded for the first one. */

let wanted = false;
const listeners = new Set<() => void>();

/** For the provider: calls `listener` once there is a notification. */
export function onNotificationsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const areNotificationsWanted = (): boolean => wanted;

async function show(message: string, color: string): Promise<void> {
  const { notifications } = await import('@mantine/notifications');
  // The last message replaces the one before: together they would cover the page.
  notifications.clean();
  notifications.show({ message, color, closeButtonProps: { 'aria-label': i18next.t('close', { ns: 'ui' }) } });
  wanted = true;
  for (const listener of listeners) listener();
}

/** A short message that disappears automatically: `done` for a success, `failed` for an error. */
export const notify = {
  done: (message: string): void => void show(message, 'green.8'),
  failed: (message: string): void => void show(message, 'red.8'),
};

/** The options of an action in a dialog: a success closes the dialog and shows a message. */
export const closeAndNotify = (onClose: () => void, message: string): { readonly onSuccess: () => void } => ({
  onSuccess: () => {
    notify.done(message);
    onClose();
  },
});
