/*
 * The Vite build of each set of pages. The first load runs one script; code shared by later pages is bundled by kind of page, because a
 * request costs more than a few unused kilobytes.
 */

/** Modules that share one script with all of their imports. */
export interface PageBundle {
  readonly name: string;
  readonly test: RegExp;
}

const kit = (components: string): RegExp => new RegExp(`@mantine/core/esm/components/(${components})/`);

/** The pages of libs/webhook-screens, which the portal and the settings show. */
export const WEBHOOK_BUNDLES: readonly PageBundle[] = [
  { name: 'attempt-errors', test: /contract\/src\/webhooks\/attempt-error-words\.ts$/ },
  // The list shows these two only after a failure. The settings have the second in a bundle of the kit.
  { name: 'code', test: kit('Code') },
  { name: 'endpoints', test: /webhook-screens\/src\/endpoint-list\/endpoints-page\.tsx$/ },
  // One script: what these share would be divided into scripts that import each other in a circle.
  {
    name: 'details',
    test: /webhook-screens\/src\/(endpoint-list|endpoint-page|deliveries)\/[\w-]+-(page|dialog|drawer)\.tsx$/,
  },
  { name: 'tools', test: /webhook-screens\/src\/(event-types|signature-check)\/[\w-]+-page\.tsx$/ },
];

/** Parts of packages that pages of several bundles use: in the first of these bundles, the other pages would load that bundle. */
export const KIT_BUNDLES: readonly PageBundle[] = [
  { name: 'checks', test: kit('Checkbox') },
  {
    name: 'inputs',
    test: kit('Code|Fieldset|Input|InputBase|List|NativeSelect|SegmentedControl|Skeleton|TextInput'),
  },
  { name: 'selects', test: kit('Autocomplete|Combobox|Popover|Select') },
  { name: 'dialogs', test: kit('Modal') },
  { name: 'menus', test: kit('Menu|Tooltip') },
  { name: 'password', test: kit('PasswordInput') },
  { name: 'numbers', test: kit('NumberInput') },
  { name: 'form-state', test: /@mantine\/form\// },
];

/** Code that several pages share outside a bundle, grouped by its pages: groups below this size are merged. */
const SMALLEST_CHUNK_BYTES = 3_000;

/** @param bundles the first one gets modules that several name */
export function pageBuild(bundles: readonly PageBundle[] = []) {
  const ranked = bundles.map(({ name, test }, index) => ({ name, test, priority: 10 + bundles.length - index }));
  const shared = { entriesAware: true, entriesAwareMergeThreshold: SMALLEST_CHUNK_BYTES, minShareCount: 2 };
  return {
    outDir: 'dist',
    // The strict content security policy allows no data: scripts or fonts; small images stay separate files as well.
    assetsInlineLimit: 0,
    target: 'es2022',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'main', tags: ['$initial' as const], priority: 100 },
            { name: 'icons', test: /@tabler\/icons-react/, minShareCount: 2, priority: 90 },
            ...ranked,
            { name: 'shared', ...shared },
          ],
        },
      },
    },
  };
}

const bars = (count: number): string => '<i></i>'.repeat(count);

const HEAD = `<meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Billhook</title>
    <link rel="icon" type="image/svg+xml" href="/favicon.svg" />`;

/** Shown until the scripts run. The colours come from libs/ui/src/theme.ts. */
const SKELETON_STYLE = `
  .boot {
    --line: #e3e6ed;
    --bone: #e9ecf2;
    min-height: 100vh;
    background: #ffffff;
  }
  [data-mantine-color-scheme='dark'] .boot {
    --line: #2b3240;
    --bone: #272d3a;
    background: #1b202b;
  }
  body {
    margin: 0;
  }
  .boot-words {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  .boot i {
    display: block;
    height: 1rem;
    margin-bottom: 1rem;
    border-radius: 0.5rem;
    background: var(--bone);
  }
  .boot section i {
    height: 2.25rem;
  }
  .boot section i:first-child {
    width: 10rem;
    margin-bottom: 2rem;
  }
`;

/** With header and navigation, or a single column. */
const SKELETONS = {
  frame: {
    body: `<header>${bars(1)}</header><nav>${bars(8)}</nav><section>${bars(7)}</section>`,
    style: `
    .boot header {
      box-sizing: border-box;
      height: 60px;
      padding: 1.375rem 2rem;
      border-bottom: 1px solid var(--line);
    }
    .boot header i {
      width: 7rem;
    }
    .boot nav {
      position: absolute;
      top: 60px;
      bottom: 0;
      box-sizing: border-box;
      width: 256px;
      padding: 1.5rem;
      border-right: 1px solid var(--line);
    }
    .boot section {
      padding: 2rem;
      margin-left: 256px;
    }
    @media (max-width: 48em) {
      .boot nav {
        display: none;
      }
      .boot header,
      .boot section {
        margin: 0;
        padding-inline: 1rem;
      }
    }
    `,
  },
  plain: {
    body: `<section>${bars(6)}</section>`,
    style: `
    .boot section {
      max-width: 70rem;
      margin: 0 auto;
      padding: 5rem 2rem 2rem;
    }
    `,
  },
} as const;

const STYLE_LINKS = / *<link rel="stylesheet"[^>]*>\n?/g;

/** The folder of the static files of pages, relative to the folder of a program. */
export const PAGE_FILES = '../../libs/ui/page/static';

/** Inserts the parts that every `index.html` shares: `<!-- page:head -->` and `<!-- page:skeleton -->`. */
export function pageFrame(skeleton: keyof typeof SKELETONS) {
  const { body: bones, style } = SKELETONS[skeleton];
  // Not a module: it must run before the first paint, otherwise a dark page flashes white.
  const head = `${HEAD}\n<style>${SKELETON_STYLE}${style}</style>\n<script src="/colour-scheme.js"></script>`;
  const body = `<div class="boot" role="status"><span class="boot-words">Loading… Chargement…</span>${bones}</div>`;
  return [
    {
      name: 'billhook-page',
      transformIndexHtml: {
        order: 'pre' as const,
        handler: (html: string) => html.replace('<!-- page:head -->', head).replace('<!-- page:skeleton -->', body),
      },
    },
    {
      name: 'billhook-page-styles',
      // In the head, the styles would keep the skeleton from being painted until they arrive. The scripts wait for them anyway.
      transformIndexHtml: {
        order: 'post' as const,
        handler: (html: string) => {
          const links = html.match(STYLE_LINKS) ?? [];
          return html.replace(STYLE_LINKS, '').replace('</body>', `${links.join('')}</body>`);
        },
      },
    },
  ];
}
