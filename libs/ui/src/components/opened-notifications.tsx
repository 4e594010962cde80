import '../more-styles.js';
import { Notifications } from '@mantine/notifications';

/** The short messages over the header, where they cover no field and no next button. */
export function OpenedNotifications() {
  return <Notifications position="top-center" limit={1} className="bh-notifications" />;
}
