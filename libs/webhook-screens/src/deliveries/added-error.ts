/** What an error adds to the status shown beside it: "Responded with 502" repeats "HTTP 502" and adds nothing. */
export function addedError(status: number | null, error: string | null): string | null {
  return error === `Responded with ${status}` ? null : error;
}
