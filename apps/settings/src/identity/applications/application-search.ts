import { flag, searchOf, words } from '../../shared/workspace/list-search.js';

/** `ended` also shows revoked and ended grants. */
export const applicationSearch = searchOf({ ended: flag });

/** The parameter of RFC 8628, 3.3.1. */
export const deviceSearch = searchOf({ user_code: words });
