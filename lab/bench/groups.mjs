import { DELIVERY, openDelivery } from './rows/delivery.mjs';
import { KEY_PARTS } from './rows/keys.mjs';
import { DELIVERY_LOG, LISTS } from './rows/lists.mjs';
import { READ } from './rows/read.mjs';
import { SCALE } from './rows/scale.mjs';
import { START } from './rows/start.mjs';
import { WRITE } from './rows/write.mjs';

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
};
