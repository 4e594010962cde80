import { escapeHtml } from '../content/html.js';
import type { Renderer } from '../content/markdown.js';
import { BASE } from '../content/navigation.js';

export interface ChangelogEntry {
  readonly version: string;
  /** The day of the release, `2026-11-22`. */
  readonly date: string;
  readonly text: string;
}

/** The versions of the changelog, each under a heading `## 0.1.0, 2026-11-22`, the newest first. `## Unreleased` is no version yet. */
export function changelogEntries(markdown: string): ChangelogEntry[] {
  const [, ...sections] = markdown.split(/^## /m);
  return sections.flatMap((section, index) => {
    const [heading = '', ...lines] = section.split('\n');
    if (heading === 'Unreleased' && index === 0) return [];
    const [, version, date] = /^(\d+\.\d+\.\d+), (\d{4}-\d\d-\d\d)$/.exec(heading) ?? [];
    if (version === undefined || date === undefined)
      throw new Error(`The changelog has the heading "${heading}". Write a version and a day: "0.1.0, 2026-11-22".`);
    return [{ version, date, text: lines.join('\n').trim() }];
  });
}

/** The changelog as an Atom feed (RFC 4287). Its links are relative, because the address of the installation is not known here. */
export function changelogFeed(markdown: string, render: Renderer): string {
  const entries = changelogEntries(markdown);
  const items = entries.map(({ version, date, text }) => {
    const link = `${BASE}changelog/#${version}-${date}`;
    return `<entry>
<id>tag:billhook,2026:changelog/${version}</id>
<title>Billhook ${version}</title>
<updated>${date}T00:00:00Z</updated>
<link rel="alternate" type="text/html" href="${link}"/>
<content type="html">${escapeHtml(render(text).html)}</content>
</entry>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom">
<id>tag:billhook,2026:changelog</id>
<title>Billhook changelog</title>
<updated>${entries[0]?.date ?? '2026-11-22'}T00:00:00Z</updated>
<author><name>Billhook</name></author>
<link rel="self" type="application/atom+xml" href="${BASE}changelog.xml"/>
<link rel="alternate" type="text/html" href="${BASE}changelog/"/>
${items.join('\n')}
</feed>
`;
}
