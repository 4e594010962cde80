import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  /** Shown above the code; names it for screen readers. */
  readonly title: string;
  readonly code: string;
  readonly copyLabel?: string;
  /** The copied text, if the code is shown in another form. */
  readonly copyText?: string;
  /** Long lines wrap instead of scrolling. */
  readonly wrap?: boolean;
}

/** Text for machines: it scrolls separately (also by keyboard), never the page. */
export function CodeBlock({ title, code, copyLabel, copyText = code, wrap = false }: CodeBlockProps) {
  return (
    <div className="bh-code">
      <div className="bh-code-head">
        <span>{title}</span>
        <span>{copyLabel && <CopyButton text={copyText} label={copyLabel} />}</span>
      </div>
      <pre tabIndex={0} role="region" aria-label={title} data-wrap={wrap || undefined}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
