/** The maximum number of sandboxes of a company. */
export const MAX_SANDBOXES = 5;
