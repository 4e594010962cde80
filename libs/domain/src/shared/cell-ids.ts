/** Each cell takes its ids from a range of this length, so that they are unique in the installation, and below 2^53 for 8,192 ranges. */
export const IDS_OF_CELL = 2 ** 40;

/** The number of an id in its range: short, and different for all records of a company, which are in one cell. */
export const numberInCell = (id: number): number => id % IDS_OF_CELL;
