/** SQLSTATE of a statement that waited for a lock longer than `lock_timeout`. */
export const LOCK_NOT_AVAILABLE = '55P03';

/** SQLSTATE of a statement that took longer than its limit, or that an operator cancelled. */
export const QUERY_CANCELED = '57014';
