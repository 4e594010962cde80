/** The start of a day by the reader's clock, which depends on the time zone. */
export function beginningOfDay(date: string, daysLater = 0): string {
  const moment = new Date(`${date}T00:00:00`);
  moment.setDate(moment.getDate() + daysLater);
  return moment.toISOString();
}
