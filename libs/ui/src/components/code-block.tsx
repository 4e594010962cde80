import { CopyButton } from './copy-button.js';

interface CodeBlockProps {
  /** Stands above the code and names it for screen readers. */
  readonly title: string;
  readonly code: string;
  readonly copyLabel?: string;
  /** Long lines wrap instead of scrolling. */
  readonly wrap?: boolean;
}

/** Text for machines: it scrolls by itself (and by keyboard), never the page. */
export function CodeBlock({ title, code, copyLabel, wrap = false }: CodeBlockProps) {
  return (
    <div className="bh-code">
      <div className="bh-code-head">
        <span>{title}</span>
        <span>{copyLabel && <CopyButton text={code} label={copyLabel} />}</span>
      </div>
      <pre tabIndex={0} role="region" aria-label={title} data-wrap={wrap || undefined}>
        <code>{code}</code>
      </pre>
    </div>
  );
}
