/** The header of requests that a page sends while no person uses it, with the value `true`: they do not prolong the session. */
export const UNATTENDED_HEADER = 'billhook-unattended';
