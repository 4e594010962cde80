/** The version of the package. */
export const VERSION = '0.2.0';
