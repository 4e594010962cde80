import { measureReceivables } from '../receivables.mjs';
import { DELIVERY, openDelivery } from './delivery.mjs';
import { KEY_PARTS } from './keys.mjs';
import { DELIVERY_LOG, LISTS } from './lists.mjs';
import { READ } from './read.mjs';
import { SCALE } from './scale.mjs';
import { START } from './start.mjs';
import { WRITE } from './write.mjs';

/** The groups of rows, in the order of the page; `open` creates what all parts of a group need. */
export const GROUPS = {
  read: { parts: READ },
  keys: { parts: KEY_PARTS },
  write: { parts: WRITE },
  delivery: { parts: DELIVERY, open: openDelivery },
  start: { parts: START },
  scale: { parts: SCALE, open: openDelivery },
  lists: { parts: LISTS },
  deliveryLog: { parts: DELIVERY_LOG },
  reports: { parts: { receivables: ({ quick }) => measureReceivables(quick) } },
};
