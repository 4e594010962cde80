/** Between the parts of a line. Its spaces keep it beside the words before and after it: no line begins or ends with it. */
export const DOT = '\u00a0·\u00a0';

/** The same around the dots of a text that someone has typed. */
export const withDots = (text: string): string => text.replaceAll(' · ', DOT);
