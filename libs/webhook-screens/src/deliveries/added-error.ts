/** What an error adds to the status shown beside it: "Responded with 502" repeats "HTTP 502" and adds nothing. */
export function addedError(status: number | null, fault: string | null): string | null {
  return fault === `Responded with ${status}` ? null : fault;
}
