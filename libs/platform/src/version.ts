/** The version of Billhook, which `npm run release` writes. A constant, because a bundle has no manifest beside it. */
export const VERSION = '0.2.0';
