/** True inside the frame of the settings, which bring their own header. */
export const isEmbedded = window.parent !== window;

/** Tells the page around this one that the portal's session is over; it answers with a fresh link. */
export function tellSessionEnded(): void {
  if (isEmbedded) window.parent.postMessage('billhook:portal-expired', location.origin);
}
