/** The mark: a hook on its eye. The same drawing as page/static/favicon.svg. */
function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#3b5bdb" />
      <g fill="none" stroke="#fff" strokeLinecap="round" strokeLinejoin="round">
        <path d="M18.5 10.2v8.3a5 5 0 0 1-10 0v-1.6" strokeWidth="3" />
        <circle cx="18.5" cy="7.6" r="2.6" strokeWidth="2.2" />
        <path d="M5.9 18.6 8.5 15.4l2.6 3.2" strokeWidth="2.4" />
      </g>
    </svg>
  );
}

export function Wordmark({ size }: { size?: number }) {
  return (
    <span className="bh-wordmark">
      <Mark {...(size !== undefined && { size })} />
      <span>Billhook</span>
    </span>
  );
}
