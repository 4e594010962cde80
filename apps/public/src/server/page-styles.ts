const RULE = /([^{}]*\[data-mantine-color-scheme=["']?(dark|light)["']?\][^{}]*)\{([^{}]*)\}/g;
const SCHEME = /\[data-mantine-color-scheme=["']?(?:dark|light)["']?\]/g;

/** Colours of the kit that the page does not use: a kilobyte of its one response. */
const UNUSED = /--mantine-color-(?:pink|grape|violet|cyan|teal|lime)-[\w-]+:[^;}]*;?/g;

export const withoutUnusedColours = (css: string): string => css.replace(UNUSED, '');

/**
 * Repeats each rule for one colour scheme in a query of the system's scheme, which applies until a script sets the attribute. The policy
 * allows no inline script, and a separate one would delay the first paint.
 */
export const bothSchemes = (css: string): string =>
  css.replace(RULE, (rule: string, selector: string, scheme: string, declarations: string) => {
    if (new Set(selector.match(SCHEME)).size > 1) return rule;
    const unset = selector.replace(SCHEME, ':root:not([data-mantine-color-scheme])');
    return `${rule}@media (prefers-color-scheme:${scheme}){${unset}{${declarations}}}`;
  });
