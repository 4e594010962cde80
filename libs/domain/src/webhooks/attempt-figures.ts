/** Up to this number of attempts, their median and 95th percentile are computed from the attempts; of more, from a histogram. */
export const EXACT_ATTEMPTS = 100;
