import { notifications } from '@mantine/notifications';
import i18next from 'i18next';

/** A short message that goes away by itself. `done` for what worked, `failed` for what did not. */
function show(message: string, color: string): void {
  notifications.show({ message, color, closeButtonProps: { 'aria-label': i18next.t('close', { ns: 'ui' }) } });
}

export const notify = {
  done: (message: string) => show(message, 'green.8'),
  failed: (message: string) => show(message, 'red.8'),
};
