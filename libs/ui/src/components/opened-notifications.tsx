import '../more-styles.js';
import { Notifications } from '@mantine/notifications';

/** The short messages above the end of the page. */
export function OpenedNotifications() {
  return <Notifications position="bottom-right" limit={3} className="bh-notifications" />;
}
